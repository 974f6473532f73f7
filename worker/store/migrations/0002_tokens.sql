-- Card data between the browser and its single use. Sealed values open only with the secret half of the token, which is not stored.
-- Spending a token moves sealedPan to the transaction and clears both sealed columns.

CREATE TABLE tokens (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  key TEXT NOT NULL,
  secretHash TEXT NOT NULL,
  method TEXT NOT NULL,
  -- The number of the card or bank account, and its other members.
  sealedPan TEXT,
  -- Data that must never be stored after authorization: the CVV, or the identity data of a bank account's holder.
  sealedCvv TEXT,
  network TEXT NOT NULL,
  last4 TEXT NOT NULL,
  digits INTEGER NOT NULL,
  expiry TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  preferredNetwork TEXT,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  -- The transaction that the token was spent on, whether or not it was approved.
  spentBy INTEGER
) STRICT, WITHOUT ROWID;

-- Tokens that the sweep clears: expired and not spent.
CREATE INDEX tokensToClear ON tokens (expires) WHERE sealedPan IS NOT NULL;
