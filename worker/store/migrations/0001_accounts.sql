-- Merchants, their keys and what was changed with them.

CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  -- Settings as one JSON object, the shape of accountSettings in the contract.
  settings TEXT NOT NULL,
  suspended INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;

-- One vault key for each account and mode, wrapped by a root key. Made by the worker at first need.
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
  -- SHA-256 of the key; the key itself is shown once and stored nowhere.
  hash TEXT NOT NULL UNIQUE,
  -- Prefix and last four characters, for people.
  hint TEXT NOT NULL,
  scopes TEXT NOT NULL,
  -- A publishable key may narrow the account's allowed origins; null takes them as they are.
  allowedOrigins TEXT,
  created INTEGER NOT NULL,
  expires INTEGER,
  revoked INTEGER,
  lastUsed INTEGER
) STRICT;

CREATE INDEX apiKeysByAccount ON apiKeys (account, created);

-- Who changed what, when, from which key. Rows are only ever added.
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
