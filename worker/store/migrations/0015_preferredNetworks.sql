-- Over which network of a co-badged card its holder wants to pay, as the token said it; null where nothing was said.

ALTER TABLE transactions ADD COLUMN preferredNetwork TEXT;
ALTER TABLE walletEntries ADD COLUMN preferredNetwork TEXT;
