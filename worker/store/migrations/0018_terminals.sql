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
  deleted INTEGER
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

-- Signatures of shoppers: sealed images in base64.
CREATE TABLE signatures (
  transactionId INTEGER PRIMARY KEY REFERENCES transactions (id),
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  sealed TEXT NOT NULL,
  wrappedKey TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;

-- Payments that wait for a card at a terminal.
CREATE INDEX transactionsAtTerminals ON transactions (account, mode, terminal) WHERE terminal IS NOT NULL AND status = 'pending';
