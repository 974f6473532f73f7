-- Names of a webhook's own headers: a JSON array. Null for headers that were sealed without their names and without the host they are bound to.
ALTER TABLE webhooks ADD COLUMN headerNames TEXT;

-- 1 for a webhook that has no headers of its own and gets the account's default headers.
ALTER TABLE webhooks ADD COLUMN usesDefaultHeaders INTEGER NOT NULL DEFAULT 0;

-- Default headers were stored as plain text: they are deleted. Set them again with their hosts.
UPDATE accounts SET testSettings = json_remove(testSettings, '$.webhookDefaults'), liveSettings = json_remove(liveSettings, '$.webhookDefaults');
