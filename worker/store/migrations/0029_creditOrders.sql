-- The order of a credit that refunds a payment. Names differ from those of `transactions`, which queries join without qualifying columns.
ALTER TABLE operations ADD COLUMN creditOrder TEXT;
-- referenceObject and referenceObjectId of that order, joined by a colon, and the time of the payment, for the search.
ALTER TABLE operations ADD COLUMN creditReference TEXT;
ALTER TABLE operations ADD COLUMN paymentCreated INTEGER;
ALTER TABLE operations ADD COLUMN creditReferenceObjectId TEXT
  GENERATED ALWAYS AS (creditOrder ->> '$.referenceObjectId') VIRTUAL;

CREATE INDEX operationsByReference ON operations (account, mode, creditReference, paymentCreated, transactionId)
  WHERE creditReference IS NOT NULL;
CREATE INDEX operationsByReferenceObjectId ON operations (account, mode, creditReferenceObjectId, paymentCreated, transactionId)
  WHERE creditReferenceObjectId IS NOT NULL;
