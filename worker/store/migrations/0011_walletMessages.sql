-- Messages of wallets' payment envelopes that were taken, so that each is taken once. An envelope's signature is no such name: it can be
-- written in more than one way.
CREATE TABLE walletMessages (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  messageId TEXT NOT NULL,
  -- The transaction or token that it became.
  takenBy TEXT NOT NULL,
  -- When the message itself expires, milliseconds since 1970. It is refused from then on, so the row may go some time later.
  expires INTEGER NOT NULL,
  PRIMARY KEY (account, mode, messageId)
) STRICT, WITHOUT ROWID;

CREATE INDEX walletMessagesByExpires ON walletMessages (expires);
-- For accounts whose test mode has a clock of its own.
CREATE INDEX walletMessagesByExpiresInTest ON walletMessages (account, expires) WHERE mode = 'test';
