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

-- Deleted payment methods of a customer. Existing ones have their own index.
CREATE INDEX walletEntriesDeleted ON walletEntries (customer, created, id) WHERE deleted IS NOT NULL;

-- Audit entries about a customer.
CREATE INDEX auditByCustomer ON audit (account, detail ->> '$.customer', id) WHERE detail ->> '$.customer' IS NOT NULL;
