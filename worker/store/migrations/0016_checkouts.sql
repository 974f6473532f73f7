-- Hosted checkouts, and the tries to pay them. Times are milliseconds since 1970, amounts in minor units of the currency.

CREATE TABLE checkouts (
  -- Two characters of the shard, then 22 at random: who has it may pay.
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- The API key that it was made with, and scheme, host and port that its maker used: where its page is.
  key TEXT NOT NULL,
  origin TEXT NOT NULL,
  currency INTEGER NOT NULL,
  total INTEGER NOT NULL CHECK (total > 0),
  -- JSON: what is offered, see worker/contract/checkout/offer.ts.
  offer TEXT NOT NULL,
  -- Whose it is: named by the merchant, or made when it was paid.
  customer TEXT REFERENCES customers (id),
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  canceled INTEGER,
  -- Of its receipt by mail.
  receipt TEXT NOT NULL DEFAULT 'none' CHECK (receipt IN ('none', 'due', 'sent', 'failed')),
  -- When the sweep looks whether something was left undone. Null where nothing can have been.
  due INTEGER
) STRICT;

CREATE INDEX checkoutsDue ON checkouts (due) WHERE due IS NOT NULL;
CREATE INDEX checkoutsByCustomer ON checkouts (customer) WHERE customer IS NOT NULL;

-- One row a try: its name, which its page was given, is spent with it. Whether it came to anything, and so whether the checkout is paid, its
-- payment alone says.
CREATE TABLE checkoutTries (
  checkout TEXT NOT NULL REFERENCES checkouts (id),
  nonce TEXT NOT NULL,
  transactionId INTEGER NOT NULL UNIQUE REFERENCES transactions (id),
  created INTEGER NOT NULL,
  -- Of the shopper's page.
  locale TEXT NOT NULL,
  email TEXT NOT NULL,
  -- Whether the shopper agreed that the payment method is stored.
  store INTEGER NOT NULL CHECK (store IN (0, 1)),
  -- A subscription that begins later is verified with an amount of 0.
  charged INTEGER NOT NULL CHECK (charged IN (0, 1)),
  PRIMARY KEY (checkout, nonce)
) STRICT, WITHOUT ROWID;

-- What followed from a payment: customer, payment method, subscription. The primary key lets it be written once, in one batch with all of them.
CREATE TABLE checkoutCompletions (
  checkout TEXT PRIMARY KEY REFERENCES checkouts (id),
  transactionId INTEGER NOT NULL REFERENCES transactions (id),
  customer TEXT,
  wallet TEXT,
  subscription TEXT,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

UPDATE accounts SET settings = json_set(settings, '$.legalTexts', json('{}')) WHERE settings ->> '$.legalTexts' IS NULL;
