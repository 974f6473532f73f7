-- Figures of each day: what operations add to them, by account, mode, UTC day and currency. An operation belongs to the day of its creation, by
-- its account's clock. What it adds depends on its own row alone, so that a later outcome, void, settlement or return corrects its day.
CREATE TABLE dailyFigures (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- Days since 1970.
  day INTEGER NOT NULL,
  currency INTEGER NOT NULL,
  -- A value of the column `figure` of `operations`.
  figure TEXT NOT NULL,
  operations INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (account, mode, day, currency, figure)
) STRICT, WITHOUT ROWID;

-- The figure that an operation counts in. Null for none, such as while it is pending.
ALTER TABLE operations ADD COLUMN figure TEXT GENERATED ALWAYS AS (
  CASE
    WHEN type = 'capture' AND status IN ('approved', 'settled') THEN 'captured'
    WHEN type = 'credit' AND status IN ('approved', 'settled') THEN 'credited'
    WHEN type = 'authorize' AND status = 'declined' THEN 'declined:' || coalesce(responseCode, '')
    -- A void that follows leaves it approved.
    WHEN type = 'authorize' AND status NOT IN ('pending', 'failed', 'reversed') THEN 'approved'
  END
) VIRTUAL;

-- 1: it was added when it was written, since its id is ahead of real time: its account has a test clock. 0: the sweep adds it, once it reads
-- the operation by its id (worker/store/figures/rollUp.ts). Then these triggers correct it. They write nothing for all others.
ALTER TABLE operations ADD COLUMN inFigures INTEGER NOT NULL DEFAULT 0 CHECK (inFigures IN (0, 1));

CREATE TRIGGER figuresAhead AFTER INSERT ON operations
WHEN NEW.mode = 'test' AND NEW.inFigures = 0 AND NEW.type IN ('authorize', 'capture', 'credit')
  AND ((NEW.status = 'pending' AND NEW.awaitsScan = 0)
       OR (SELECT testClockOffset <> 0 OR testClockTarget IS NOT NULL FROM accounts WHERE id = NEW.account))
  AND NEW.id > coalesce((SELECT position FROM sweepPositions WHERE name = 'figures'), 0)
BEGIN
  UPDATE operations SET inFigures = 1 WHERE id = NEW.id;
  INSERT INTO dailyFigures (account, mode, day, currency, figure, operations, amount)
  SELECT account, mode, created / 86400000, (SELECT currency FROM transactions WHERE transactions.id = operations.transactionId), figure, 1, amount
  FROM operations WHERE id = NEW.id AND figure IS NOT NULL
  ON CONFLICT DO UPDATE SET operations = operations + excluded.operations, amount = amount + excluded.amount;
END;

CREATE TRIGGER figuresAdded AFTER INSERT ON operations
WHEN NEW.figure IS NOT NULL
  AND (NEW.inFigures = 1 OR NEW.id <= coalesce((SELECT position FROM sweepPositions WHERE name = 'figures'), 0))
BEGIN
  INSERT INTO dailyFigures (account, mode, day, currency, figure, operations, amount)
  SELECT NEW.account, NEW.mode, NEW.created / 86400000, currency, NEW.figure, 1, NEW.amount FROM transactions WHERE id = NEW.transactionId
  ON CONFLICT DO UPDATE SET operations = operations + excluded.operations, amount = amount + excluded.amount;
END;

CREATE TRIGGER figuresCorrected AFTER UPDATE OF type, status, amount, responseCode ON operations
WHEN (NEW.figure IS NOT OLD.figure OR (NEW.figure IS NOT NULL AND NEW.amount <> OLD.amount))
  AND (NEW.inFigures = 1 OR NEW.id <= coalesce((SELECT position FROM sweepPositions WHERE name = 'figures'), 0))
BEGIN
  INSERT INTO dailyFigures (account, mode, day, currency, figure, operations, amount)
  SELECT OLD.account, OLD.mode, OLD.created / 86400000, currency, OLD.figure, -1, -OLD.amount FROM transactions
  WHERE id = OLD.transactionId AND OLD.figure IS NOT NULL
  ON CONFLICT DO UPDATE SET operations = operations + excluded.operations, amount = amount + excluded.amount;
  INSERT INTO dailyFigures (account, mode, day, currency, figure, operations, amount)
  SELECT NEW.account, NEW.mode, NEW.created / 86400000, currency, NEW.figure, 1, NEW.amount FROM transactions
  WHERE id = NEW.transactionId AND NEW.figure IS NOT NULL
  ON CONFLICT DO UPDATE SET operations = operations + excluded.operations, amount = amount + excluded.amount;
END;
