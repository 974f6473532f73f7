-- A transaction is a payment with everything that happened to it; an operation is one thing that happened (authorize, capture, ...).
-- The first operation has the id of its transaction. Amounts are whole numbers of the currency's minor unit.

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
  -- The card, sealed. cardId is bound into both values (for a token it is the token's id).
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
  -- The order object as it came, one JSON column: D1 binds 100 parameters a statement.
  orderData TEXT,
  -- int64 of the client, as text: a double would lose digits.
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
  -- What a processor needs to find the operation again, stored before anything is sent.
  processorRef TEXT,
  -- A reversal: how often it was tried, and which operation it undoes.
  attempts INTEGER NOT NULL DEFAULT 0,
  undoes INTEGER REFERENCES operations (id),
  -- When the sweep must look at it; only pending operations have one.
  due INTEGER,
  requestId TEXT NOT NULL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;

CREATE INDEX operationsByTransaction ON operations (transactionId, id);
CREATE INDEX operationsDue ON operations (due) WHERE due IS NOT NULL;
-- An operation is undone once, however often that is asked for.
CREATE UNIQUE INDEX reversalOnce ON operations (undoes) WHERE undoes IS NOT NULL;
