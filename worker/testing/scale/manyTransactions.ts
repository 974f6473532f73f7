/** An account, and how SQL is run on the database that it lives in. */
export interface Books {
  readonly id: string
  run(text: string, ...values: (string | number)[]): unknown
}

/** What a statement seeds: D1 stops those that work too long. */
const chunk = 50_000

/** Of 12 digits at most, so that none of the seeded ids can be taken for a card number, and apart for each merchant. */
const youngestId = (account: string): number =>
  (Number.parseInt(account.slice(0, 5), 16) % 499_999) * 2_000_000 + 1_999_999

/** The id of a seeded payment. */
export const seededId = ({ id }: Pick<Books, 'id'>, n: number): number => youngestId(id) - n

/**
 * Fills an account's books with payments by card, 0 the youngest, ten to a millisecond, one of ten declined. Numbers below 100 stand out,
 * however many others there are: by reference, customer and last four digits each is alone, and they are what batch `seeded` settled.
 *
 * @param count how many, 2,000,000 at most
 * @param youngest when payment 0 was made, milliseconds since 1970
 */
export const seedTransactions = async (
  { id, run }: Books,
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
      `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, responseCode, requestId, created, updated)
       SELECT id, id, account, mode, 'authorize', iif(approved > 0, 'approved', 'declined'), requested,
              iif(approved > 0, '00', '05'), 'seeded', created, created ${seeded}`,
      id,
      first - end,
      first - start,
    )
    // Their captures have ids that no payment has.
    await run(
      `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, responseCode, requestId, batchId, created, updated)
       SELECT -id, id, account, mode, 'capture', 'settled', captured, '00', 'seeded', batchId, created, updated ${seeded} AND captured > 0`,
      id,
      first - end,
      first - start,
    )
  }
}
