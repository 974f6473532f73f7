-- Background work by account, mode and lane (worker/domain/work/lanes.ts): when its next row comes due. The cron reads this table alone, so an idle
-- run costs a row, and the backlog of one account does not hide the work of another.
CREATE TABLE dueWork (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  lane TEXT NOT NULL
    CHECK (lane IN ('reversals', 'followUps', 'checkouts', 'bills', 'expiries', 'settlement', 'purges')),
  -- By the account's clock, milliseconds since 1970. No row of the lane comes due earlier; it may be later.
  due INTEGER NOT NULL,
  -- When the cron last woke the account's object for it: real time, milliseconds since 1970.
  woken INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account, mode, lane)
) STRICT, WITHOUT ROWID;

CREATE INDEX dueWorkByDue ON dueWork (due);

-- Triggers, so that no statement that makes a row due can omit it. They write only if the row is the account's earliest.

CREATE TRIGGER dueByInsertedOperation AFTER INSERT ON operations WHEN NEW.due IS NOT NULL AND NEW.awaitsScan = 0
BEGIN
  INSERT INTO dueWork (account, mode, lane, due)
  VALUES (NEW.account, NEW.mode,
          iif(NEW.type = 'reversal' OR (NEW.id = NEW.transactionId AND NEW.responseCode IS NOT '09'), 'reversals', 'followUps'), NEW.due)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

CREATE TRIGGER dueByOperation AFTER UPDATE OF due, awaitsScan, responseCode ON operations
WHEN NEW.due IS NOT NULL AND NEW.awaitsScan = 0
BEGIN
  INSERT INTO dueWork (account, mode, lane, due)
  VALUES (NEW.account, NEW.mode,
          iif(NEW.type = 'reversal' OR (NEW.id = NEW.transactionId AND NEW.responseCode IS NOT '09'), 'reversals', 'followUps'), NEW.due)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

CREATE TRIGGER dueByHold AFTER UPDATE OF status, expires, awaitsScan ON transactions
WHEN NEW.expires IS NOT NULL AND NEW.awaitsScan = 0 AND NEW.status IN ('authorized', 'partially_captured')
BEGIN
  INSERT INTO dueWork (account, mode, lane, due) VALUES (NEW.account, NEW.mode, 'expiries', NEW.expires)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

CREATE TRIGGER dueByInsertedSubscription AFTER INSERT ON subscriptions WHEN NEW.due IS NOT NULL
BEGIN
  INSERT INTO dueWork (account, mode, lane, due) VALUES (NEW.account, NEW.mode, 'bills', NEW.due)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

CREATE TRIGGER dueBySubscription AFTER UPDATE OF due ON subscriptions WHEN NEW.due IS NOT NULL
BEGIN
  INSERT INTO dueWork (account, mode, lane, due) VALUES (NEW.account, NEW.mode, 'bills', NEW.due)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

-- The bills of a suspended account wait.
CREATE TRIGGER dueByResumption AFTER UPDATE OF suspended ON accounts WHEN NEW.suspended = 0 AND OLD.suspended <> 0
BEGIN
  INSERT INTO dueWork (account, mode, lane, due) VALUES (NEW.id, 'test', 'bills', 0), (NEW.id, 'live', 'bills', 0)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

CREATE TRIGGER dueByInsertedCheckout AFTER INSERT ON checkouts WHEN coalesce(NEW.due, NEW.announceExpiry) IS NOT NULL
BEGIN
  INSERT INTO dueWork (account, mode, lane, due)
  VALUES (NEW.account, NEW.mode, 'checkouts',
          min(coalesce(NEW.due, NEW.announceExpiry), coalesce(NEW.announceExpiry, NEW.due)))
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

CREATE TRIGGER dueByCheckout AFTER UPDATE OF due, announceExpiry ON checkouts
WHEN coalesce(NEW.due, NEW.announceExpiry) IS NOT NULL
BEGIN
  INSERT INTO dueWork (account, mode, lane, due)
  VALUES (NEW.account, NEW.mode, 'checkouts',
          min(coalesce(NEW.due, NEW.announceExpiry), coalesce(NEW.announceExpiry, NEW.due)))
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

-- An account without a calculated cut-off is due at once.
CREATE TRIGGER dueByInsertedUnsettled AFTER INSERT ON unsettled
BEGIN
  INSERT INTO dueWork (account, mode, lane, due) VALUES (NEW.account, NEW.mode, 'settlement', coalesce(NEW.cutoff, 0))
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

CREATE TRIGGER dueByUnsettled AFTER UPDATE OF cutoff ON unsettled
BEGIN
  INSERT INTO dueWork (account, mode, lane, due) VALUES (NEW.account, NEW.mode, 'settlement', coalesce(NEW.cutoff, 0))
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

CREATE TRIGGER dueByClosingBatch AFTER INSERT ON batches WHEN NEW.status = 'closing'
BEGIN
  INSERT INTO dueWork (account, mode, lane, due) VALUES (NEW.account, NEW.mode, 'settlement', 0)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

-- A bank returns what has settled: a return that is known before waits for its batch.
CREATE TRIGGER dueByReturn AFTER UPDATE OF foreseenAt, status ON operations
WHEN NEW.foreseenAt IS NOT NULL AND NOT (NEW.status = 'approved' AND NEW.foreseen ->> 'event' IS 'returned')
BEGIN
  INSERT INTO dueWork (account, mode, lane, due) VALUES (NEW.account, NEW.mode, 'settlement', NEW.foreseenAt)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

CREATE TRIGGER dueByInsertedReport AFTER INSERT ON settlementReports
BEGIN
  INSERT INTO dueWork (account, mode, lane, due) VALUES (NEW.account, NEW.mode, 'settlement', NEW.due)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

CREATE TRIGGER dueByReport AFTER UPDATE OF due ON settlementReports
BEGIN
  INSERT INTO dueWork (account, mode, lane, due) VALUES (NEW.account, NEW.mode, 'settlement', NEW.due)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

-- A wallet message is kept for an hour after its expiry, events for 30 days.
CREATE TRIGGER dueByWalletMessage AFTER INSERT ON walletMessages
BEGIN
  INSERT INTO dueWork (account, mode, lane, due) VALUES (NEW.account, NEW.mode, 'purges', NEW.expires + 3600000)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

CREATE TRIGGER dueByInsertedToken AFTER INSERT ON tokens WHEN NEW.awaitsScan = 0 AND NEW.sealedPan IS NOT NULL
BEGIN
  INSERT INTO dueWork (account, mode, lane, due) VALUES (NEW.account, NEW.mode, 'purges', NEW.expires)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

CREATE TRIGGER dueByToken AFTER UPDATE OF awaitsScan ON tokens WHEN NEW.awaitsScan = 0 AND NEW.sealedPan IS NOT NULL
BEGIN
  INSERT INTO dueWork (account, mode, lane, due) VALUES (NEW.account, NEW.mode, 'purges', NEW.expires)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

CREATE TRIGGER dueByInsertedUnpaidCheckout AFTER INSERT ON checkouts WHEN NEW.forget IS NOT NULL
BEGIN
  INSERT INTO dueWork (account, mode, lane, due) VALUES (NEW.account, NEW.mode, 'purges', NEW.forget)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

CREATE TRIGGER dueByUnpaidCheckout AFTER UPDATE OF forget ON checkouts WHEN NEW.forget IS NOT NULL
BEGIN
  INSERT INTO dueWork (account, mode, lane, due) VALUES (NEW.account, NEW.mode, 'purges', NEW.forget)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

CREATE TRIGGER dueByInsertedRetention AFTER INSERT ON eventRetention
BEGIN
  INSERT INTO dueWork (account, mode, lane, due) VALUES (NEW.account, NEW.mode, 'purges', NEW.oldest + 2592000000)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;

CREATE TRIGGER dueByRetention AFTER UPDATE OF oldest ON eventRetention
BEGIN
  INSERT INTO dueWork (account, mode, lane, due) VALUES (NEW.account, NEW.mode, 'purges', NEW.oldest + 2592000000)
  ON CONFLICT DO UPDATE SET due = excluded.due WHERE excluded.due < due;
END;
