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

CREATE INDEX walletMessagesByExpires ON walletMessages (expires);
-- For accounts with a test clock.
CREATE INDEX walletMessagesByExpiresInTest ON walletMessages (account, expires) WHERE mode = 'test';
