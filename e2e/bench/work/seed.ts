import { tokenTime } from '#contract/tokens/tokenTime'
import type { BenchAccount, WorkSubject } from './subject.ts'

/** Rows per statement: D1 aborts statements that run too long. */
const chunk = 20_000
const dayMs = 86_400_000
const card = { accountNumber: '4242424242424242', expires: '1230', verificationValue: '123' }

const numbers = `WITH RECURSIVE numbers (n) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?2)`

/** Runs a statement for each range of numbers, which are its first two values. */
const inChunks = async (
  subject: WorkSubject,
  count: number,
  sql: string,
  ...values: (string | number)[]
): Promise<void> => {
  for (let start = 0; start < count; start += chunk)
    await subject.sql(`${numbers} ${sql}`, start, Math.min(start + chunk, count), ...values)
}

/** Creates a subscription by the API, which is due much later. Others are its copies. @returns its id */
export const createSubscription = async (subject: WorkSubject, account: BenchAccount): Promise<string> => {
  const plan = { label: `Bench ${crypto.randomUUID()}`, cycle: { unit: 'month' }, amount: { value: 10 } }
  const { subscriptions } = await subject.call(account, 'POST', '/v1/subscriptions', plan)
  const { customers } = await subject.call(account, 'POST', '/v1/customers', {})
  const { token } = await subject.call(account, 'POST', '/v1/tokens', { creditCard: card })
  const path = `/v1/customers/${customers[0].id}`
  await subject.call(account, 'POST', `${path}/wallet`, { token, default: true })
  const startDate = new Date(Date.now() + 20 * dayMs).toISOString().slice(0, 10)
  const body = { plan: subscriptions[0].id, startDate }
  const { customerSubscriptions } = await subject.call(account, 'POST', `${path}/subscriptions`, body)
  return customerSubscriptions[0].customerSubscriptionId
}

export interface DueSubscriptions {
  readonly count: number
  /** Ids begin with it, and the number of the subscription follows. */
  readonly prefix: string
  /** When number 0 is due, milliseconds since 1970, and the time between two. */
  readonly firstDue: number
  readonly apartMs: number
}

/** Inserts copies of a subscription that come due one after the other. */
export const seedSubscriptions = (
  subject: WorkSubject,
  template: string,
  { count, prefix, firstDue, apartMs }: DueSubscriptions,
): Promise<void> =>
  inChunks(
    subject,
    count,
    `INSERT INTO subscriptions
       (id, account, mode, customer, plan, label, unit, interval, firstDate, anchorDay, installments, wallet, currency, total, tax, surcharge,
        shipping, status, starts, due, created, updated)
     SELECT ?4 || n, account, mode, customer, plan, label, 'day', 30, ?5, NULL, installments, wallet, currency, total, tax, surcharge,
            shipping, status, starts, CAST(?6 + n * ?7 AS INTEGER), created, updated
     FROM numbers CROSS JOIN subscriptions WHERE id = ?3`,
    template,
    prefix,
    new Date(firstDue - dayMs).toISOString().slice(0, 10),
    firstDue,
    apartMs,
  )

/** Inserts payments whose requests ended without an outcome, so that they are reversed. */
export const seedAbandoned = async (
  subject: WorkSubject,
  { id, mode }: BenchAccount,
  { count, due }: { readonly count: number; readonly due: number },
): Promise<void> => {
  const first = Date.now() * 1_000
  await inChunks(
    subject,
    count,
    `INSERT INTO transactions (id, account, mode, status, method, currency, requested, initiatedBy, initial, created, updated, connection)
     SELECT CAST(?3 AS INTEGER) + n, ?4, ?5, 'pending', 'creditCard', 840, 1000, 'customer', 'first', CAST(?6 AS INTEGER), CAST(?6 AS INTEGER), ?4 FROM numbers`,
    first,
    id,
    mode,
    due - 60_000,
  )
  await inChunks(
    subject,
    count,
    `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, storedRef, due, storedRequestId, created, updated)
     SELECT CAST(?3 AS INTEGER) + n, CAST(?3 AS INTEGER) + n, ?4, ?5, 'authorize', 'pending', 1000, json_object('connection', ?4), CAST(?7 AS INTEGER),
            'seeded', CAST(?6 AS INTEGER), CAST(?6 AS INTEGER)
     FROM numbers`,
    first,
    id,
    mode,
    due - 60_000,
    due,
  )
}

/** Rows of a payment that are deleted: an expired token, old events and old idempotency keys. */
export const purgedRows = { tokens: 1, events: 3, idempotency: 2 } as const

/** Inserts the rows of payments that are past their retention. The account must have no events. */
export const seedOldPayments = async (
  subject: WorkSubject,
  { id, mode }: BenchAccount,
  count: number,
): Promise<void> => {
  const now = Date.now()
  await inChunks(
    subject,
    count * purgedRows.tokens,
    `INSERT INTO tokens (id, account, mode, key, secretHash, method, sealedPan, sealedCvv, network, last4, digits, expiry, fingerprint, created, expires,
                         awaitsScan)
     SELECT ?5 || printf('%016d', n), ?3, ?4, 'seeded', 'seeded', 'creditCard', hex(randomblob(80)), hex(randomblob(40)), 'visa', '4242', 16, '1230',
            'seeded', CAST(?6 AS INTEGER), CAST(?6 AS INTEGER) + 900000, 1
     FROM numbers`,
    id,
    mode,
    tokenTime(now - 25 * 3_600_000),
    now - 25 * 3_600_000,
  )
  await inChunks(
    subject,
    count * purgedRows.events,
    `INSERT INTO events (account, mode, position, type, resource, sequence, occasion, storedRequestId, at, randomBits, snapshot)
     SELECT ?3, ?4, n + 1, 'transaction.authorized', CAST(n / ${purgedRows.events} AS TEXT), 1 + n % ${purgedRows.events}, CAST(n AS TEXT), '',
            CAST(?5 AS INTEGER), n, '{"s":"settled","a":1000,"c":1000,"t":1000,"o":[[0,"approved",1000,"00"]]}'
     FROM numbers`,
    id,
    mode,
    now - 31 * dayMs,
  )
  await inChunks(
    subject,
    count * purgedRows.idempotency,
    `INSERT INTO idempotency (day, account, mode, route, key, fingerprint, operationId, created, expires)
     SELECT CAST(?5 AS INTEGER), ?3, ?4, 'POST /v1/transactions/authorize', hex(randomblob(16)), hex(randomblob(16)), n, CAST(?6 AS INTEGER),
            CAST(?6 AS INTEGER) + 86400000
     FROM numbers`,
    id,
    mode,
    Math.floor(now / dayMs) - 3,
    now - 3 * dayMs,
  )
}
