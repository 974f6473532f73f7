-- Browser and system that a passkey was registered in, or a name that its person gave, so that people tell theirs apart.
ALTER TABLE passkeys ADD COLUMN name TEXT NOT NULL DEFAULT '';
