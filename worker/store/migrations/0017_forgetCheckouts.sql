-- When what is personal in a checkout is forgotten that was never paid: a while after it has expired. Null where nothing is to be forgotten.

ALTER TABLE checkouts ADD COLUMN forget INTEGER;

UPDATE checkouts SET forget = expires + 7776000000 WHERE NOT EXISTS (SELECT 1 FROM checkoutCompletions WHERE checkout = checkouts.id);

CREATE INDEX checkoutsToForget ON checkouts (forget) WHERE forget IS NOT NULL;
