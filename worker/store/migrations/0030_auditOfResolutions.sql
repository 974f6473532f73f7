-- The verdicts of persons about a payment's operations, which a read of the payment shows.
CREATE INDEX auditOfResolutions ON audit (account, detail ->> '$.transactionId', id) WHERE action = 'transaction.resolved';
