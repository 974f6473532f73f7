-- Accounts (merchants), their keys and the audit of changes.

CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  -- One JSON object with the schema accountSettings of the contract.
  settings TEXT NOT NULL,
  suspended INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;

-- One vault key per account and mode, wrapped by a root key. Created by the worker at first use.
CREATE TABLE accountKeys (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  wrappedKey TEXT NOT NULL,
  rootVersion INTEGER NOT NULL,
  PRIMARY KEY (account, mode)
) STRICT, WITHOUT ROWID;

CREATE INDEX accountKeysByRoot ON accountKeys (rootVersion);

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
  lastUsed INTEGER
) STRICT;

CREATE INDEX apiKeysByAccount ON apiKeys (account, created);

-- Who changed what, when, with which key. Append-only.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  account TEXT NOT NULL,
  at INTEGER NOT NULL,
  key TEXT NOT NULL,
  requestId TEXT NOT NULL,
  action TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;

CREATE INDEX auditByAccount ON audit (account, at);
