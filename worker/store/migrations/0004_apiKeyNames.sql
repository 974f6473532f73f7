-- What people call a key; null where nobody named it.
ALTER TABLE apiKeys ADD COLUMN name TEXT;
