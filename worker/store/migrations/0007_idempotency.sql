-- Idempotency keys with their results. The response of a payment is made from its operation; other responses are stored.

CREATE TABLE idempotency (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- Method and path: keys of different routes are independent.
  route TEXT NOT NULL,
  key TEXT NOT NULL,
  -- HMAC of the request's body without data that must not be stored.
  fingerprint TEXT NOT NULL,
  requestId TEXT NOT NULL,
  operationId INTEGER,
  status INTEGER,
  body TEXT,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  PRIMARY KEY (account, mode, route, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotencyByExpires ON idempotency (expires);
-- To release the key of an operation that never reached the processor.
CREATE INDEX idempotencyByOperation ON idempotency (operationId) WHERE operationId IS NOT NULL;
