-- Customers of the vault and their stored payment methods.

CREATE TABLE customers (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- What was never said is an empty text; but the merchant's own number is null then, since many customers may have none.
  firstName TEXT NOT NULL,
  lastName TEXT NOT NULL,
  company TEXT NOT NULL,
  merchantIdentifier TEXT CHECK (merchantIdentifier <> ''),
  phoneNumber TEXT NOT NULL,
  emailAddress TEXT NOT NULL,
  -- JSON objects with the members that were said.
  shippingAddress TEXT NOT NULL,
  metadata TEXT NOT NULL,
  -- How many payment methods are stored, kept by the batches that add and delete them.
  stored INTEGER NOT NULL DEFAULT 0 CHECK (stored >= 0),
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  deleted INTEGER
) STRICT;

CREATE INDEX customersByCreated ON customers (account, mode, created, id) WHERE deleted IS NULL;
CREATE UNIQUE INDEX customersByMerchantIdentifier ON customers (account, mode, merchantIdentifier)
  WHERE merchantIdentifier IS NOT NULL AND deleted IS NULL;

CREATE TABLE walletEntries (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  customer TEXT NOT NULL REFERENCES customers (id),
  method TEXT NOT NULL CHECK (method IN ('creditCard', 'check')),
  -- The card or bank account, sealed. cardId is bound into both values (for a token it is the token's id).
  cardId TEXT NOT NULL,
  sealedPan TEXT,
  wrappedPanKey TEXT,
  network TEXT NOT NULL,
  last4 TEXT NOT NULL,
  digits INTEGER NOT NULL,
  expiry TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  cardRange TEXT,
  -- Of the first approved payment: what card networks recognize the later ones by.
  networkTransactionId TEXT,
  isDefault INTEGER NOT NULL DEFAULT 0 CHECK (isDefault IN (0, 1)),
  address TEXT NOT NULL,
  created INTEGER NOT NULL,
  deleted INTEGER,
  -- Who deletes an entry erases its sealed values and the key to them in the same statement.
  CHECK ((deleted IS NULL) = (sealedPan IS NOT NULL) AND (deleted IS NULL) = (wrappedPanKey IS NOT NULL)),
  CHECK (isDefault = 0 OR deleted IS NULL)
) STRICT;

CREATE INDEX walletEntriesByCustomer ON walletEntries (customer, created, id) WHERE deleted IS NULL;
CREATE UNIQUE INDEX oneDefault ON walletEntries (customer) WHERE isDefault = 1;

-- How many there are of what is listed, kept by the batches that add and delete: counting reads every row.
CREATE TABLE counters (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- The table that is counted.
  name TEXT NOT NULL,
  total INTEGER NOT NULL CHECK (total >= 0),
  PRIMARY KEY (account, mode, name)
) STRICT, WITHOUT ROWID;

-- The wallet entry that a token was spent into. No transaction was, and spentBy, which says that the token is used, is 0 then.
ALTER TABLE tokens ADD COLUMN spentInto TEXT;
