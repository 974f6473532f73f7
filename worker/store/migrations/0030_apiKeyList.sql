-- The keys of an account and mode, newest first, so that a page reads only its rows. Replaces the index that other modes share.
CREATE INDEX apiKeysByTime ON apiKeys (account, mode, created, id);
DROP INDEX apiKeysByAccount;
