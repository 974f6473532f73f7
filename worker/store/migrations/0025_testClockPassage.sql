-- While a test clock passes through time: its destination as an offset from real time in milliseconds, the moment (milliseconds since 1970)
-- whose work it does, and until when (real time) a request or the cron continues it. No passage is under way if the destination is NULL.
ALTER TABLE accounts ADD COLUMN testClockTarget INTEGER;
ALTER TABLE accounts ADD COLUMN testClockMoment INTEGER;
ALTER TABLE accounts ADD COLUMN testClockHeld INTEGER NOT NULL DEFAULT 0;

-- The first step of a passage starts at an offset of 0, which accountsWithTestClock does not contain.
CREATE INDEX accountsPassingTime ON accounts (testClockSwept) WHERE testClockTarget IS NOT NULL;

-- As in 0012: the next due checkout of one account, whose clock may be far ahead.
CREATE INDEX checkoutsDueInTest ON checkouts (account, due) WHERE due IS NOT NULL AND mode = 'test';
CREATE INDEX checkoutsExpiringInTest ON checkouts (account, announceExpiry) WHERE announceExpiry IS NOT NULL AND mode = 'test';
