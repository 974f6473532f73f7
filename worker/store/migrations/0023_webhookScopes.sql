-- Event types of a webhook: a JSON array of names, null for all types of its kinds.
ALTER TABLE webhooks ADD COLUMN types TEXT;

-- The API key that last registered or changed the webhook. It delivers only events that this key can read.
ALTER TABLE webhooks ADD COLUMN key TEXT;

UPDATE webhooks SET key = (
  SELECT audit.key FROM audit
  WHERE audit.account = webhooks.account AND audit.action IN ('webhook.registered', 'webhook.updated')
    AND audit.detail ->> '$.webhook' = webhooks.id
  ORDER BY audit.id DESC LIMIT 1
);

-- CVV results that decline a stored card.
UPDATE accounts SET settings = json_set(settings, '$.storedCvvReject', json('["N"]')) WHERE settings -> '$.storedCvvReject' IS NULL;
