-- Plans, subscriptions and bills. Times are milliseconds since 1970, amounts are minor units of the currency.

CREATE TABLE plans (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  label TEXT NOT NULL,
  unit TEXT NOT NULL CHECK (unit IN ('day', 'week', 'month', 'year')),
  interval INTEGER NOT NULL CHECK (interval > 0),
  -- 0 for the day on which the subscription starts.
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
  -- Copied from the plan or set by the request.
  label TEXT NOT NULL,
  unit TEXT NOT NULL CHECK (unit IN ('day', 'week', 'month', 'year')),
  interval INTEGER NOT NULL CHECK (interval > 0),
  -- The local date of the first bill, YYYY-MM-DD. anchorDay is the day of the month of bills in cycles of months and years; shorter months
  -- are billed on their last day.
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
  -- The number, from 0, of the period to bill next or being billed.
  period INTEGER NOT NULL DEFAULT 0 CHECK (period >= 0),
  -- Number of paid bills.
  charges INTEGER NOT NULL DEFAULT 0 CHECK (charges >= 0),
  starts INTEGER NOT NULL,
  resumesAt INTEGER,
  -- 1 if the customer has a new default payment method since the last attempt.
  newMethod INTEGER NOT NULL DEFAULT 0 CHECK (newMethod IN (0, 1)),
  -- When the sweep charges, retries or resumes it. Null if it need not.
  due INTEGER,
  -- End of the lease of the sweep that claimed it.
  leased INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  canceled INTEGER,
  -- Incremented by each change, for optimistic locking.
  version INTEGER NOT NULL DEFAULT 0,
  CHECK (installments = 0 OR charges <= installments),
  CHECK (status NOT IN ('active', 'past_due') OR due IS NOT NULL)
) STRICT;

CREATE INDEX subscriptionsByCustomer ON subscriptions (customer, created, id);
CREATE INDEX subscriptionsDue ON subscriptions (account, mode, due) WHERE due IS NOT NULL;

-- One row per billed period. The primary key ensures that a period is billed once.
CREATE TABLE bills (
  subscription TEXT NOT NULL REFERENCES subscriptions (id),
  period INTEGER NOT NULL,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  status TEXT NOT NULL CHECK (status IN ('open', 'paid', 'unpaid', 'dropped')),
  -- Local date, YYYY-MM-DD.
  date TEXT NOT NULL,
  -- The price when the bill was inserted. Later prices apply from the next period.
  total INTEGER NOT NULL CHECK (total > 0),
  tax INTEGER NOT NULL,
  surcharge INTEGER NOT NULL,
  shipping INTEGER NOT NULL,
  currency INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 1,
  -- Declined scheduled attempts, and consecutive processor failures.
  declines INTEGER NOT NULL DEFAULT 0,
  errors INTEGER NOT NULL DEFAULT 0,
  -- 1 from the time a charge may have been sent until its outcome is recorded here.
  asking INTEGER NOT NULL DEFAULT 0 CHECK (asking IN (0, 1)),
  -- 1 for an attempt outside of the schedule, because of a new payment method.
  extra INTEGER NOT NULL DEFAULT 0 CHECK (extra IN (0, 1)),
  -- The payment of the last attempt, and its response code.
  transactionId INTEGER NOT NULL REFERENCES transactions (id),
  responseCode TEXT,
  -- When it is retried or checked. Null if it waits for an event.
  again INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  PRIMARY KEY (subscription, period)
) STRICT, WITHOUT ROWID;
