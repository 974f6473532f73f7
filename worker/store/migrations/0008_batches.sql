-- Settlement: what an account captured and credited until the end of its day is closed as one batch. Times are milliseconds since 1970.

CREATE TABLE batches (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- A batch that is closing takes its operations piece by piece.
  status TEXT NOT NULL CHECK (status IN ('closing', 'closed')),
  -- What was approved until then is in it.
  cutoff INTEGER NOT NULL,
  created INTEGER NOT NULL,
  closed INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX batchesByCreated ON batches (account, mode, created, id);
-- One after the other: what the sweep goes on with.
CREATE UNIQUE INDEX batchClosing ON batches (account, mode) WHERE status = 'closing';

-- Counts, and amounts in minor units, grown by the statements that settle the operations.
CREATE TABLE batchTotals (
  batch TEXT NOT NULL REFERENCES batches (id),
  currency INTEGER NOT NULL,
  captures INTEGER NOT NULL,
  captured INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  credited INTEGER NOT NULL,
  PRIMARY KEY (batch, currency)
) STRICT, WITHOUT ROWID;

-- Who has something to settle, so that nobody has to ask all accounts every minute.
CREATE TABLE unsettled (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- The earliest approval of it.
  since INTEGER NOT NULL,
  -- When the account's day ends then: a matter of its time zone, which SQL does not know, so the sweep writes it.
  cutoff INTEGER,
  PRIMARY KEY (account, mode)
) STRICT, WITHOUT ROWID;

CREATE INDEX unsettledUndated ON unsettled (account, mode) WHERE cutoff IS NULL;
CREATE INDEX unsettledByCutoff ON unsettled (cutoff) WHERE cutoff IS NOT NULL;

INSERT INTO unsettled (account, mode, since)
SELECT account, mode, min(updated) FROM operations
WHERE status = 'approved' AND batchId IS NULL AND type IN ('capture', 'credit')
GROUP BY account, mode;

-- Triggers, so that no road to an approval can forget it.
CREATE TRIGGER unsettledByUpdate AFTER UPDATE OF status ON operations
WHEN NEW.status = 'approved' AND NEW.batchId IS NULL AND NEW.type IN ('capture', 'credit')
BEGIN
  INSERT INTO unsettled (account, mode, since) VALUES (NEW.account, NEW.mode, NEW.updated)
  ON CONFLICT DO UPDATE SET since = excluded.since, cutoff = NULL WHERE excluded.since < since;
END;

CREATE TRIGGER unsettledByInsert AFTER INSERT ON operations
WHEN NEW.status = 'approved' AND NEW.batchId IS NULL AND NEW.type IN ('capture', 'credit')
BEGIN
  INSERT INTO unsettled (account, mode, since) VALUES (NEW.account, NEW.mode, NEW.updated)
  ON CONFLICT DO UPDATE SET since = excluded.since, cutoff = NULL WHERE excluded.since < since;
END;

-- What will become of a settled operation by itself, as JSON (event, code), and when: told by a processor that pretends.
ALTER TABLE operations ADD COLUMN foreseen TEXT;
ALTER TABLE operations ADD COLUMN foreseenAt INTEGER;
CREATE INDEX operationsForeseen ON operations (foreseenAt) WHERE foreseenAt IS NOT NULL;

-- When the cardholder disputed the payment.
ALTER TABLE transactions ADD COLUMN disputed INTEGER;
