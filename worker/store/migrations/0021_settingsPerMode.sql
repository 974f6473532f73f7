-- Settings of one mode, as JSON objects, and the number of their changes. The column settings keeps those that both modes share. A missing
-- member has its default (initialSettings in the contract), so a new setting needs no migration.
ALTER TABLE accounts ADD COLUMN testSettings TEXT NOT NULL DEFAULT '{}';
ALTER TABLE accounts ADD COLUMN liveSettings TEXT NOT NULL DEFAULT '{}';
ALTER TABLE accounts ADD COLUMN testVersion INTEGER NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN liveVersion INTEGER NOT NULL DEFAULT 0;

-- Both modes begin with the settings that they shared. Headers of webhookDefaults were stored as plain text: they are deleted.
UPDATE accounts SET settings = json_set(settings, '$.webhookDefaults', json('{"headers":null}'));
UPDATE accounts SET
  testSettings = (
    SELECT json_group_object(key, json(value)) FROM (
      SELECT key, CASE WHEN key IN ('allowedOrigins', 'unreferencedCredits') THEN settings -> (fullkey || '.test') ELSE settings -> fullkey END AS value
      FROM json_each(settings)
      WHERE key NOT IN ('name', 'logoUrl', 'supportEmail', 'supportUrl', 'timeZone', 'processingCountry', 'rateTier', 'webhookDefaults')
    ) WHERE value IS NOT NULL
  ),
  liveSettings = (
    SELECT json_group_object(key, json(value)) FROM (
      SELECT key, CASE WHEN key IN ('allowedOrigins', 'unreferencedCredits') THEN settings -> (fullkey || '.live') ELSE settings -> fullkey END AS value
      FROM json_each(settings)
      WHERE key NOT IN ('name', 'logoUrl', 'supportEmail', 'supportUrl', 'timeZone', 'processingCountry', 'rateTier', 'webhookDefaults')
    ) WHERE value IS NOT NULL
  );
