-- Customers who asked to be forgotten. What identifies them is blanked; the row says that it was, and how far the work has come.

CREATE TABLE erasures (
  customer TEXT PRIMARY KEY REFERENCES customers (id),
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  begun INTEGER NOT NULL,
  -- The payment, by its time and id, up to which the customer's payments are blanked, the oldest first.
  untilCreated INTEGER NOT NULL DEFAULT 0,
  untilId INTEGER NOT NULL DEFAULT 0,
  -- Null while there may be more.
  done INTEGER
) STRICT, WITHOUT ROWID;

-- What the sweep goes on with.
CREATE INDEX erasuresUnfinished ON erasures (begun) WHERE done IS NULL;

-- The payment methods that a customer had; those that a customer has are in an index of their own.
CREATE INDEX walletEntriesDeleted ON walletEntries (customer, created, id) WHERE deleted IS NOT NULL;

-- What was noted about a customer.
CREATE INDEX auditByCustomer ON audit (account, detail ->> '$.customer', id) WHERE detail ->> '$.customer' IS NOT NULL;
