-- Scopes of the member of the team who last registered or changed the webhook: a JSON array. Null if an API key did, which has its own.
ALTER TABLE webhooks ADD COLUMN scopes TEXT;
