-- Events and webhooks.

-- The batch of a change inserts its event, so that neither exists without the other.
CREATE TABLE events (
  -- In the order of commits. The newest row is never purged, so that no position is reused.
  position INTEGER PRIMARY KEY,
  -- evt- and a UUIDv7 of `at`.
  id TEXT NOT NULL UNIQUE,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  type TEXT NOT NULL,
  -- The id of the resource, and the number of the event among the resource's events, from 1 without a gap.
  resource TEXT NOT NULL,
  sequence INTEGER NOT NULL CHECK (sequence > 0),
  -- Unique among the events of the resource, so that a repeated batch inserts no second event.
  cause TEXT NOT NULL,
  -- Null for events of background work.
  requestId TEXT,
  at INTEGER NOT NULL,
  -- JSON: the resource's rows at the event, from which deliveries are made. Never a sealed value.
  snapshot TEXT NOT NULL,
  UNIQUE (resource, sequence),
  UNIQUE (resource, cause)
) STRICT;

CREATE INDEX eventsByAccount ON events (account, mode, position);

-- The last sequence of a resource, written when its events are purged.
CREATE TABLE eventCounts (
  resource TEXT PRIMARY KEY,
  last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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
  UNIQUE (account, mode, url)
) STRICT;
