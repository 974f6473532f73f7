import { assert, asyncProperty, constantFrom, oneof, string } from 'fast-check'
import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import { Database, sql } from './database.ts'
import { toStoredRequestId } from './requestIds.ts'

const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })

const newPayment = async () => {
  const merchant = await createMerchant()
  const body = cardPayment()
  const { json, headers } = await startWorker().as(merchant.secretKey)('POST', '/v1/transactions/authorize', { body })
  return { id: Number(json.transactionId), requestId: headers.get('x-request-id') }
}

const digits = (characters: string, minLength: number) =>
  string({ unit: constantFrom(...characters), minLength, maxLength: 32 })

test('the request id of an operation is stored in 16 bytes', async () => {
  const { id, requestId } = await newPayment()
  const rows = await database.rows(
    sql(
      'SELECT requestId, typeof(storedRequestId) AS type, length(storedRequestId) AS bytes FROM operations WHERE id = ?',
      id,
    ),
  )
  expect(rows).toEqual([{ requestId, type: 'blob', bytes: 16 }])
})

test('any request id is read and found as it was written', async () => {
  const { id } = await newPayment()
  const requestId = oneof(digits('0123456789abcdef', 32), digits('012abcABC', 0), string())
  await assert(
    asyncProperty(requestId, async (written) => {
      const [, rows] = await database.batch([
        sql(`UPDATE operations SET storedRequestId = ${toStoredRequestId('?')} WHERE id = ?`, written, id),
        sql('SELECT requestId FROM operations WHERE id = ? AND requestId = ?', id, written),
      ])
      expect(rows).toEqual([{ requestId: written }])
    }),
  )
})
