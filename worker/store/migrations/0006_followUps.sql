-- Captures, voids and credits. What a payment has moved, and what it is moving right now, are sums over its operations, kept in the
-- payment's row by the same batch that changes an operation; the checks are the last lock against moving more than was approved.

PRAGMA defer_foreign_keys = on;

CREATE TABLE transactionsWithFollowUps (
  id INTEGER PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- A credit is a payout that refers to no payment.
  type TEXT NOT NULL DEFAULT 'payment' CHECK (type IN ('payment', 'credit')),
  status TEXT NOT NULL,
  method TEXT NOT NULL,
  currency INTEGER NOT NULL,
  requested INTEGER NOT NULL,
  approved INTEGER NOT NULL DEFAULT 0,
  captured INTEGER NOT NULL DEFAULT 0,
  credited INTEGER NOT NULL DEFAULT 0,
  settled INTEGER NOT NULL DEFAULT 0,
  tip INTEGER NOT NULL DEFAULT 0,
  -- Reserved by captures and credits that the processor has not answered yet.
  capturing INTEGER NOT NULL DEFAULT 0 CHECK (capturing >= 0),
  crediting INTEGER NOT NULL DEFAULT 0 CHECK (crediting >= 0),
  -- 1 while an operation is under way that bears no other beside it: a void, or a final capture.
  held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1)),
  -- Approved, and given up: by a final capture, a credit, a void or the expiry.
  released INTEGER NOT NULL DEFAULT 0 CHECK (released >= 0),
  -- The card or bank account, sealed. cardId is bound into both values (for a token it is the token's id).
  cardId TEXT,
  sealedPan TEXT,
  wrappedPanKey TEXT,
  network TEXT,
  last4 TEXT,
  digits INTEGER,
  expiry TEXT,
  fingerprint TEXT,
  -- Keyed hashes of the card's issuer range and of the address that made its token: what card testing is recognized by.
  cardRange TEXT,
  source TEXT,
  customer TEXT,
  wallet TEXT,
  terminal TEXT,
  initiatedBy TEXT NOT NULL,
  initial TEXT NOT NULL,
  networkTransactionId TEXT,
  -- The order object as it came, one JSON column: D1 binds 100 parameters a statement.
  orderData TEXT,
  -- referenceObject and referenceObjectId of the order, joined by a colon: what a shop looks a payment up by.
  orderReference TEXT,
  -- int64 of the client, as text: a double would lose digits.
  referenceTransactionId TEXT,
  initiatedByUserId TEXT,
  batchId TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  expires INTEGER,
  CHECK (0 <= captured AND captured + capturing + released <= approved),
  CHECK (0 <= credited AND (type = 'credit' OR credited + crediting <= captured))
) STRICT;

INSERT INTO transactionsWithFollowUps
  (id, account, mode, type, status, method, currency, requested, approved, captured, credited, settled, tip, cardId, sealedPan,
   wrappedPanKey, network, last4, digits, expiry, fingerprint, customer, wallet, terminal, initiatedBy, initial, networkTransactionId,
   orderData, referenceTransactionId, initiatedByUserId, batchId, created, updated, expires)
SELECT id, account, mode, 'payment', status, method, currency, requested, approved, captured, credited, settled, tip, cardId, sealedPan,
   wrappedPanKey, network, last4, digits, expiry, fingerprint, customer, wallet, terminal, initiatedBy, initial, networkTransactionId,
   orderData, referenceTransactionId, initiatedByUserId, batchId, created, updated, expires
FROM transactions;

DROP TABLE transactions;
ALTER TABLE transactionsWithFollowUps RENAME TO transactions;

CREATE INDEX transactionsByAccount ON transactions (account, mode, id);
-- What the sweep lets expire.
CREATE INDEX transactionsExpiring ON transactions (expires) WHERE status IN ('authorized', 'partially_captured');
-- One card again and again; and what card testing looks like, in payments by tokens from browsers.
CREATE INDEX transactionsByFingerprint ON transactions (account, mode, fingerprint, id) WHERE fingerprint IS NOT NULL;
CREATE INDEX transactionsByCardRange ON transactions (account, mode, cardRange, id) WHERE source IS NOT NULL;
CREATE INDEX transactionsBySource ON transactions (account, mode, source, id) WHERE source IS NOT NULL;
CREATE INDEX transactionsFromBrowsers ON transactions (account, mode, id) WHERE source IS NOT NULL;

-- A void: the operation that it undoes (the payment's first one means the whole payment).
ALTER TABLE operations ADD COLUMN target INTEGER REFERENCES operations (id);
-- A capture after which nothing more will be captured.
ALTER TABLE operations ADD COLUMN final INTEGER NOT NULL DEFAULT 0;
-- How much of what was approved this operation gave up.
ALTER TABLE operations ADD COLUMN released INTEGER NOT NULL DEFAULT 0;
-- Facts of a decline that its code does not tell, as JSON: the details of its error.
ALTER TABLE operations ADD COLUMN details TEXT;
ALTER TABLE operations ADD COLUMN initiatedByUserId TEXT;
ALTER TABLE operations ADD COLUMN referenceTransactionId TEXT;
-- The batch that a capture or credit was settled in.
ALTER TABLE operations ADD COLUMN batchId TEXT;
-- What the next batch close takes.
CREATE INDEX operationsUnsettled ON operations (account, mode, id)
  WHERE status = 'approved' AND batchId IS NULL AND type IN ('capture', 'credit');

ALTER TABLE tokens ADD COLUMN cardRange TEXT;
-- Keyed hash of the address that a publishable key was used from; null for tokens that a merchant's own server made.
ALTER TABLE tokens ADD COLUMN source TEXT;
