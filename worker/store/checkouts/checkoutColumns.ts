import type { Offer } from '#contract/checkouts/offer'
import { defineColumns, integer, json, nullable, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'

/** Columns of `checkouts`. Times are milliseconds since 1970, amounts minor units. */
export const checkoutColumns = defineColumns({
  id: text,
  account: text,
  mode: enumText<'test' | 'live'>(),
  /** The API key that it was created with. */
  key: text,
  /** Scheme, host and port of its page. */
  origin: text,
  /** ISO 4217 number. */
  currency: integer,
  total: integer,
  offer: json<Offer>(),
  /** Set by the merchant, or created by the payment. */
  customer: nullable(text),
  created: integer,
  expires: integer,
  canceled: nullable(integer),
  receipt: enumText<'none' | 'due' | 'sent' | 'failed'>(),
  /** When its personal data is redacted, unless it is paid. */
  forget: nullable(integer),
  /** When the sweep checks whether it has expired. Null after the expiry event, or if it cannot expire. */
  announceExpiry: nullable(integer),
})

export type CheckoutRow = RowOf<typeof checkoutColumns>
