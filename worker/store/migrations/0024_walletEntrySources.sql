-- Keyed hash of the address whose browser created the entry's token, until the card is first approved: so that saving a stolen card
-- before it is charged does not avoid the card-testing rules. Null for cards of a merchant's server.

ALTER TABLE walletEntries ADD COLUMN source TEXT;
