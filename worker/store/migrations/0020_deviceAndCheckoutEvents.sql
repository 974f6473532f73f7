-- What tells the gateway that something of checkouts and card readers is still to be announced.

-- When the sweep looks whether a checkout has run out. Null once that was announced, or cannot happen any more.
ALTER TABLE checkouts ADD COLUMN announceExpiry INTEGER;

-- Those that ran out before anybody could hear of it stay silent.
UPDATE checkouts SET announceExpiry = expires
WHERE canceled IS NULL AND expires > unixepoch() * 1000
  AND NOT EXISTS (SELECT 1 FROM checkoutCompletions WHERE checkout = checkouts.id);

CREATE INDEX checkoutsToExpire ON checkouts (announceExpiry) WHERE announceExpiry IS NOT NULL;

-- The request that registers a card reader, until it is known that the reader keeps its key: until then it may be taken back. Null once it
-- was announced.
ALTER TABLE terminals ADD COLUMN registering TEXT;
