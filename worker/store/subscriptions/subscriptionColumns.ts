import type { CycleUnit } from '#contract/plans/cycles'
import type { BillState, SubscriptionState } from '#contract/subscriptions/subscriptions'
import { defineColumns, flag, integer, nullable, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'

/** What each charge takes, in minor units. */
const price = {
  total: integer,
  /** Parts of the total. */
  tax: integer,
  surcharge: integer,
  shipping: integer,
} as const

export const priceColumns = defineColumns(price)

export type PriceColumns = RowOf<typeof priceColumns>

/** What changes in the life of a subscription. */
const changing = {
  /** Null for the customer's default. */
  wallet: nullable(text),
  ...price,
  /** `pending` is not stored: it is an active one that starts in the future. */
  status: enumText<Exclude<SubscriptionState, 'pending'>>(),
  /** The number, from 0, of the period that is billed next, or is being billed. */
  period: integer,
  charges: integer,
  resumesAt: nullable(integer),
  /** Whether the customer has a new default payment method since the last attempt. */
  newMethod: flag,
  due: nullable(integer),
  updated: integer,
  canceled: nullable(integer),
} as const

export const changingColumns = defineColumns(changing)

/** All but the lease. Times are milliseconds since 1970, amounts in minor units. */
export const subscriptionColumns = defineColumns({
  /** UUIDv7. */
  id: text,
  account: text,
  mode: enumText<'test' | 'live'>(),
  customer: text,
  plan: text,
  label: text,
  unit: enumText<CycleUnit>(),
  interval: integer,
  /** Local date of the first bill, YYYY-MM-DD. */
  firstDate: text,
  /** Of months and years: the day of the month that bills come back to. */
  anchorDay: nullable(integer),
  /** The number of charges after which it is complete; 0 for until canceled. */
  installments: integer,
  currency: integer,
  starts: integer,
  created: integer,
  version: integer,
  ...changing,
})

export type SubscriptionRow = RowOf<typeof subscriptionColumns>

/** What events keep of a subscription: what a read of it shows, and its customer's id, which is its only personal data. */
export const subscriptionSnapshotColumns = defineColumns({
  id: text,
  customer: text,
  plan: text,
  label: text,
  installments: integer,
  wallet: nullable(text),
  currency: integer,
  ...price,
  status: changing.status,
  charges: integer,
  starts: integer,
  resumesAt: nullable(integer),
  due: nullable(integer),
  created: integer,
})

export type SubscriptionSnapshot = RowOf<typeof subscriptionSnapshotColumns>

/** What changes in the life of a bill. */
const changingOfBill = {
  status: enumText<BillState>(),
  /** Attempts of the schedule that were declined. */
  declines: integer,
  /** Consecutive failures of the processor. */
  errors: integer,
  /** True from the moment a charge may have been sent until its outcome is recorded here. */
  asking: flag,
  /** Whether this attempt is made outside the schedule. */
  extra: flag,
  responseCode: nullable(text),
  again: nullable(integer),
  updated: integer,
} as const

export const changingBillColumns = defineColumns(changingOfBill)

/** The bill of one period. */
export const billColumns = defineColumns({
  subscription: text,
  period: integer,
  /** Local date, YYYY-MM-DD. */
  date: text,
  ...price,
  currency: integer,
  attempts: integer,
  transactionId: integer,
  created: integer,
  ...changingOfBill,
})

export type BillRow = RowOf<typeof billColumns>
