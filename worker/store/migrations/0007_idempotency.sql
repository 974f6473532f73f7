-- What an Idempotency-Key stands for. A payment operation is answered from its own row; other answers are kept as they were given.

CREATE TABLE idempotency (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- Method and path: the same key means something else elsewhere.
  route TEXT NOT NULL,
  key TEXT NOT NULL,
  -- HMAC of the request's body, without what may not be kept.
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
-- Whose key is free again, since its operation never reached the processor.
CREATE INDEX idempotencyByOperation ON idempotency (operationId) WHERE operationId IS NOT NULL;
