-- People of an account, who use the console. Times are milliseconds since 1970, real time.
CREATE TABLE members (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  role TEXT NOT NULL,
  -- Hundredths of a currency unit, for each refund or void. Null: no limit.
  refundLimit INTEGER,
  created INTEGER NOT NULL,
  -- A removed member keeps the row, since audit entries name it.
  removed INTEGER,
  -- SHA-256 of the recovery code, which registers one new passkey. Null once it is used.
  recoveryHash TEXT UNIQUE
) STRICT;

CREATE INDEX membersByAccount ON members (account, created, id);

CREATE TABLE passkeys (
  -- The credential id in base64url.
  id TEXT PRIMARY KEY,
  member TEXT NOT NULL REFERENCES members (id),
  -- JWK.
  publicKey TEXT NOT NULL,
  -- Number of the signature algorithm (COSE): -7 or -257.
  algorithm INTEGER NOT NULL,
  signCount INTEGER NOT NULL,
  created INTEGER NOT NULL,
  lastUsed INTEGER,
  -- When the last challenge was made that the passkey has signed. Only a later one is accepted, so each is accepted once.
  lastChallenge INTEGER NOT NULL
) STRICT;

CREATE INDEX passkeysByMember ON passkeys (member);

CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES accounts (id),
  -- SHA-256 of the secret in the link.
  hash TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL,
  role TEXT NOT NULL,
  refundLimit INTEGER,
  -- The member or API key that invites, or `operator`.
  invitedBy TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  accepted INTEGER,
  canceled INTEGER
) STRICT;

CREATE INDEX invitationsByAccount ON invitations (account, created, id);

CREATE TABLE consoleSessions (
  id TEXT PRIMARY KEY,
  -- SHA-256 of the cookie.
  hash TEXT NOT NULL UNIQUE,
  account TEXT NOT NULL REFERENCES accounts (id),
  member TEXT NOT NULL REFERENCES members (id),
  -- Browser and system, for people who look for a session that is not theirs.
  browser TEXT NOT NULL,
  created INTEGER NOT NULL,
  -- The last request, to the minute.
  seen INTEGER NOT NULL,
  -- The last signature of a passkey.
  confirmed INTEGER NOT NULL,
  ended INTEGER
) STRICT;

CREATE INDEX consoleSessionsByAccount ON consoleSessions (account, created, id);
