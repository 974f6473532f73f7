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
  updated INTEGER NOT NULL
) STRICT;

CREATE INDEX connectionsByAccount ON connections (account, mode, id);

-- Null: the built-in simulator.
ALTER TABLE transactions ADD COLUMN connection TEXT;
