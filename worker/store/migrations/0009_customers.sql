-- Customers and their saved payment methods.

CREATE TABLE customers (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- Members without a value are empty texts. A missing merchantIdentifier is null, since the index is unique.
  firstName TEXT NOT NULL,
  lastName TEXT NOT NULL,
  company TEXT NOT NULL,
  merchantIdentifier TEXT CHECK (merchantIdentifier <> ''),
  phoneNumber TEXT NOT NULL,
  emailAddress TEXT NOT NULL,
  -- JSON objects with the members that have a value.
  shippingAddress TEXT NOT NULL,
  metadata TEXT NOT NULL,
  -- Number of saved payment methods, updated by the batches that insert and delete them.
  stored INTEGER NOT NULL DEFAULT 0 CHECK (stored >= 0),
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  deleted INTEGER,
  -- Number of all subscriptions of a customer, updated by the batch that inserts one.
  enrolled INTEGER NOT NULL DEFAULT 0 CHECK (enrolled >= 0)
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
  -- The sealed card or bank account. cardId is authenticated data of both values (for a token it is the token's id).
  cardId TEXT NOT NULL,
  sealedPan TEXT,
  wrappedPanKey TEXT,
  network TEXT NOT NULL,
  last4 TEXT NOT NULL,
  digits INTEGER NOT NULL,
  expiry TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  cardRange TEXT,
  -- Of the first approved payment: later payments of the series refer to it.
  networkTransactionId TEXT,
  -- JSON: the processor's reference of the first approved payment over each connection, by its id. Null without one.
  initialReferences TEXT,
  isDefault INTEGER NOT NULL DEFAULT 0 CHECK (isDefault IN (0, 1)),
  address TEXT NOT NULL,
  created INTEGER NOT NULL,
  deleted INTEGER,
  -- The network that the holder of a co-badged card chose for the token. Null without a choice.
  preferredNetwork TEXT,
  source TEXT,
  -- The statement that deletes an entry also deletes its sealed values and their key.
  CHECK ((deleted IS NULL) = (sealedPan IS NOT NULL) AND (deleted IS NULL) = (wrappedPanKey IS NOT NULL)),
  CHECK (isDefault = 0 OR deleted IS NULL)
) STRICT;

CREATE INDEX walletEntriesByCustomer ON walletEntries (customer, created, id) WHERE deleted IS NULL;
CREATE UNIQUE INDEX oneDefault ON walletEntries (customer) WHERE isDefault = 1;
-- Deleted payment methods of a customer. Existing ones have their own index.
CREATE INDEX walletEntriesDeleted ON walletEntries (customer, created, id) WHERE deleted IS NOT NULL;

-- Erasures of customers, with the progress of redacting their payments.
CREATE TABLE erasures (
  customer TEXT PRIMARY KEY REFERENCES customers (id),
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  begun INTEGER NOT NULL,
  -- The time and id of the last redacted payment, the oldest first.
  untilCreated INTEGER NOT NULL DEFAULT 0,
  untilId INTEGER NOT NULL DEFAULT 0,
  -- Null while payments may be left.
  done INTEGER
) STRICT, WITHOUT ROWID;

-- Erasures that the sweep continues.
CREATE INDEX erasuresUnfinished ON erasures (begun) WHERE done IS NULL;

-- Totals of lists, updated by the batches that insert and delete rows, since counting reads every row.
CREATE TABLE counters (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- The counted table.
  name TEXT NOT NULL,
  total INTEGER NOT NULL CHECK (total >= 0),
  PRIMARY KEY (account, mode, name)
) STRICT, WITHOUT ROWID;
