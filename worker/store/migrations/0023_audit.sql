-- Audit entries by action, and by key and action, newest first, so that a page reads only its rows.
CREATE INDEX auditByAction ON audit (account, action, at);
CREATE INDEX auditByKey ON audit (account, key, action, at);

-- Secret keys with all scopes of before also read the audit log.
UPDATE apiKeys SET scopes = json_insert(scopes, '$[#]', 'audit:read')
WHERE kind = 'sk' AND (SELECT count(*) FROM json_each(scopes) WHERE value <> 'internal') = 16;
