import type { SeededAccount } from './manyTransactions.ts'
import { seededId } from './manyTransactions.ts'

/** Rows per statement: D1 aborts statements that run too long. */
const chunk = 50_000

const snapshot = JSON.stringify({ s: 'settled', a: 1000, c: 1000, t: 1000, o: [[0, 'approved', 1000, '00']] })

/**
 * Inserts an event and an idempotency key for each payment of `seedTransactions`, the oldest first. The account must have no events.
 *
 * @param youngest time of the newest payment, milliseconds since 1970
 */
export const seedEventsAndKeys = async (
  account: SeededAccount,
  { count, youngest }: { readonly count: number; readonly youngest: number },
): Promise<void> => {
  const { id, run } = account
  const past = seededId(account, count)
  for (let start = 0; start < count; start += chunk) {
    const numbers = `WITH RECURSIVE numbers (position) AS
      (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT position + 1 FROM numbers WHERE position < ?2)`
    const [first, last] = [start + 1, Math.min(start + chunk, count)]
    await run(
      `${numbers}
       INSERT INTO events (account, mode, position, type, resource, sequence, occasion, storedRequestId, at, randomBits, snapshot)
       SELECT ?3, 'test', position, 'transaction.authorized', CAST(CAST(?4 AS INTEGER) + position AS TEXT), 1, CAST(CAST(?4 AS INTEGER) + position AS TEXT), '',
              CAST(?5 AS INTEGER) - (CAST(?6 AS INTEGER) - position) / 10, position, ?7
       FROM numbers`,
      first,
      last,
      id,
      past,
      youngest,
      count,
      snapshot,
    )
    await run(
      `${numbers}
       INSERT INTO idempotency (day, account, mode, route, key, fingerprint, operationId, created, expires)
       SELECT CAST(?5 AS INTEGER) / 86400000, ?3, 'test', 'POST /v1/transactions/authorize', 'seeded' || position, 'seeded', CAST(?4 AS INTEGER) + position,
              CAST(?5 AS INTEGER), CAST(?5 AS INTEGER) + 86400000
       FROM numbers`,
      first,
      last,
      id,
      past,
      youngest,
    )
  }
}
