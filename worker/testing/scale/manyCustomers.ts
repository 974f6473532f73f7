import type { Merchant } from '../merchant.ts'

/** What a statement seeds: D1 stops those that work too long. */
const chunk = 50_000

/**
 * Fills a merchant's books with customers, ten to a millisecond, 0 the oldest, and counts them.
 *
 * @returns the id of a customer by its number, the cursor of a page that so many newer ones come before, and what takes them away again
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
    /** Who looks through the whole database afterwards need not pass over them. */
    clear: () => run('DELETE FROM customers WHERE account = ?', account),
  }
}
