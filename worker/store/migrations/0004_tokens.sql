-- Card data between the browser and its single use. Sealed values open only with the secret half of the token, which is not stored.
-- Spending a token moves sealedPan to the transaction or wallet entry and deletes the row. Expired tokens keep theirs for a day, without
-- sealed values.
CREATE TABLE tokens (
  -- Begins with the second of its creation (worker/contract/tokens/tokenTime.ts), so that the sweep finds expired and old tokens by it.
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
  -- 1: the sweep finds the token by its id once it has expired.
  awaitsScan INTEGER NOT NULL DEFAULT 0 CHECK (awaitsScan IN (0, 1)),
  cardRange TEXT,
  -- Keyed hash of the address that used a publishable key. Null for tokens of a merchant's server.
  source TEXT
) STRICT, WITHOUT ROWID;

-- Expired tokens of accounts with a test clock. The others are found by their ids.
CREATE INDEX tokensToClear ON tokens (account, mode, expires) WHERE sealedPan IS NOT NULL AND awaitsScan = 0;

-- Used messages of wallet payloads, so that each is used once. The payload's signature is not a unique id, since it has several encodings.
CREATE TABLE walletMessages (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  messageId TEXT NOT NULL,
  -- The transaction or token that used it.
  takenBy TEXT NOT NULL,
  -- When the message expires, milliseconds since 1970. It is rejected from then on, so the row may be deleted later.
  expires INTEGER NOT NULL,
  PRIMARY KEY (account, mode, messageId)
) STRICT, WITHOUT ROWID;

CREATE INDEX walletMessagesByExpires ON walletMessages (account, mode, expires);

-- Used encrypted cards, so that each is used once.
CREATE TABLE usedEncryptedCards (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- SHA-256 of the ciphertext.
  messageId TEXT NOT NULL,
  -- The transaction, token or wallet entry that used it.
  takenBy TEXT NOT NULL,
  -- When the key that decrypts it is deleted: real time, milliseconds since 1970.
  expires INTEGER NOT NULL,
  PRIMARY KEY (account, mode, messageId)
) STRICT, WITHOUT ROWID;

CREATE INDEX usedEncryptedCardsByExpires ON usedEncryptedCards (expires);
