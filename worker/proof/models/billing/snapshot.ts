import { mergeEvents } from '../kernel/storedEvents.ts'
import type { StoredEvent } from '../kernel/storedEvents.ts'
import type { System } from '../kernel/gateway.ts'

/** A payment for a period of a subscription. */
export interface Attempt {
  readonly op: string
  readonly reference: string
  readonly period: number
  readonly status: string
  readonly amount: number
  readonly captured: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** Null for an unknown outcome. */
  readonly code: string | null
}

export interface StoredSubscription {
  readonly id: string
  readonly status: 'active' | 'paused' | 'past_due' | 'unpaid' | 'completed' | 'canceled'
  readonly period: number
  readonly charges: number
  readonly installments: number
  readonly total: number
  readonly due: number | null
  readonly resumesAt: number | null
  /** 1 after a new default payment method that an open bill has not been charged with. */
  readonly newMethod: number
}

export interface StoredBill {
  readonly subscription: string
  readonly period: number
  readonly status: 'open' | 'paid' | 'dropped'
  readonly date: string
  readonly total: number
  readonly attempts: number
  /** 1 while an attempt is pending. */
  readonly asking: number
  readonly transactionId: string
}

/** The stored state of a subscription. */
export interface Snapshot {
  readonly row: StoredSubscription
  /** By period. */
  readonly bills: ReadonlyMap<number, StoredBill>
  /** Oldest first. */
  readonly attempts: readonly Attempt[]
  /** Oldest first. */
  readonly events: readonly StoredEvent[]
}

const attemptsQuery = `
  SELECT CAST(transactions.id AS TEXT) AS op, orderReference AS reference,
         CAST(substr(orderReference, instr(substr(orderReference, 5), ':') + 5) AS INTEGER) AS period, transactions.status, requested AS amount, captured,
         transactions.created AS at, operations.responseCode AS code
  FROM transactions JOIN operations ON operations.id = transactions.id
  WHERE transactions.account IN (?, ?) ORDER BY transactions.id`
const billsQuery = `
  SELECT subscription, period, status, date, total, attempts, asking, CAST(transactionId AS TEXT) AS transactionId
  FROM bills WHERE account IN (?, ?)`
const eventsQuery = `
  SELECT resource, type || ':' || occasion AS cause, sequence FROM events WHERE account IN (?, ?) AND type LIKE 'subscription.%' ORDER BY position`

/** All subscriptions of both accounts, by id. */
export const takeSnapshots = async (
  { rows, accounts }: System,
  before: readonly Snapshot[],
): Promise<ReadonlyMap<string, Snapshot>> => {
  const select = async <T>(text: string): Promise<T[]> =>
    (await rows(text, ...accounts.map(({ id }) => id))) as unknown as T[]
  const bills = Map.groupBy(await select<StoredBill>(billsQuery), ({ subscription }) => subscription)
  const attempts = Map.groupBy(await select<Attempt>(attemptsQuery), ({ reference }) => reference.split(':')[1])
  const events = Map.groupBy(await select<StoredEvent>(eventsQuery), ({ resource }) => resource)
  const earlier = new Map(before.map(({ row, events }) => [row.id, events]))
  const subscriptions = await select<StoredSubscription>('SELECT * FROM subscriptions WHERE account IN (?, ?)')
  return new Map(
    subscriptions.map((row) => [
      row.id,
      {
        row,
        bills: new Map((bills.get(row.id) ?? []).map((bill) => [bill.period, bill])),
        attempts: attempts.get(row.id) ?? [],
        events: mergeEvents(earlier.get(row.id) ?? [], events.get(row.id) ?? []),
      },
    ]),
  )
}

/** When the next row is due, in milliseconds since 1970; null for none. */
export const nextDue = async ({ rows, accounts }: System): Promise<number | null> => {
  const [{ due }] = (await rows(
    `SELECT min(due) AS due FROM (
       SELECT max(due, coalesce(leased, 0)) AS due FROM subscriptions
         WHERE due IS NOT NULL AND account IN (SELECT id FROM accounts WHERE id IN (?1, ?2) AND suspended = 0)
       UNION ALL SELECT due FROM operations WHERE due IS NOT NULL AND account IN (?1, ?2))`,
    ...accounts.map(({ id }) => id),
  )) as unknown as [{ due: number | null }]
  return due
}

/** The number of rows with due work and of bills with a pending attempt. */
export const countOpen = async ({ rows, accounts, now }: System): Promise<number> => {
  const [{ open }] = (await rows(
    `SELECT (SELECT count(*) FROM subscriptions WHERE due <= ?3 AND account IN (?1, ?2))
          + (SELECT count(*) FROM bills WHERE asking = 1 AND account IN (?1, ?2))
          + (SELECT count(*) FROM operations WHERE due IS NOT NULL AND account IN (?1, ?2)) AS open`,
    ...accounts.map(({ id }) => id),
    now(),
  )) as unknown as [{ open: number }]
  return open
}
