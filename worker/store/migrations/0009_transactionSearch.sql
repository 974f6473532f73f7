-- Indexes for the search of payments. Each one is sorted newest first, so that a page starts at the end of the previous one and reads only
-- its rows. The indexes are partial: payments without a value have no entry.

-- The merchant's own numbers in the order. Virtual columns, not stored.
ALTER TABLE transactions ADD COLUMN referenceObjectId TEXT
  GENERATED ALWAYS AS (orderData ->> '$.referenceObjectId') VIRTUAL;
ALTER TABLE transactions ADD COLUMN customerPublicIdentifier TEXT
  GENERATED ALWAYS AS (nullif(orderData ->> '$.customerPublicIdentifier', '')) VIRTUAL;

CREATE INDEX transactionsByTime ON transactions (account, mode, created);
-- Lists are sorted by time, so the index by id is not needed.
DROP INDEX transactionsByAccount;

CREATE INDEX transactionsByReference ON transactions (account, mode, orderReference, created)
  WHERE orderReference IS NOT NULL;
CREATE INDEX transactionsByReferenceObjectId ON transactions (account, mode, referenceObjectId, created)
  WHERE referenceObjectId IS NOT NULL;
CREATE INDEX transactionsByCustomer ON transactions (account, mode, customer, created)
  WHERE customer IS NOT NULL;
CREATE INDEX transactionsByCustomerPublicIdentifier ON transactions (account, mode, customerPublicIdentifier, created)
  WHERE customerPublicIdentifier IS NOT NULL;
CREATE INDEX transactionsByLast4 ON transactions (account, mode, last4, created)
  WHERE last4 IS NOT NULL;

-- Operations settled in a batch, by payment.
CREATE INDEX operationsByBatch ON operations (account, mode, batchId, transactionId)
  WHERE batchId IS NOT NULL;
