-- Offset of the account's test clock from real time in milliseconds. The clock keeps running.
ALTER TABLE accounts ADD COLUMN testClockOffset INTEGER NOT NULL DEFAULT 0;
-- When the cron last swept an account with a test clock. The longest waiting account is next.
ALTER TABLE accounts ADD COLUMN testClockSwept INTEGER NOT NULL DEFAULT 0;

CREATE INDEX accountsWithTestClock ON accounts (testClockSwept) WHERE testClockOffset <> 0;

-- Due rows in the test mode of one account, whose clock may be far ahead. Without these indexes its sweep would read all rows of the shard
-- that are due until then.
CREATE INDEX operationsDueInTest ON operations (account, due) WHERE due IS NOT NULL AND mode = 'test';
CREATE INDEX tokensToClearInTest ON tokens (account, expires) WHERE sealedPan IS NOT NULL AND mode = 'test';
CREATE INDEX transactionsExpiringInTest ON transactions (account, expires)
  WHERE status IN ('authorized', 'partially_captured') AND mode = 'test';
CREATE INDEX idempotencyByExpiresInTest ON idempotency (account, expires) WHERE mode = 'test';
CREATE INDEX operationsForeseenInTest ON operations (account, foreseenAt) WHERE foreseenAt IS NOT NULL AND mode = 'test';
