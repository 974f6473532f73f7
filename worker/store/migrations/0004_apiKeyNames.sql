-- Display name of a key. Null without one.
ALTER TABLE apiKeys ADD COLUMN name TEXT;
