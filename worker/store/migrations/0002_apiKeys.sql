-- API keys. Times are milliseconds since 1970.

CREATE TABLE apiKeys (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES accounts (id),
  kind TEXT NOT NULL CHECK (kind IN ('sk', 'rk', 'pk')),
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- SHA-256 of the key. The key itself is returned once and never stored.
  hash TEXT NOT NULL UNIQUE,
  -- Prefix and last four characters, for display.
  hint TEXT NOT NULL,
  scopes TEXT NOT NULL,
  -- Of a publishable key: restricts the account's allowed origins. Null for all of them.
  allowedOrigins TEXT,
  created INTEGER NOT NULL,
  expires INTEGER,
  revoked INTEGER,
  lastUsed INTEGER,
  -- Display name. Null without one.
  name TEXT
) STRICT;

-- The keys of an account and mode, newest first, so that a page reads only its rows.
CREATE INDEX apiKeysByTime ON apiKeys (account, mode, created, id);
