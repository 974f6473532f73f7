-- The key pair of an account and mode that browsers encrypt cards to. Made by the worker at first need, and never changed.
CREATE TABLE encryptionKeys (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- JWK with kid, which is its RFC 7638 thumbprint.
  publicKey TEXT NOT NULL,
  -- The private key, sealed by a key of its own, and that key wrapped by the account's. The kid is bound into both.
  sealedKey TEXT NOT NULL,
  wrappedKey TEXT NOT NULL,
  PRIMARY KEY (account, mode)
) STRICT;
