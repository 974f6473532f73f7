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
