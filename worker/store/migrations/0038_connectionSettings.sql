-- Names of a connection's secret settings, as a JSON array.
ALTER TABLE connections ADD COLUMN secretNames TEXT NOT NULL DEFAULT '[]';

-- Secret keys have every scope that can be granted.
UPDATE apiKeys SET scopes = json_insert(scopes, '$[#]', 'connections:admin')
WHERE kind = 'sk' AND NOT EXISTS (SELECT 1 FROM json_each(scopes) WHERE value = 'connections:admin');
