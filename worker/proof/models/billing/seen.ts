import type { BillRow, SubscriptionRow } from '../../../store/subscriptions/subscriptions.ts'
import type { Billing } from './inProcess.ts'

/** Rows as SQLite has them: read here without the product's code. */
type Stored<Row> = { readonly [Name in keyof Row]: Row[Name] extends boolean ? 0 | 1 : Row[Name] }
export type StoredBill = Stored<BillRow>

/** A payment that was made for a period of a subscription. */
export interface Attempt {
  readonly op: string
  /** What its merchant finds it by. */
  readonly reference: string
  readonly period: number
  readonly status: string
  readonly amount: number
  readonly captured: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** Null as long as nobody knows. */
  readonly code: string | null
}

/** What was told of a subscription. */
export interface Told {
  readonly cause: string
  readonly sequence: number
}

/** All of a subscription that is written down. */
export interface Seen {
  readonly row: Stored<SubscriptionRow>
  /** By period. */
  readonly bills: ReadonlyMap<number, StoredBill>
  /** Oldest first. */
  readonly attempts: readonly Attempt[]
  /** Oldest first. */
  readonly events: readonly Told[]
}

const attemptsOf = `
  SELECT CAST(transactions.id AS TEXT) AS op, orderReference AS reference, transactions.status, requested AS amount, captured,
         transactions.created AS at, operations.responseCode AS code
  FROM transactions JOIN operations ON operations.id = transactions.id ORDER BY transactions.id`

/** Every subscription as it is written down, by its id. */
export const look = ({ rows }: Billing): ReadonlyMap<string, Seen> => {
  const bills = new Map<string, Map<number, StoredBill>>()
  for (const row of rows('SELECT * FROM bills') as unknown as StoredBill[]) {
    const own = bills.get(row.subscription) ?? new Map<number, StoredBill>()
    bills.set(row.subscription, own.set(row.period, row))
  }
  const attempts = new Map<string, Attempt[]>()
  for (const row of rows(attemptsOf) as unknown as Attempt[]) {
    const [, subscription = '', period = ''] = (row.reference ?? '').split(':')
    const own = attempts.get(subscription) ?? []
    own.push({ ...row, period: Number(period) })
    attempts.set(subscription, own)
  }
  const events = Map.groupBy(
    rows("SELECT resource, cause, sequence FROM events WHERE type LIKE 'subscription.%' ORDER BY position"),
    ({ resource }) => resource as string,
  ) as ReadonlyMap<string, unknown> as ReadonlyMap<string, readonly Told[]>
  const subscriptions = rows('SELECT * FROM subscriptions') as unknown as Stored<SubscriptionRow>[]
  return new Map(
    subscriptions.map((row) => [
      row.id,
      {
        row,
        bills: bills.get(row.id) ?? new Map(),
        attempts: attempts.get(row.id) ?? [],
        events: events.get(row.id) ?? [],
      },
    ]),
  )
}
