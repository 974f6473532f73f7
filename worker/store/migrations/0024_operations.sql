-- Who made an operation: the id of an API key, a member of the team, or a part of the gateway, as in `audit`. Null for reversals, which the gateway
-- makes, and for operations of before.
ALTER TABLE operations ADD COLUMN actor TEXT;

-- The time of the payment, of each credit, and of captures on a later UTC day than their payment. Lists of what was captured or credited on a
-- day read them by the index below, and other captures by the payments of the day. So a capture on the day of its payment has no entry.
UPDATE operations SET paymentCreated = (SELECT created FROM transactions WHERE transactions.id = operations.transactionId)
WHERE paymentCreated IS NULL AND (type = 'credit' OR (type = 'capture' AND created / 86400000 <>
  (SELECT created / 86400000 FROM transactions WHERE transactions.id = operations.transactionId)));

-- Days since 1970.
ALTER TABLE operations ADD COLUMN day INTEGER GENERATED ALWAYS AS (created / 86400000) VIRTUAL;

CREATE INDEX operationsByDay ON operations (account, mode, type, day, paymentCreated, transactionId)
  WHERE paymentCreated IS NOT NULL;

-- Receipts that were sent again, to the shopper's address or another one, which is not stored. The first receipt is in `checkouts.receipt`.
CREATE TABLE checkoutReceipts (
  checkout TEXT NOT NULL REFERENCES checkouts (id),
  nth INTEGER NOT NULL,
  at INTEGER NOT NULL,
  recipient TEXT NOT NULL CHECK (recipient IN ('shopper', 'other')),
  -- It counts as failed until it is sent.
  state TEXT NOT NULL CHECK (state IN ('sent', 'failed')),
  -- As in operations.
  actor TEXT NOT NULL,
  PRIMARY KEY (checkout, nth)
) STRICT, WITHOUT ROWID;
