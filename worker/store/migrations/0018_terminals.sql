-- Card readers. Whether one is connected, and the payment that is open on it, its Durable Object knows.

CREATE TABLE terminals (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  nickname TEXT NOT NULL,
  make TEXT NOT NULL,
  model TEXT NOT NULL,
  serialNumber TEXT NOT NULL,
  deviceId TEXT,
  -- JSON: what it asks shoppers where a payment does not say.
  configuration TEXT NOT NULL,
  -- Of a simulated reader, the code that it was registered by: that decides how it behaves.
  simulated TEXT CHECK (simulated IS NULL OR mode = 'test'),
  created INTEGER NOT NULL,
  deleted INTEGER
) STRICT;

CREATE INDEX terminalsByAccount ON terminals (account, mode, created, id);

-- Codes that an account has tried and that opened no reader, since when: whoever guesses is stopped.
CREATE TABLE codeAttempts (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  attempts INTEGER NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (account, mode)
) STRICT, WITHOUT ROWID;

-- What shoppers drew at a reader, sealed: an image in base64.
CREATE TABLE signatures (
  transactionId INTEGER PRIMARY KEY REFERENCES transactions (id),
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  sealed TEXT NOT NULL,
  wrappedKey TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;

-- Payments that wait at a reader: few at any time.
CREATE INDEX transactionsAtTerminals ON transactions (account, mode, terminal) WHERE terminal IS NOT NULL AND status = 'pending';
