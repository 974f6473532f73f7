-- Checkouts of before have no shipping among their sums.
UPDATE checkouts SET offer = json_set(offer, '$.shippingAmount', NULL);
