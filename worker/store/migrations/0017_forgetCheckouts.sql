-- When the personal data of an unpaid checkout is redacted, some time after its expiry. Null if it is not redacted.

ALTER TABLE checkouts ADD COLUMN forget INTEGER;

UPDATE checkouts SET forget = expires + 7776000000 WHERE NOT EXISTS (SELECT 1 FROM checkoutCompletions WHERE checkout = checkouts.id);

CREATE INDEX checkoutsToForget ON checkouts (forget) WHERE forget IS NOT NULL;
