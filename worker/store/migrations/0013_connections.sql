-- Accounts at processors. The built-in simulator has no row.
CREATE TABLE connections (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES accounts (id),
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  processor TEXT NOT NULL,
  label TEXT NOT NULL,
  -- Public settings as JSON. Secret ones are in sealedSecrets, encrypted with their own key, which the account's key wraps.
  settings TEXT NOT NULL,
  sealedSecrets TEXT,
  wrappedSecretsKey TEXT,
  -- 1: no rule chooses it. Operations of its earlier payments still use it.
  disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
  -- 1 after its first payment: it cannot be deleted any more.
  used INTEGER NOT NULL DEFAULT 0 CHECK (used IN (0, 1)),
  -- When the processor last answered, and when it last could not be reached or rejected the credentials. At most one write a minute.
  lastSuccess INTEGER,
  lastFailure INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  -- Names of a connection's secret settings, as a JSON array.
  secretNames TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE INDEX connectionsByAccount ON connections (account, mode, id);

-- Messages of processors that were applied, each once. The messages themselves are not stored.
CREATE TABLE notifications (
  connection TEXT NOT NULL,
  -- SHA-256 of the message's id at the processor.
  id TEXT NOT NULL,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  kind TEXT NOT NULL CHECK (kind IN ('outcome', 'dispute', 'return')),
  -- The operation that it is about. Null: the gateway does not know it.
  operation INTEGER,
  result TEXT NOT NULL CHECK (result IN ('applied', 'contradicted', 'unknown_operation')),
  -- When the processor sent it, by its own clock, and when it was applied. Milliseconds since 1970.
  at INTEGER NOT NULL,
  received INTEGER NOT NULL,
  PRIMARY KEY (connection, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX notificationsByReceived ON notifications (received);
