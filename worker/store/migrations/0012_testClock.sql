-- The clock of an account's test mode, as milliseconds ahead of the real one: it goes on running, and so do the ids that are made of it.
ALTER TABLE accounts ADD COLUMN testClockOffset INTEGER NOT NULL DEFAULT 0;
-- When the cron last had a look at an account with a clock of its own: the one that waits longest is next.
ALTER TABLE accounts ADD COLUMN testClockSwept INTEGER NOT NULL DEFAULT 0;

CREATE INDEX accountsWithTestClock ON accounts (testClockSwept) WHERE testClockOffset <> 0;

-- What is due in the test mode of one account, whose now may lie far ahead of everybody else's: without these, its sweep would pass over
-- all that the shard will have to do until then.
CREATE INDEX operationsDueInTest ON operations (account, due) WHERE due IS NOT NULL AND mode = 'test';
CREATE INDEX tokensToClearInTest ON tokens (account, expires) WHERE sealedPan IS NOT NULL AND mode = 'test';
CREATE INDEX transactionsExpiringInTest ON transactions (account, expires)
  WHERE status IN ('authorized', 'partially_captured') AND mode = 'test';
CREATE INDEX idempotencyByExpiresInTest ON idempotency (account, expires) WHERE mode = 'test';
CREATE INDEX operationsForeseenInTest ON operations (account, foreseenAt) WHERE foreseenAt IS NOT NULL AND mode = 'test';
