-- What happened, and who is told of it.

-- An event is written by the batch that makes its change, so neither stands without the other.
CREATE TABLE events (
  -- In the order of the commits: what counts deliveries. The newest row is never purged, so that no position comes twice.
  position INTEGER PRIMARY KEY,
  -- evt- and a UUIDv7 of `at`.
  id TEXT NOT NULL UNIQUE,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  type TEXT NOT NULL,
  -- The id of what it happened to, and the number of the event among those of it, from 1 without a gap.
  resource TEXT NOT NULL,
  sequence INTEGER NOT NULL CHECK (sequence > 0),
  -- What tells it from the other events of its resource: a batch that is repeated writes no second one.
  cause TEXT NOT NULL,
  -- Null where time brought it about.
  requestId TEXT,
  at INTEGER NOT NULL,
  -- JSON: the rows of the resource as they were then, of which a delivery is drawn. Never a sealed value.
  snapshot TEXT NOT NULL,
  UNIQUE (resource, sequence),
  UNIQUE (resource, cause)
) STRICT;

CREATE INDEX eventsByAccount ON events (account, mode, position);

-- How far a resource's events have counted, written when they are purged.
CREATE TABLE eventCounts (
  resource TEXT PRIMARY KEY,
  last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Where an account wants its events delivered. What is under way to it is known by the endpoint's own object.
CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  url TEXT NOT NULL,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  -- JSON array of numbers; null is all of them.
  kinds TEXT,
  -- Sealed values and the keys to them, wrapped by the account's key: headers (null for none), the secret, and after a rotation the one
  -- before it, which signs beside it until then.
  sealedHeaders TEXT,
  wrappedHeadersKey TEXT,
  sealedSecret TEXT NOT NULL,
  wrappedSecretKey TEXT NOT NULL,
  previousSecret TEXT,
  wrappedPreviousKey TEXT,
  previousUntil INTEGER,
  -- Why the gateway has disabled it: gone or failing. Null where it has not.
  disabledReason TEXT,
  disabledAt INTEGER,
  -- It is told of events after this position: the newest there was when it was registered, or enabled again.
  since INTEGER NOT NULL,
  -- Its object has dealt with all events up to here. The sweep wakes it where that is not the newest.
  seen INTEGER NOT NULL,
  swept INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  UNIQUE (account, mode, url)
) STRICT;
