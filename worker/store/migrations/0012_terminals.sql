-- Terminals. Connection and session are stored by the terminal's Durable Object.

CREATE TABLE terminals (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  nickname TEXT NOT NULL,
  make TEXT NOT NULL,
  model TEXT NOT NULL,
  serialNumber TEXT NOT NULL,
  deviceId TEXT,
  -- JSON: default prompts, which a payment's options override.
  configuration TEXT NOT NULL,
  -- Of a simulated terminal: its pairing code, which decides its behavior.
  simulated TEXT CHECK (simulated IS NULL OR mode = 'test'),
  created INTEGER NOT NULL,
  deleted INTEGER,
  -- The request that registers a terminal, until the device has confirmed that it has stored its key; until then the terminal may be withdrawn.
  -- Null after the registration event.
  registering TEXT
) STRICT;

CREATE INDEX terminalsByAccount ON terminals (account, mode, created, id);

-- Failed pairing attempts of an account and the start of their window, to limit guessing.
CREATE TABLE codeAttempts (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  attempts INTEGER NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (account, mode)
) STRICT, WITHOUT ROWID;
