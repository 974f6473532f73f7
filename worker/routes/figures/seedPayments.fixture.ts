import { bindings } from '../../testing/bindings.ts'
import type { Merchant } from '../../testing/merchant.ts'

const dayMs = 86_400_000

/** Scans have read the operations up to this id. */
export const setScanned = (id: number) =>
  bindings.DB_00.prepare("INSERT OR REPLACE INTO sweepPositions VALUES ('figures', ?)").bind(id).run()

/** Inserts captured payments of two days, with ids from a number on; a tenth of them is declined. Returns the last id. */
export const seedPayments = async ({ id, run }: Merchant, count: number, first: number): Promise<number> => {
  const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?1)'
  await run(
    `${numbers}
     INSERT INTO transactions (id, account, mode, status, method, currency, requested, initiatedBy, initial, created, updated)
     SELECT CAST(?2 AS INTEGER) + 2 * n, ?3, 'test', 'captured', 'creditCard', 840, 1000, 'customer', 'first', 1, 1 FROM numbers`,
    count,
    first,
    id,
  )
  await run(
    `${numbers}
     INSERT INTO operations (id, transactionId, account, mode, type, status, amount, responseCode, storedRequestId, settlementCycle, created, updated)
     SELECT CAST(?2 AS INTEGER) + 2 * n + capture.value, CAST(?2 AS INTEGER) + 2 * n, ?3, 'test', iif(capture.value, 'capture', 'authorize'),
            iif(n % 10 = 0, 'declined', 'approved'), 1000, iif(n % 10 = 0, '51', '00'), 'seed', iif(capture.value, 1, NULL), (n % 2) * ${dayMs}, 1
     FROM numbers, json_each('[0, 1]') AS capture`,
    count,
    first,
    id,
  )
  return first + 2 * count - 1
}
