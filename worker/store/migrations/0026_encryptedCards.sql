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
