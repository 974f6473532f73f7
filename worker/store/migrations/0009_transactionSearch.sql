-- What a shop looks its payments up by. Each index gives them newest first, so that a page begins where the last one ended and reads no
-- more than it shows, however many are stored. A row is written to an index only by a payment that has what it is about.

-- Of the order, by the merchant's own numbers. Not stored: read from the order where they are asked for.
ALTER TABLE transactions ADD COLUMN referenceObjectId TEXT
  GENERATED ALWAYS AS (orderData ->> '$.referenceObjectId') VIRTUAL;
ALTER TABLE transactions ADD COLUMN customerPublicIdentifier TEXT
  GENERATED ALWAYS AS (nullif(orderData ->> '$.customerPublicIdentifier', '')) VIRTUAL;

CREATE INDEX transactionsByTime ON transactions (account, mode, created);
-- The ids within an account's mode were there for lists, which go by time: one index is enough.
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

-- What was settled in a batch, by payment.
CREATE INDEX operationsByBatch ON operations (account, mode, batchId, transactionId)
  WHERE batchId IS NOT NULL;
