-- Settlement: an account's captures and credits until the end of its day are one batch. Times are milliseconds since 1970.

CREATE TABLE batches (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- A closing batch settles its operations in several statements.
  status TEXT NOT NULL CHECK (status IN ('closing', 'closed')),
  -- The batch has the operations approved until then.
  cutoff INTEGER NOT NULL,
  created INTEGER NOT NULL,
  closed INTEGER,
  -- The settlement cycle of its operations.
  cycle INTEGER NOT NULL,
  -- The last operation that the batch has settled or left to the next cycle, and its payment. Operations are processed by payment.
  lastPayment INTEGER NOT NULL DEFAULT 0,
  lastOperation INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX batchesByCreated ON batches (account, mode, created, id);
-- At most one closing batch per account and mode, which the sweep continues.
CREATE UNIQUE INDEX batchClosing ON batches (account, mode) WHERE status = 'closing';

-- The current settlement cycle: of captures and credits that are approved now. Without a row it is 0. Each new batch begins the next one, so
-- that no operation joins the cycle of a batch.
CREATE TABLE settlementCycles (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  cycle INTEGER NOT NULL,
  PRIMARY KEY (account, mode)
) STRICT, WITHOUT ROWID;

-- Counts, and amounts in minor units, incremented by the statements that settle operations.
CREATE TABLE batchTotals (
  batch TEXT NOT NULL REFERENCES batches (id),
  currency INTEGER NOT NULL,
  captures INTEGER NOT NULL,
  captured INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  credited INTEGER NOT NULL,
  PRIMARY KEY (batch, currency)
) STRICT, WITHOUT ROWID;

-- Accounts with unsettled operations, so that the sweep does not read all accounts every minute.
CREATE TABLE unsettled (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- The earliest approval.
  since INTEGER NOT NULL,
  -- The end of that day in the account's time zone. Calculated by the sweep, since SQLite has no time zones.
  cutoff INTEGER,
  PRIMARY KEY (account, mode)
) STRICT, WITHOUT ROWID;

-- Triggers, so that no statement that approves an operation can omit it.
CREATE TRIGGER unsettledByUpdate AFTER UPDATE OF status ON operations
WHEN NEW.status = 'approved' AND NEW.batchId IS NULL AND NEW.settlementCycle >= 0
BEGIN
  INSERT INTO unsettled (account, mode, since) VALUES (NEW.account, NEW.mode, NEW.updated)
  ON CONFLICT DO UPDATE SET since = excluded.since, cutoff = NULL WHERE excluded.since < since;
END;

-- Its processor has settled it: it is left for the batch of the day of its approval, which is over at most processors.
CREATE TRIGGER unsettledByReport AFTER UPDATE OF settlementCycle ON operations
WHEN OLD.settlementCycle = -1 AND NEW.settlementCycle >= 0 AND NEW.status = 'approved'
BEGIN
  INSERT INTO unsettled (account, mode, since) VALUES (NEW.account, NEW.mode, NEW.updated)
  ON CONFLICT DO UPDATE SET since = excluded.since, cutoff = NULL WHERE excluded.since < since;
END;

CREATE TRIGGER unsettledByInsert AFTER INSERT ON operations
WHEN NEW.status = 'approved' AND NEW.batchId IS NULL AND NEW.settlementCycle >= 0
BEGIN
  INSERT INTO unsettled (account, mode, since) VALUES (NEW.account, NEW.mode, NEW.updated)
  ON CONFLICT DO UPDATE SET since = excluded.since, cutoff = NULL WHERE excluded.since < since;
END;
