import { bindings } from '../../testing/bindings.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { Database } from '../sql/database.ts'
import type { Lane } from './nextDue.ts'

export const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })
export const now = 1_000_000

export const scopeOf = ({ id }: Merchant, mode: 'test' | 'live' = 'test') => ({
  database,
  owner: { account: id, mode },
})

/** The entries of an account's test mode, by lane. */
export const entriesOf = async ({ rows, id }: Merchant): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries(
    (await rows("SELECT lane, due FROM dueWork WHERE account = ? AND mode = 'test'", id)).map(({ lane, due }) => [
      lane,
      due,
    ]),
  )

export const enter = (merchant: Merchant, lane: Lane, due: number, mode = 'test') =>
  merchant.run('INSERT INTO dueWork (account, mode, lane, due) VALUES (?, ?, ?, ?)', merchant.id, mode, lane, due)

let ids = 0
/** A new id of a payment or an operation. */
export const newId = (): number => ++ids

/** Inserts a payment with its first operation. */
export const insertPayment = async (
  { id, run }: Merchant,
  { status = 'pending', due = null as number | null, expires = null as number | null, awaitsScan = 0 } = {},
): Promise<number> => {
  const payment = newId()
  await run(
    `INSERT INTO transactions (id, account, mode, status, method, currency, requested, approved, expires, awaitsScan, initiatedBy, initial, created, updated)
     VALUES (?, ?, 'test', ?, 'creditCard', 840, 100, 100, ?, ?, 'customer', 'first', 0, 0)`,
    payment,
    id,
    status,
    expires,
    awaitsScan,
  )
  await run(
    `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, due, awaitsScan, storedRequestId, created, updated)
     VALUES (?, ?, ?, 'test', 'authorize', 'pending', 100, ?, ?, '', 0, 0)`,
    payment,
    payment,
    id,
    due,
    awaitsScan,
  )
  return payment
}

export const insertOperation = async (
  { id, run }: Merchant,
  payment: number,
  type: 'capture' | 'reversal',
  due: number,
): Promise<number> => {
  const operation = newId()
  await run(
    `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, due, storedRequestId, created, updated)
     VALUES (?, ?, ?, 'test', ?, 'pending', 100, ?, '', 0, 0)`,
    operation,
    payment,
    id,
    type,
    due,
  )
  return operation
}
