-- Accounts at processors. The built-in simulator has no row.
CREATE TABLE connections (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES accounts (id),
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  processor TEXT NOT NULL,
  label TEXT NOT NULL,
  -- Public settings as JSON. Secret ones are in sealedSecrets, encrypted with their own key, which the account's key wraps.
  settings TEXT NOT NULL,
  sealedSecrets TEXT,
  wrappedSecretsKey TEXT,
  -- 1: no rule chooses it. Operations of its earlier payments still use it.
  disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
  -- 1 after its first payment: it cannot be deleted any more.
  used INTEGER NOT NULL DEFAULT 0 CHECK (used IN (0, 1)),
  -- 1: its processor settles captures and credits, and its report shows it: the capability `settles` of its settings, for triggers and batches.
  settlesByReport INTEGER NOT NULL DEFAULT 0 CHECK (settlesByReport IN (0, 1)),
  -- When the processor last answered, and when it last could not be reached or rejected the credentials. At most one write a minute.
  lastSuccess INTEGER,
  lastFailure INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  -- Names of a connection's secret settings, as a JSON array.
  secretNames TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE INDEX connectionsByAccount ON connections (account, mode, id);

-- Messages of processors that were applied, each once. The messages themselves are not stored.
CREATE TABLE notifications (
  connection TEXT NOT NULL,
  -- SHA-256 of the message's id at the processor.
  id TEXT NOT NULL,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  kind TEXT NOT NULL CHECK (kind IN ('outcome', 'dispute', 'return')),
  -- The operation that it is about. Null: the gateway does not know it.
  operation INTEGER,
  result TEXT NOT NULL CHECK (result IN ('applied', 'contradicted', 'unknown_operation')),
  -- When the processor sent it, by its own clock, and when it was applied. Milliseconds since 1970.
  at INTEGER NOT NULL,
  received INTEGER NOT NULL,
  PRIMARY KEY (connection, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX notificationsByReceived ON notifications (received);

-- Connections whose reports are read: of their captures and credits some are not settled yet, or may be returned by the bank. Times are
-- milliseconds since 1970, by the account's clock unless they say otherwise.
CREATE TABLE settlementReports (
  connection TEXT PRIMARY KEY REFERENCES connections (id),
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- When the report is read next.
  due INTEGER NOT NULL,
  -- The end of the span of the last whole read, by the processor's clock, and when that read began. Null before the first.
  readUntil INTEGER,
  readAt INTEGER,
  -- The read that is under way as JSON: its span, its next page, and when it began.
  reading TEXT,
  -- Until when banks may return bank debits that have settled.
  returnsUntil INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX settlementReportsByDue ON settlementReports (account, mode, due);

-- Triggers, so that no statement that approves an operation can omit it. The processor settles half an hour later at the earliest.
CREATE TRIGGER reportAwaitedByUpdate AFTER UPDATE OF status ON operations
WHEN NEW.status = 'approved' AND NEW.settlementCycle = -1
BEGIN
  INSERT INTO settlementReports (connection, account, mode, due)
  VALUES (NEW.storedRef ->> '$.connection', NEW.account, NEW.mode, NEW.updated + 1800000)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

CREATE TRIGGER reportAwaitedByInsert AFTER INSERT ON operations
WHEN NEW.status = 'approved' AND NEW.settlementCycle = -1
BEGIN
  INSERT INTO settlementReports (connection, account, mode, due)
  VALUES (NEW.storedRef ->> '$.connection', NEW.account, NEW.mode, NEW.updated + 1800000)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;
