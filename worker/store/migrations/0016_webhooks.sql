-- Webhooks of accounts. Pending deliveries are stored by the webhook's Durable Object.
CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  url TEXT NOT NULL,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  -- JSON array of numbers. Null for all kinds.
  kinds TEXT,
  -- Sealed values and their keys, wrapped by the account's key: headers (null for none), the secret, and the previous secret, which signs as
  -- well until previousUntil.
  sealedHeaders TEXT,
  wrappedHeadersKey TEXT,
  sealedSecret TEXT NOT NULL,
  wrappedSecretKey TEXT NOT NULL,
  previousSecret TEXT,
  wrappedPreviousKey TEXT,
  previousUntil INTEGER,
  -- Why the gateway has disabled it: gone or failing. Null if it has not.
  disabledReason TEXT,
  disabledAt INTEGER,
  -- It receives events after this position: the newest one when it was registered or enabled again.
  since INTEGER NOT NULL,
  -- Its object has processed all events up to this position. The sweep wakes it if newer events exist.
  seen INTEGER NOT NULL,
  swept INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  -- Event types of a webhook: a JSON array of names, null for all types of its kinds.
  types TEXT,
  -- The API key that last registered or changed the webhook. It delivers only events that this key can read.
  key TEXT,
  -- Names of a webhook's own headers: a JSON array. Null for headers that were sealed without their names and without the host they are bound to.
  headerNames TEXT,
  -- 1 for a webhook that has no headers of its own and gets the account's default headers.
  usesDefaultHeaders INTEGER NOT NULL DEFAULT 0,
  -- Deliveries at once, at most.
  maxConcurrency INTEGER NOT NULL DEFAULT 50 CHECK (maxConcurrency BETWEEN 1 AND 50),
  UNIQUE (account, mode, url)
) STRICT;
