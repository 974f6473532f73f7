-- The list of checkouts. A page by time, by invoice number or by email address reads its rows in the order of an index.

-- Of the request, see worker/contract/checkouts/offer.ts. Not stored: both follow the offer when personal data in it is redacted.
ALTER TABLE checkouts ADD COLUMN invoiceNumber TEXT GENERATED ALWAYS AS (offer ->> '$.number') VIRTUAL;
-- In lower case. Null without one.
ALTER TABLE checkouts ADD COLUMN email TEXT GENERATED ALWAYS AS (lower(nullif(offer ->> '$.prefill.email', ''))) VIRTUAL;

CREATE INDEX checkoutsByTime ON checkouts (account, mode, created, id);
CREATE INDEX checkoutsByInvoiceNumber ON checkouts (account, mode, invoiceNumber, created, id) WHERE invoiceNumber IS NOT NULL;
CREATE INDEX checkoutsByEmail ON checkouts (account, mode, email, created, id) WHERE email IS NOT NULL;
