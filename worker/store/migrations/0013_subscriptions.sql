-- Plans, the customers who took them, and what was billed. Times are milliseconds since 1970, amounts in minor units of the currency.

CREATE TABLE plans (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  label TEXT NOT NULL,
  unit TEXT NOT NULL CHECK (unit IN ('day', 'week', 'month', 'year')),
  interval INTEGER NOT NULL CHECK (interval > 0),
  -- 0 for the day on which each customer starts.
  dayOfCycle INTEGER NOT NULL,
  currency INTEGER NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  -- 0 until canceled.
  installments INTEGER NOT NULL CHECK (installments >= 0),
  created INTEGER NOT NULL,
  deleted INTEGER
) STRICT;

CREATE INDEX plansByCreated ON plans (account, mode, created, id) WHERE deleted IS NULL;
CREATE UNIQUE INDEX plansByLabel ON plans (account, mode, label) WHERE deleted IS NULL;

CREATE TABLE subscriptions (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  customer TEXT NOT NULL REFERENCES customers (id),
  plan TEXT NOT NULL REFERENCES plans (id),
  -- The terms as they were taken: of the plan, or said otherwise.
  label TEXT NOT NULL,
  unit TEXT NOT NULL CHECK (unit IN ('day', 'week', 'month', 'year')),
  interval INTEGER NOT NULL CHECK (interval > 0),
  -- The local date of the first bill, YYYY-MM-DD; and of months and years the day of the month that bills come back to, where one was too
  -- short for it.
  firstDate TEXT NOT NULL,
  anchorDay INTEGER CHECK (anchorDay BETWEEN 1 AND 31),
  installments INTEGER NOT NULL CHECK (installments >= 0),
  -- The payment method that is charged; null for the customer's default.
  wallet TEXT REFERENCES walletEntries (id),
  currency INTEGER NOT NULL,
  total INTEGER NOT NULL CHECK (total > 0),
  tax INTEGER NOT NULL CHECK (tax >= 0),
  surcharge INTEGER NOT NULL CHECK (surcharge >= 0),
  shipping INTEGER NOT NULL CHECK (shipping >= 0),
  status TEXT NOT NULL CHECK (status IN ('active', 'past_due', 'paused', 'unpaid', 'completed', 'canceled')),
  -- The number, from 0, of the period that is billed next, or is being billed.
  period INTEGER NOT NULL DEFAULT 0 CHECK (period >= 0),
  -- How many were paid.
  charges INTEGER NOT NULL DEFAULT 0 CHECK (charges >= 0),
  starts INTEGER NOT NULL,
  resumesAt INTEGER,
  -- 1 where the customer has a new default payment method since the last try.
  newMethod INTEGER NOT NULL DEFAULT 0 CHECK (newMethod IN (0, 1)),
  -- When the sweep has something to do with it: to charge, to try again, to resume. Null where it has not.
  due INTEGER,
  -- Until when whoever took it up keeps others from it.
  leased INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  canceled INTEGER,
  -- Counts changes: who writes says which state was read.
  version INTEGER NOT NULL DEFAULT 0,
  CHECK (installments = 0 OR charges <= installments),
  CHECK (status NOT IN ('active', 'past_due') OR due IS NOT NULL)
) STRICT;

CREATE INDEX subscriptionsByCustomer ON subscriptions (customer, created, id);
CREATE INDEX subscriptionsDue ON subscriptions (due) WHERE due IS NOT NULL;
-- What is due in the test mode of one account, whose now may lie far ahead of everybody else's.
CREATE INDEX subscriptionsDueInTest ON subscriptions (account, due) WHERE due IS NOT NULL AND mode = 'test';

-- Whose subscriptions wait: few among many accounts.
CREATE INDEX accountsSuspended ON accounts (id) WHERE suspended <> 0;

-- One row a period that was billed: the primary key is what keeps a period from being billed twice.
CREATE TABLE bills (
  subscription TEXT NOT NULL REFERENCES subscriptions (id),
  period INTEGER NOT NULL,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  status TEXT NOT NULL CHECK (status IN ('open', 'paid', 'unpaid', 'dropped')),
  -- Local date, YYYY-MM-DD.
  date TEXT NOT NULL,
  -- The price of the day it was opened: a later one counts from the next period.
  total INTEGER NOT NULL CHECK (total > 0),
  tax INTEGER NOT NULL,
  surcharge INTEGER NOT NULL,
  shipping INTEGER NOT NULL,
  currency INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 1,
  -- Of the attempts, those that were declined by schedule, and failures of the processor in a row.
  declines INTEGER NOT NULL DEFAULT 0,
  errors INTEGER NOT NULL DEFAULT 0,
  -- 1 from the moment a charge may have been sent until its outcome is written here.
  asking INTEGER NOT NULL DEFAULT 0 CHECK (asking IN (0, 1)),
  -- 1 where this attempt is made beside the schedule, because of a new payment method.
  extra INTEGER NOT NULL DEFAULT 0 CHECK (extra IN (0, 1)),
  -- The payment of the last attempt, and what it came to.
  transactionId INTEGER NOT NULL REFERENCES transactions (id),
  responseCode TEXT,
  -- When it is tried, or looked at, again; null where that waits for something else than time.
  again INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  PRIMARY KEY (subscription, period)
) STRICT, WITHOUT ROWID;

-- How many subscriptions a customer ever had, kept by the batch that adds one.
ALTER TABLE customers ADD COLUMN enrolled INTEGER NOT NULL DEFAULT 0 CHECK (enrolled >= 0);

UPDATE accounts SET settings = json_set(settings, '$.subscriptionRetryDays', json('[1,3,5,7]'))
WHERE settings ->> '$.subscriptionRetryDays' IS NULL;
