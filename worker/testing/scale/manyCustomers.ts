import type { Merchant } from '../merchant.ts'

/** Rows per statement: D1 aborts statements that run too long. */
const chunk = 50_000

/**
 * Inserts customers, ten per millisecond, with number 0 the oldest, and updates the counter.
 *
 * @returns the id of a customer by number, the cursor of the page after the newest `newer` customers, and a function that deletes all
 */
export const manyCustomers = async ({ id: account, run }: Merchant, count: number) => {
  const idOf = (n: number): string => `${account}-${String(n).padStart(7, '0')}`
  for (let start = 0; start < count; start += chunk)
    await run(
      `WITH RECURSIVE numbers (n) AS
         (SELECT CAST(?2 AS INTEGER) UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < CAST(?3 AS INTEGER))
       INSERT INTO customers (id, account, mode, firstName, lastName, company, phoneNumber, emailAddress, shippingAddress,
                              metadata, created, updated)
       SELECT printf('%s-%07d', ?1, n), ?1, 'test', 'Customer ' || n, '', '', '', '', '{}', '{}', n / 10, n / 10 FROM numbers`,
      account,
      start,
      Math.min(start + chunk, count),
    )
  await run("INSERT INTO counters (account, mode, name, total) VALUES (?, 'test', 'customers', ?)", account, count)
  return {
    idOf,
    cursorAfter: (newer: number): string => idOf(count - newer),
    /** Deletes the customers, so that scans of the database need not read them. */
    clear: () => run('DELETE FROM customers WHERE account = ?', account),
  }
}
