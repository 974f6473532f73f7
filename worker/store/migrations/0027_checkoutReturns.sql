-- Checkouts of before have no page to cancel to, and the default time until the return.
UPDATE checkouts SET offer = json_set(offer, '$.cancelUrl', NULL, '$.returnAutomatically', NULL);
