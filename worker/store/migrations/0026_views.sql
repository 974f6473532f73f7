-- Saved searches of the console's lists. Times are milliseconds since 1970.
CREATE TABLE views (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES accounts (id),
  mode TEXT NOT NULL,
  -- The member whose view it is. Empty: the team shares it.
  holder TEXT NOT NULL,
  list TEXT NOT NULL,
  name TEXT NOT NULL,
  -- What follows the question mark in the list's address.
  query TEXT NOT NULL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX viewsByName ON views (account, mode, holder, list, name);

-- Secret keys with all scopes of before also read and write saved views.
UPDATE apiKeys SET scopes = json_insert(scopes, '$[#]', 'views:read', '$[#]', 'views:write')
WHERE kind = 'sk' AND (SELECT count(*) FROM json_each(scopes) WHERE value <> 'internal') = 17;
