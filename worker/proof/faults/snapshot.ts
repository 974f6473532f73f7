import type { Merchant } from '../../testing/merchant.ts'

/**
 * What is written down of an account, without its ids and times: two accounts for which the same was done come to the same. Payments that
 * were undone stand apart, since a client makes such a payment anew.
 */
export interface Stored {
  readonly lines: readonly string[]
  readonly undone: readonly string[]
}

const isUndone = "t.status IN ('reversed', 'failed')"

/** Of each table, what tells its rows apart. `undone` selects those that belong to a payment that was undone. */
const tables: Readonly<Record<string, { readonly text: string; readonly undone?: true }>> = {
  transaction: {
    text: `SELECT ${isUndone} AS undone, t.type, t.status, t.method, t.currency, t.requested, t.approved, t.captured, t.credited, t.settled,
             t.tip, t.capturing, t.crediting, t.held, t.released, t.customer IS NOT NULL AS ofCustomer, t.wallet IS NOT NULL AS stored,
             t.terminal IS NOT NULL AS atTerminal, t.batchId IS NOT NULL AS inBatch
           FROM transactions AS t WHERE t.account = ?`,
    undone: true,
  },
  operation: {
    text: `SELECT ${isUndone} AS undone, o.type, o.status, o.amount, o.responseCode, o.batchId IS NOT NULL AS inBatch
           FROM operations AS o JOIN transactions AS t ON t.id = o.transactionId WHERE o.account = ?`,
    undone: true,
  },
  // A reader whose line breaks comes and goes as often.
  event: {
    text: `SELECT coalesce(${isUndone}, events.type = 'subscription.charge_failed') AS undone, events.type FROM events
           LEFT JOIN transactions AS t ON CAST(t.id AS TEXT) = events.resource
             OR CAST(t.id AS TEXT) = events.snapshot ->> '$.session.transactionId'
           WHERE events.account = ? AND events.type NOT IN ('terminal.online', 'terminal.offline')`,
    undone: true,
  },
  customer: {
    text: `SELECT firstName, stored, deleted IS NOT NULL AS deleted FROM customers WHERE account = ?`,
  },
  counter: { text: 'SELECT name, total FROM counters WHERE account = ?' },
  walletEntry: {
    text: `SELECT method, isDefault, deleted IS NOT NULL AS deleted,
             (SELECT count(*) FROM walletEntries AS older WHERE older.customer = walletEntries.customer AND older.id < walletEntries.id) AS nth
           FROM walletEntries WHERE account = ?`,
  },
  plan: { text: 'SELECT unit, amount, deleted IS NOT NULL AS deleted FROM plans WHERE account = ?' },
  subscription: {
    text: `SELECT status, period, charges, total, due IS NOT NULL AS due, leased IS NOT NULL AS leased FROM subscriptions WHERE account = ?`,
  },
  bill: { text: 'SELECT period, status, total, asking FROM bills WHERE account = ?' },
  checkout: {
    text: `SELECT total, canceled IS NOT NULL AS canceled, customer IS NOT NULL AS customer, due IS NOT NULL AS due,
             announceExpiry IS NOT NULL AS mayExpire, forget IS NOT NULL AS toForget FROM checkouts WHERE account = ?`,
  },
  completion: {
    text: `SELECT c.customer IS NOT NULL AS customer, c.wallet IS NOT NULL AS wallet, c.subscription IS NOT NULL AS subscription
           FROM checkoutCompletions AS c JOIN checkouts ON checkouts.id = c.checkout WHERE account = ?`,
  },
  terminal: {
    text: `SELECT nickname, simulated, deleted IS NOT NULL AS deleted, registering IS NOT NULL AS registering FROM terminals WHERE account = ?`,
  },
  webhook: {
    text: 'SELECT enabled, kinds, previousSecret IS NOT NULL AS rotated, disabledReason FROM webhooks WHERE account = ?',
  },
  apiKey: {
    text: 'SELECT kind, name, revoked IS NOT NULL AS revoked, expires IS NOT NULL AS expires FROM apiKeys WHERE account = ?',
  },
  account: { text: 'SELECT settings, testClockOffset / 600000 AS clock FROM accounts WHERE id = ?' },
  accountKey: { text: 'SELECT rootVersion FROM accountKeys WHERE account = ?' },
  batch: {
    text: `SELECT status, currency, captures, captured, credits, credited FROM batches LEFT JOIN batchTotals ON batch = id WHERE account = ?`,
  },
  unsettled: { text: 'SELECT cutoff IS NOT NULL AS dated FROM unsettled WHERE account = ?' },
  signature: { text: 'SELECT 1 AS one FROM signatures WHERE account = ?' },
  erasure: { text: 'SELECT done IS NOT NULL AS done FROM erasures WHERE account = ?' },
  walletMessage: { text: 'SELECT messageId FROM walletMessages WHERE account = ?' },
  // Two tokens of one card harm nobody, so that only those count whose time is over.
  sealed: {
    text: 'SELECT sealedPan IS NOT NULL AS sealed FROM tokens WHERE account = ?1 AND expires <= ?2 AND spentBy IS NULL',
  },
}

/** @param now milliseconds since 1970 */
export const storedOf = async ({ database, id }: Merchant, now: number): Promise<Stored> => {
  const names = Object.entries(tables)
  const results = await database.batch<Record<string, unknown>>(
    names.map(([, { text }]) => database.prepare(text).bind(...(text.includes('?2') ? [id, now] : [id]))),
  )
  const lines: string[] = []
  const undone: string[] = []
  for (const [index, [name]] of names.entries())
    for (const { undone: isOfUndone, ...row } of results[index]!.results)
      (isOfUndone === 1 ? undone : lines).push(`${name} ${JSON.stringify(row)}`)
  return { lines: lines.toSorted(), undone: undone.toSorted() }
}

/** What one has and the other has not, to be read. */
export const difference = (expected: readonly string[], found: readonly string[]): string => {
  const left = [...expected]
  const more: string[] = []
  for (const line of found) {
    const at = left.indexOf(line)
    if (at < 0) more.push(line)
    else left.splice(at, 1)
  }
  return [...left.map((line) => `- ${line}`), ...more.map((line) => `+ ${line}`)].join('\n')
}
