-- State of events of checkouts and terminals that are not inserted yet.

-- When the sweep checks whether a checkout has expired. Null after the expiry event, or if it cannot expire.
ALTER TABLE checkouts ADD COLUMN announceExpiry INTEGER;

-- Checkouts that have expired before this migration get no event.
UPDATE checkouts SET announceExpiry = expires
WHERE canceled IS NULL AND expires > unixepoch() * 1000
  AND NOT EXISTS (SELECT 1 FROM checkoutCompletions WHERE checkout = checkouts.id);

CREATE INDEX checkoutsToExpire ON checkouts (announceExpiry) WHERE announceExpiry IS NOT NULL;

-- The request that registers a terminal, until the device has confirmed that it has stored its key; until then the terminal may be withdrawn.
-- Null after the registration event.
ALTER TABLE terminals ADD COLUMN registering TEXT;
