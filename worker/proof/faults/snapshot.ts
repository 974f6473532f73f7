import type { Merchant } from '../../testing/merchant.ts'

/**
 * The rows of an account without ids and times: two accounts with the same history have equal snapshots. Reversed payments are separate,
 * since a client repeats them.
 */
export interface Snapshot {
  readonly lines: readonly string[]
  readonly undone: readonly string[]
}

const isUndone = "t.status IN ('reversed', 'failed')"

/** A query for each table, with the columns to compare. `undone` marks rows of reversed payments. */
const tables: Readonly<Record<string, { readonly text: string; readonly undone?: true }>> = {
  transaction: {
    text: `SELECT ${isUndone} AS undone, t.type, t.status, t.method, t.currency, t.requested, t.approved, t.captured, t.credited, t.settled,
             t.tip, t.capturing, t.crediting, t.held, t.released, t.customer IS NOT NULL AS ofCustomer, t.wallet IS NOT NULL AS stored,
             t.terminal IS NOT NULL AS atTerminal, t.batchId IS NOT NULL AS inBatch
           FROM transactions AS t WHERE t.account = ?`,
    undone: true,
  },
  operation: {
    text: `SELECT ${isUndone} AS undone, o.type, o.status, o.attention IS NOT NULL AS attention, o.amount, o.responseCode, o.batchId IS NOT NULL AS inBatch
           FROM operations AS o JOIN transactions AS t ON t.id = o.transactionId WHERE o.account = ?`,
    undone: true,
  },
  // Terminals go offline and online with each lost connection.
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
  dispute: {
    text: `SELECT stage, amount, reasonCategory, revision, connection, json_array_length(stages) AS stages FROM disputes WHERE account = ?`,
  },
  unsettled: { text: 'SELECT cutoff IS NOT NULL AS dated FROM unsettled WHERE account = ?' },
  signature: { text: 'SELECT 1 AS one FROM signatures WHERE account = ?' },
  erasure: { text: 'SELECT done IS NOT NULL AS done FROM erasures WHERE account = ?' },
  walletMessage: { text: 'SELECT messageId FROM walletMessages WHERE account = ?' },
  usedCard: { text: 'SELECT 1 AS one FROM usedEncryptedCards WHERE account = ?' },
  cardKey: { text: 'SELECT 1 AS one FROM cardKeys WHERE account = ?' },
  // A second token of a card is allowed, so only expired tokens are compared.
  sealed: {
    text: 'SELECT sealedPan IS NOT NULL AS sealed FROM tokens WHERE account = ?1 AND expires <= ?2',
  },
}

/** @param now milliseconds since 1970 */
export const takeSnapshot = async ({ database, id }: Merchant, now: number): Promise<Snapshot> => {
  const queries = Object.entries(tables)
  const results = await database.batch<Record<string, unknown>>(
    queries.map(([, { text }]) => database.prepare(text).bind(...(text.includes('?2') ? [id, now] : [id]))),
  )
  const lines: string[] = []
  const undone: string[] = []
  for (const [index, [name]] of queries.entries())
    for (const { undone: isUndoneRow, ...row } of results[index]!.results)
      (isUndoneRow === 1 ? undone : lines).push(`${name} ${JSON.stringify(row)}`)
  return { lines: lines.toSorted(), undone: undone.toSorted() }
}

/** The lines that are missing (-) or additional (+). */
export const difference = (expected: readonly string[], actual: readonly string[]): string => {
  const missing = [...expected]
  const additional: string[] = []
  for (const line of actual) {
    const at = missing.indexOf(line)
    if (at < 0) additional.push(line)
    else missing.splice(at, 1)
  }
  return [...missing.map((line) => `- ${line}`), ...additional.map((line) => `+ ${line}`)].join('\n')
}
