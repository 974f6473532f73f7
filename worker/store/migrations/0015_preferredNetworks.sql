-- The network that the holder of a co-badged card chose for the token. Null without a choice.

ALTER TABLE transactions ADD COLUMN preferredNetwork TEXT;
ALTER TABLE walletEntries ADD COLUMN preferredNetwork TEXT;
