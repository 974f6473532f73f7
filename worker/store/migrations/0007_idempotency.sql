-- Idempotency keys with their results. The response of a payment is made from its operation; other responses are stored.
CREATE TABLE idempotency (
  -- Of the claim, by real time: days since 1970. It comes first, so that the sweep deletes past days by the primary key and no index is needed.
  day INTEGER NOT NULL,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- Method and path: keys of different routes are independent.
  route TEXT NOT NULL,
  -- HMAC of the client's key.
  key TEXT NOT NULL,
  -- HMAC of the request's body without data that must not be stored.
  fingerprint TEXT NOT NULL,
  -- Null for an operation, which has the id.
  requestId TEXT CHECK (requestId IS NOT NULL OR operationId IS NOT NULL),
  operationId INTEGER,
  status INTEGER,
  body TEXT,
  -- By the account's clock, milliseconds since 1970.
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  PRIMARY KEY (day, account, mode, route, key)
) STRICT, WITHOUT ROWID;
