-- Disputes of payments. Times are milliseconds since 1970, amounts are minor units of the payment's currency.

CREATE TABLE disputes (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- The payment, and its disputed operation: a capture.
  transactionId INTEGER NOT NULL,
  operationId INTEGER NOT NULL,
  -- The connection whose processor has the case, and the case's id there.
  connection TEXT NOT NULL,
  caseId TEXT NOT NULL,
  currency INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  reasonCode TEXT,
  reasonCategory TEXT NOT NULL,
  stage TEXT NOT NULL CHECK (stage IN ('warning', 'open', 'won', 'lost', 'accepted')),
  evidenceDueBy INTEGER,
  -- The stages that the dispute went through, as JSON.
  stages TEXT NOT NULL,
  -- Every report of the processor, as JSON. The columns from amount to stages follow from them.
  reports TEXT NOT NULL,
  -- Counts the changes of the row, so that concurrent reports do not overwrite each other.
  revision INTEGER NOT NULL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A case is recorded once, whatever its processor repeats.
CREATE UNIQUE INDEX disputesByCase ON disputes (account, mode, connection, caseId);
CREATE INDEX disputesByCreated ON disputes (account, mode, created, id);
CREATE INDEX disputesByStage ON disputes (account, mode, stage, created, id);
CREATE INDEX disputesByTransaction ON disputes (transactionId, created, id);
