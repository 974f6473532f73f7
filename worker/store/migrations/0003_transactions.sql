-- A transaction is a payment with all of its operations (authorize, capture, ...). The first operation has the id of its transaction.
-- Amounts are integers in the currency's minor unit.

CREATE TABLE transactions (
  id INTEGER PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  status TEXT NOT NULL,
  method TEXT NOT NULL,
  currency INTEGER NOT NULL,
  requested INTEGER NOT NULL,
  approved INTEGER NOT NULL DEFAULT 0,
  captured INTEGER NOT NULL DEFAULT 0,
  credited INTEGER NOT NULL DEFAULT 0,
  settled INTEGER NOT NULL DEFAULT 0,
  tip INTEGER NOT NULL DEFAULT 0,
  -- The sealed card. cardId is authenticated data of both values (for a token it is the token's id).
  cardId TEXT,
  sealedPan TEXT,
  wrappedPanKey TEXT,
  network TEXT,
  last4 TEXT,
  digits INTEGER,
  expiry TEXT,
  fingerprint TEXT,
  customer TEXT,
  wallet TEXT,
  terminal TEXT,
  initiatedBy TEXT NOT NULL,
  initial TEXT NOT NULL,
  networkTransactionId TEXT,
  -- The order as received, in one JSON column: D1 binds 100 parameters per statement.
  orderData TEXT,
  -- int64 of the client as text, since a double would lose digits.
  referenceTransactionId TEXT,
  initiatedByUserId TEXT,
  batchId TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  expires INTEGER,
  CHECK (0 <= credited AND credited <= captured AND captured <= approved)
) STRICT;

CREATE INDEX transactionsByAccount ON transactions (account, mode, id);

CREATE TABLE operations (
  id INTEGER PRIMARY KEY,
  transactionId INTEGER NOT NULL REFERENCES transactions (id),
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  type TEXT NOT NULL CHECK (type IN ('authorize', 'capture', 'void', 'credit', 'reversal')),
  status TEXT NOT NULL,
  amount INTEGER NOT NULL,
  responseCode TEXT,
  authCode TEXT,
  latency INTEGER NOT NULL DEFAULT 0,
  avs TEXT,
  cvv TEXT,
  -- The processor's references of the operation, stored before the request is sent.
  processorRef TEXT,
  -- Of a reversal: number of attempts, and the operation that it undoes.
  attempts INTEGER NOT NULL DEFAULT 0,
  undoes INTEGER REFERENCES operations (id),
  -- When the sweep processes it. Only of pending operations.
  due INTEGER,
  requestId TEXT NOT NULL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;

CREATE INDEX operationsByTransaction ON operations (transactionId, id);
CREATE INDEX operationsDue ON operations (due) WHERE due IS NOT NULL;
-- An operation has at most one reversal.
CREATE UNIQUE INDEX reversalOnce ON operations (undoes) WHERE undoes IS NOT NULL;
