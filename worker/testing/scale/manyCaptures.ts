import type { Merchant } from '../merchant.ts'

/** Inserts payments, each with a number of captures of 0.01, directly into the database. */
export const seedCaptures = async (merchant: Merchant, payments: number, captures: number): Promise<void> => {
  const first = 92_000_000_000_000 + Math.floor(Math.random() * 1_000_000_000) * 1_000
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)`
  const rowsPerPayment = captures + 1
  await merchant.run(
    `${numbers} INSERT INTO transactions (id, account, mode, status, method, currency, requested, approved, captured,
                                          initiatedBy, initial, created, updated)
     SELECT ? + i * ?, ?, 'test', 'captured', 'creditCard', 840, ?, ?, ?, 'customer', 'first', 1, 1 FROM n`,
    payments,
    first,
    rowsPerPayment,
    merchant.id,
    captures,
    captures,
    captures,
  )
  await merchant.run(
    `${numbers} INSERT INTO operations (id, transactionId, account, mode, type, status, amount, storedRef, storedRequestId, settlementCycle, created, updated)
     SELECT ? + i, ? + i - i % ?, ?, 'test', iif(i % ? = 0, 'authorize', 'capture'), 'approved', 1, '{}', 'seed', iif(i % ? = 0, NULL, 0), 1, 1 FROM n`,
    payments * rowsPerPayment,
    first,
    first,
    rowsPerPayment,
    merchant.id,
    rowsPerPayment,
    rowsPerPayment,
  )
}
