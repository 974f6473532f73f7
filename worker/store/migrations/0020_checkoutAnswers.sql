-- What the shopper of an attempt to pay a checkout entered, agreed to and chose.
ALTER TABLE checkoutTries ADD COLUMN phone TEXT NOT NULL DEFAULT '';
-- JSON, see GivenConsent in worker/store/checkouts/givenConsents.ts. Null if the form has none.
ALTER TABLE checkoutTries ADD COLUMN consents TEXT;
-- The order that the shopper's choices made, as the attempt charges it: JSON, see worker/contract/checkouts/order.ts. Null if the checkout
-- offers no choices.
ALTER TABLE checkoutTries ADD COLUMN pricedOrder TEXT;
