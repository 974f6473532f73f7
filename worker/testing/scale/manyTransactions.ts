/** An account, and a function that runs SQL on its database. */
export interface SeededAccount {
  readonly id: string
  run(text: string, ...values: (string | number)[]): unknown
}

/** Rows per statement: D1 aborts statements that run too long. */
const chunk = 50_000

/** At most 12 digits, so that the leak scan does not take an id for a card number. Different for each merchant. */
const youngestId = (account: string): number =>
  (Number.parseInt(account.slice(0, 5), 16) % 499_999) * 2_000_000 + 1_999_999

/** The settlement cycle of batch `seeded`. Batches of older payments have smaller ones. */
const newestCycle = 2_001
const cycle = `CASE batchId WHEN 'seeded' THEN ${newestCycle} ELSE ${newestCycle - 1} - CAST(substr(batchId, 7) AS INTEGER) END`

/** The id of a seeded payment. */
export const seededId = ({ id }: Pick<SeededAccount, 'id'>, n: number): number => youngestId(id) - n

/**
 * Inserts card payments, with number 0 the newest, ten per millisecond, one of ten declined. Numbers below 100 have unique references,
 * customers and last four digits, and are in batch `seeded`. Others are in batches of a thousand. Merchants share the ids of their batches.
 *
 * @param count at most 2,000,000
 * @param youngest time of payment 0, milliseconds since 1970
 */
export const seedTransactions = async (
  { id, run }: SeededAccount,
  { count, youngest }: { readonly count: number; readonly youngest: number },
): Promise<void> => {
  const first = youngestId(id)
  for (let start = 0; start < count; start += chunk) {
    const end = Math.min(start + chunk, count)
    await run(
      `WITH RECURSIVE numbers (n) AS
         (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?2)
       INSERT INTO transactions
         (id, account, mode, status, method, currency, requested, approved, captured, settled, network, last4, digits, expiry,
          fingerprint, customer, orderReference, orderData, batchId, initiatedBy, initial, created, updated)
       SELECT CAST(?3 AS INTEGER) - n, ?4, 'test', iif(n % 10 = 0, 'declined', 'settled'), 'creditCard', 840, 1000 + n % 997,
              sum, sum, sum, 'visa', iif(n < 100, printf('%04d', n), '9999'), 16, '1230', 'seeded' || n % 5000,
              iif(n < 100, 'customer-' || n, 'customer-of-many'), 'Invoice:' || n,
              json_object('referenceObject', 'Invoice', 'referenceObjectId', n,
                          'customerPublicIdentifier', iif(n < 100, 'shopper ' || n, 'everybody')),
              iif(sum > 0, 'seeded' || iif(n < 100, '', n / 1000), NULL), 'customer', 'first', CAST(?5 AS INTEGER) - n / 10, CAST(?5 AS INTEGER)
       FROM (SELECT n, iif(n % 10 = 0, 0, 1000 + n % 997) AS sum FROM numbers)`,
      start,
      end,
      first,
      id,
      youngest,
    )
    const seeded = 'FROM transactions WHERE account = ? AND id > ? AND id <= ?'
    await run(
      `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, responseCode, storedRequestId, created, updated)
       SELECT id, id, account, mode, 'authorize', iif(approved > 0, 'approved', 'declined'), requested,
              iif(approved > 0, '00', '05'), 'seeded', created, created ${seeded}`,
      id,
      first - end,
      first - start,
    )
    // Captures have negative ids, which no payment has.
    await run(
      `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, responseCode, storedRequestId, batchId, settlementCycle, created, updated)
       SELECT -id, id, account, mode, 'capture', 'settled', captured, '00', 'seeded', batchId, ${cycle}, created, updated ${seeded} AND captured > 0`,
      id,
      first - end,
      first - start,
    )
    await run(
      `INSERT INTO batches (id, account, mode, status, cutoff, created, closed, cycle, lastPayment)
       SELECT batchId, account, mode, 'closed', max(created), max(created), max(created), ${cycle}, ?
       ${seeded} AND captured > 0 GROUP BY batchId ON CONFLICT DO NOTHING`,
      Number.MAX_SAFE_INTEGER,
      id,
      first - end,
      first - start,
    )
  }
  await run("INSERT INTO settlementCycles (account, mode, cycle) VALUES (?, 'test', ?)", id, newestCycle + 1)
}
