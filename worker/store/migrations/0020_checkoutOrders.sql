-- The order that the shopper's choices made, as the attempt charges it: JSON, see worker/contract/checkouts/order.ts. Null if the checkout
-- offers no choices.
ALTER TABLE checkoutTries ADD COLUMN pricedOrder TEXT;
