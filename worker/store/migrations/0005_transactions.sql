-- A transaction is a payment with all of its operations (authorize, capture, ...). The first operation has the id of its transaction.
-- Amounts are integers in the currency's minor unit. The moved and reserved amounts are sums over the operations, stored by the batch that
-- changes an operation. The CHECKs are the last safeguard against moving more than was approved.
CREATE TABLE transactions (
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
  -- 1: the card was approved before, so that the payment is no sign of card testing.
  isKnownCard INTEGER NOT NULL DEFAULT 0 CHECK (isKnownCard IN (0, 1)),
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
  -- 1: the sweep has not read the payment yet and finds it by its id. Its hold then has no entry in the index.
  awaitsScan INTEGER NOT NULL DEFAULT 0 CHECK (awaitsScan IN (0, 1)),
  -- 0: the sweep adds the payment to the use of quotas once it reads its first operation.
  isCounted INTEGER NOT NULL DEFAULT 1 CHECK (isCounted IN (0, 1)),
  -- When the cardholder disputed the payment.
  disputed INTEGER,
  -- The merchant's own numbers in the order. Virtual columns, not stored.
  referenceObjectId TEXT GENERATED ALWAYS AS (orderData ->> '$.referenceObjectId') VIRTUAL,
  customerPublicIdentifier TEXT GENERATED ALWAYS AS (nullif(orderData ->> '$.customerPublicIdentifier', '')) VIRTUAL,
  -- The network that the holder of a co-badged card chose for the token. Null without a choice.
  preferredNetwork TEXT,
  -- Null: the built-in simulator.
  connection TEXT,
  -- The earliest `attention` of the operations.
  attention INTEGER,
  -- Copies of a payment's disputes and returned operations as JSON, so that a read of the payment needs no further table. Null for none.
  disputes TEXT,
  returns TEXT,
  CHECK (0 <= captured AND captured + capturing + released <= approved),
  CHECK (0 <= credited AND (type = 'credit' OR credited + crediting <= captured))
) STRICT;

-- Payments that the sweep expires. A hold gets its entry only once it is days old (worker/store/sql/sweepPositions.ts): most are captured
-- before, so that they never have one.
CREATE INDEX transactionsExpiring ON transactions (account, mode, expires)
  WHERE expires IS NOT NULL AND status IN ('authorized', 'partially_captured') AND awaitsScan = 0;
-- Lists and searches. Each index is sorted by time, so that a page starts at the end of the previous one and reads only its rows. Payments
-- without a value have no entry.
-- The index of all payments also has the attributes that velocity counts compare: card testing is detected by its newest entries.
CREATE INDEX transactionsByTime ON transactions (account, mode, created, id, source, cardRange);
CREATE INDEX transactionsByReference ON transactions (account, mode, orderReference, created)
  WHERE orderReference IS NOT NULL;
CREATE INDEX transactionsByReferenceObjectId ON transactions (account, mode, referenceObjectId, created)
  WHERE referenceObjectId IS NOT NULL;
CREATE INDEX transactionsByCustomer ON transactions (account, mode, customer, created)
  WHERE customer IS NOT NULL;
CREATE INDEX transactionsByCustomerPublicIdentifier ON transactions (account, mode, customerPublicIdentifier, created)
  WHERE customerPublicIdentifier IS NOT NULL;
-- Also for earlier payments with one card, of which one in ten thousand has the same last four digits.
CREATE INDEX transactionsByLast4 ON transactions (account, mode, last4, created)
  WHERE last4 IS NOT NULL;
-- Payments that wait for a card at a terminal.
CREATE INDEX transactionsAtTerminals ON transactions (account, mode, terminal) WHERE terminal IS NOT NULL AND status = 'pending';
CREATE INDEX transactionsByAttention ON transactions (account, mode, created, id) WHERE attention IS NOT NULL;
CREATE INDEX transactionsDisputed ON transactions (account, mode, created, id) WHERE disputes IS NOT NULL;
CREATE INDEX transactionsReturned ON transactions (account, mode, created, id) WHERE returns IS NOT NULL;
