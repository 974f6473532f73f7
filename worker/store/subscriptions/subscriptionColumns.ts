import type { CycleUnit } from '#contract/plans/cycles'
import type { BillState, SubscriptionState } from '#contract/subscriptions/subscriptions'
import { defineColumns, flag, integer, nullable, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'

/** The price of a period, in minor units. */
const price = {
  total: integer,
  /** Parts of the total. */
  tax: integer,
  surcharge: integer,
  shipping: integer,
} as const

export const priceColumns = defineColumns(price)

export type PriceColumns = RowOf<typeof priceColumns>

/** The columns of a subscription that change. */
const changing = {
  /** Null for the customer's default. */
  wallet: nullable(text),
  ...price,
  /** `pending` is not stored: it is an active subscription that starts in the future. */
  status: enumText<Exclude<SubscriptionState, 'pending'>>(),
  /** The number, from 0, of the period to bill next or being billed. */
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

/** All columns except the lease. Times are milliseconds since 1970, amounts are minor units. */
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
  /** Of cycles of months and years: the day of the month of bills. Shorter months are billed on their last day. */
  anchorDay: nullable(integer),
  /** The number of charges; 0 for until canceled. */
  installments: integer,
  currency: integer,
  starts: integer,
  created: integer,
  version: integer,
  ...changing,
})

export type SubscriptionRow = RowOf<typeof subscriptionColumns>

/** The columns of a subscription in events: those of the API resource, and the customer's id as the only personal data. */
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

/** The columns of a bill that change. */
const changingOfBill = {
  status: enumText<BillState>(),
  /** Number of declined scheduled attempts. */
  declines: integer,
  /** Number of consecutive processor failures. */
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
