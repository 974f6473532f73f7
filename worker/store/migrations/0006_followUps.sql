-- Captures, voids and credits. The moved and reserved amounts of a payment are sums over its operations, stored in the payment's row by the
-- batch that changes an operation. The CHECKs are the last safeguard against moving more than was approved.

PRAGMA defer_foreign_keys = on;

CREATE TABLE transactionsWithFollowUps (
  id INTEGER PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- `credit` is an unreferenced credit.
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
  -- Reserved by pending captures and credits.
  capturing INTEGER NOT NULL DEFAULT 0 CHECK (capturing >= 0),
  crediting INTEGER NOT NULL DEFAULT 0 CHECK (crediting >= 0),
  -- 1 while a void or final capture is pending, which excludes other operations.
  held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1)),
  -- The part of `approved` released by a final capture, a credit, a void or the expiry.
  released INTEGER NOT NULL DEFAULT 0 CHECK (released >= 0),
  -- The sealed card or bank account. cardId is authenticated data of both values (for a token it is the token's id).
  cardId TEXT,
  sealedPan TEXT,
  wrappedPanKey TEXT,
  network TEXT,
  last4 TEXT,
  digits INTEGER,
  expiry TEXT,
  fingerprint TEXT,
  -- Keyed hashes of the card's issuer range and of the address that created its token, to detect card testing.
  cardRange TEXT,
  source TEXT,
  customer TEXT,
  wallet TEXT,
  terminal TEXT,
  initiatedBy TEXT NOT NULL,
  initial TEXT NOT NULL,
  networkTransactionId TEXT,
  -- The order as received, in one JSON column: D1 binds 100 parameters per statement.
  orderData TEXT,
  -- referenceObject and referenceObjectId of the order, joined by a colon, for search.
  orderReference TEXT,
  -- int64 of the client as text, since a double would lose digits.
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
-- Payments that the sweep expires.
CREATE INDEX transactionsExpiring ON transactions (expires) WHERE status IN ('authorized', 'partially_captured');
-- Repeated payments with one card; and velocity counts of payments by tokens from browsers.
CREATE INDEX transactionsByFingerprint ON transactions (account, mode, fingerprint, id) WHERE fingerprint IS NOT NULL;
CREATE INDEX transactionsByCardRange ON transactions (account, mode, cardRange, id) WHERE source IS NOT NULL;
CREATE INDEX transactionsBySource ON transactions (account, mode, source, id) WHERE source IS NOT NULL;
CREATE INDEX transactionsFromBrowsers ON transactions (account, mode, id) WHERE source IS NOT NULL;

-- Of a void: the operation that it undoes (the first operation stands for the whole payment).
ALTER TABLE operations ADD COLUMN target INTEGER REFERENCES operations (id);
-- 1 for the last capture of a payment.
ALTER TABLE operations ADD COLUMN final INTEGER NOT NULL DEFAULT 0;
-- The part of the hold that this operation released.
ALTER TABLE operations ADD COLUMN released INTEGER NOT NULL DEFAULT 0;
-- Details of a decline beyond its code, as JSON.
ALTER TABLE operations ADD COLUMN details TEXT;
ALTER TABLE operations ADD COLUMN initiatedByUserId TEXT;
ALTER TABLE operations ADD COLUMN referenceTransactionId TEXT;
-- The batch that a capture or credit was settled in.
ALTER TABLE operations ADD COLUMN batchId TEXT;
-- Operations that the next batch settles.
CREATE INDEX operationsUnsettled ON operations (account, mode, id)
  WHERE status = 'approved' AND batchId IS NULL AND type IN ('capture', 'credit');

ALTER TABLE tokens ADD COLUMN cardRange TEXT;
-- Keyed hash of the address that used a publishable key. Null for tokens of a merchant's server.
ALTER TABLE tokens ADD COLUMN source TEXT;
