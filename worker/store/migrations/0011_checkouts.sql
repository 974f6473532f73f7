-- Hosted checkouts, and the attempts to pay them. Times are milliseconds since 1970, amounts are minor units of the currency.

CREATE TABLE checkouts (
  -- Two characters of the shard and 22 random ones. The id authorizes a shopper to pay.
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- The API key that created it, and scheme, host and port of that request, which serve its page.
  key TEXT NOT NULL,
  origin TEXT NOT NULL,
  currency INTEGER NOT NULL,
  total INTEGER NOT NULL CHECK (total > 0),
  -- JSON, see worker/contract/checkouts/offer.ts.
  offer TEXT NOT NULL,
  -- Set by the merchant, or created by the payment.
  customer TEXT REFERENCES customers (id),
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  canceled INTEGER,
  -- State of the receipt mail.
  receipt TEXT NOT NULL DEFAULT 'none' CHECK (receipt IN ('none', 'due', 'sent', 'failed')),
  -- When the sweep completes the checkout. Null if nothing is missing.
  due INTEGER,
  -- When the personal data of an unpaid checkout is redacted, some time after its expiry. Null if it is not redacted.
  forget INTEGER,
  -- When the sweep checks whether a checkout has expired. Null after the expiry event, or if it cannot expire.
  announceExpiry INTEGER
) STRICT;

CREATE INDEX checkoutsDue ON checkouts (account, mode, due) WHERE due IS NOT NULL;
CREATE INDEX checkoutsByCustomer ON checkouts (customer) WHERE customer IS NOT NULL;
CREATE INDEX checkoutsToForget ON checkouts (account, mode, forget) WHERE forget IS NOT NULL;
CREATE INDEX checkoutsToExpire ON checkouts (account, mode, announceExpiry) WHERE announceExpiry IS NOT NULL;

-- One row per attempt, with its single-use nonce. The status of its payment decides whether the checkout is paid.
CREATE TABLE checkoutTries (
  checkout TEXT NOT NULL REFERENCES checkouts (id),
  nonce TEXT NOT NULL,
  transactionId INTEGER NOT NULL UNIQUE REFERENCES transactions (id),
  created INTEGER NOT NULL,
  -- Locale of the shopper's page.
  locale TEXT NOT NULL,
  email TEXT NOT NULL,
  -- Whether the shopper agreed to save the payment method.
  store INTEGER NOT NULL CHECK (store IN (0, 1)),
  -- 0 for a verification with an amount of 0, for a subscription that starts later.
  charged INTEGER NOT NULL CHECK (charged IN (0, 1)),
  PRIMARY KEY (checkout, nonce)
) STRICT, WITHOUT ROWID;

-- Customer, payment method and subscription of a paid checkout. The primary key allows one completion, inserted in one batch with them.
CREATE TABLE checkoutCompletions (
  checkout TEXT PRIMARY KEY REFERENCES checkouts (id),
  transactionId INTEGER NOT NULL REFERENCES transactions (id),
  customer TEXT,
  wallet TEXT,
  subscription TEXT,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
