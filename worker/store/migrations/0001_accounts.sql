-- Accounts (merchants) and their keys. Times are milliseconds since 1970.

CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  -- One JSON object with the schema accountSettings of the contract.
  settings TEXT NOT NULL,
  suspended INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  -- Offset of the account's test clock from real time in milliseconds. The clock keeps running.
  testClockOffset INTEGER NOT NULL DEFAULT 0,
  -- Settings of one mode, as JSON objects, and the number of their changes. The column settings keeps those that both modes share. A missing
  -- member has its default (initialSettings in the contract), so a new setting needs no migration.
  testSettings TEXT NOT NULL DEFAULT '{}',
  liveSettings TEXT NOT NULL DEFAULT '{}',
  testVersion INTEGER NOT NULL DEFAULT 0,
  liveVersion INTEGER NOT NULL DEFAULT 0,
  -- While a test clock passes through time: its destination as an offset from real time in milliseconds, the moment (milliseconds since 1970)
  -- whose work it does, and until when (real time) a request or the cron continues it. No passage is under way if the destination is NULL.
  testClockTarget INTEGER,
  testClockMoment INTEGER,
  testClockHeld INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX accountsWithTestClock ON accounts (id) WHERE testClockOffset <> 0;
-- Accounts whose subscriptions wait: few of all accounts.
CREATE INDEX accountsSuspended ON accounts (id) WHERE suspended <> 0;
-- The first step of a passage starts at an offset of 0, which accountsWithTestClock does not contain.
CREATE INDEX accountsPassingTime ON accounts (testClockHeld) WHERE testClockTarget IS NOT NULL;

-- One vault key per account and mode, wrapped by a root key. Created by the worker at first use.
CREATE TABLE accountKeys (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  wrappedKey TEXT NOT NULL,
  rootVersion INTEGER NOT NULL,
  PRIMARY KEY (account, mode)
) STRICT, WITHOUT ROWID;

CREATE INDEX accountKeysByRoot ON accountKeys (rootVersion);

-- The key pair of an account and mode for card encryption in browsers. Created by the worker at first use, and never changed.
CREATE TABLE encryptionKeys (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- JWK. Its kid is the RFC 7638 thumbprint.
  publicKey TEXT NOT NULL,
  -- The private key, sealed by its own data key, and that data key wrapped by the account's key. The kid is authenticated data of both.
  sealedKey TEXT NOT NULL,
  wrappedKey TEXT NOT NULL,
  PRIMARY KEY (account, mode)
) STRICT;

-- Key pairs for card encryption by clients. They rotate: the newest is published, older ones decrypt for a while and are then deleted. The
-- pair of the table encryptionKeys remains that of terminals, whose cards are bound to one session.
CREATE TABLE cardKeys (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- RFC 7638 thumbprint of the public key.
  kid TEXT NOT NULL,
  publicKey TEXT NOT NULL,
  -- The private key, sealed by its own data key, and that data key wrapped by the account's key.
  sealedKey TEXT NOT NULL,
  wrappedKey TEXT NOT NULL,
  -- Real time, milliseconds since 1970.
  created INTEGER NOT NULL,
  PRIMARY KEY (account, mode, kid)
) STRICT, WITHOUT ROWID;

CREATE INDEX cardKeysByCreated ON cardKeys (created);
