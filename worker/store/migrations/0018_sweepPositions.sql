-- How far sweeps have read tables in the order of their ids, and when they last counted the use of quotas. A shard that was restored has the
-- positions of that time and reads on from there.
CREATE TABLE sweepPositions (
  name TEXT PRIMARY KEY,
  position ANY NOT NULL
) STRICT, WITHOUT ROWID;

-- What accounts use of the quotas whose rows come and go within a day: counted by the sweep every few minutes, not by a write of each row.
CREATE TABLE countedUsage (
  name TEXT NOT NULL,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  total INTEGER NOT NULL,
  PRIMARY KEY (name, account, mode)
) STRICT, WITHOUT ROWID;
