import { expect, test } from 'vitest'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import { bindings } from '../../testing/bindings.ts'
import { interceptD1 } from '../../testing/database/interceptD1.ts'
import { deleteOldEvents } from '../events/eventRetention.ts'
import { Database } from '../sql/database.ts'

/** A merchant whose database loses the response of each batch that inserts events, once, so that the batch is repeated. */
const setUp = async () => {
  const lost = { batches: 0, isOn: false }
  const repeated = new Set<string>()
  const d1 = interceptD1(bindings.DB_00, {
    after: ({ sql, values }) => {
      const text = JSON.stringify([sql, values])
      if (!lost.isOn || !sql.some((one) => one.startsWith('INSERT INTO events')) || repeated.has(text)) return
      repeated.add(text)
      lost.batches++
      throw new Error('D1_ERROR: Network connection lost.')
    },
  })
  const merchant = await createMerchant()
  const call = startWorker({}, { DB_00: d1 }).as(merchant.secretKey)
  const post = async (path: string, body?: object): Promise<any> => {
    const { status, json } = await call('POST', `/v1/${path}`, body && { body })
    expect([path, status]).toEqual([path, 200])
    return json
  }
  /** Number and type of the payment's events, oldest first. */
  const events = async (payment: string) =>
    (
      await merchant.rows(
        'SELECT sequence, type FROM events WHERE account = ? AND resource = ? AND snapshot IS NOT NULL ORDER BY position',
        merchant.id,
        payment,
      )
    ).map(({ sequence, type }) => `${sequence} ${String(type).replace('transaction.', '')}`)
  return { merchant, post, events, lost }
}

const twoCaptures = async (post: (path: string, body?: object) => Promise<any>): Promise<string> => {
  const { transactionId } = await post('transactions/authorize', cardPayment(undefined, { amount: { value: 30 } }))
  for (const amount of [10, 12]) await post('transactions/capture', { transactionId, amount, final: false })
  return transactionId
}

test('events of a payment are numbered without a gap, those of one statement by their operations', async () => {
  const { post, events } = await setUp()
  const payment = await twoCaptures(post)
  await post('batches/close')
  await post('transactions/credit', { referenceTransactionId: Number(payment), amount: { value: 5 } })
  expect(await events(payment)).toEqual([
    '1 authorized',
    '2 captured',
    '3 captured',
    '4 settled',
    '5 settled',
    '6 credited',
  ])
})

test('a sale has its two events in the order of their numbers', async () => {
  const { post, events } = await setUp()
  const { transactionId } = await post('transactions/sale', cardPayment())
  expect(await events(transactionId)).toEqual(['1 authorized', '2 captured'])
})

test('a repeated batch whose response was lost inserts no second event of a payment', async () => {
  const { post, events, lost } = await setUp()
  lost.isOn = true
  const payment = await twoCaptures(post)
  await post('batches/close')
  await post('transactions/credit', { referenceTransactionId: Number(payment), amount: { value: 5 } })
  expect(lost.batches).toBeGreaterThanOrEqual(5)
  expect(await events(payment)).toEqual([
    '1 authorized',
    '2 captured',
    '3 captured',
    '4 settled',
    '5 settled',
    '6 credited',
  ])
})

test('the numbers of a payment go on after its events are deleted', async () => {
  const { merchant, post, events } = await setUp()
  const payment = await twoCaptures(post)
  const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })
  await deleteOldEvents({ database, owner: { account: merchant.id, mode: 'test' } }, Date.now() * 2, 100)
  expect(await events(payment)).toEqual([])
  expect(await merchant.rows('SELECT * FROM eventCounts WHERE resource = ?', payment)).toEqual([])
  await post('transactions/void', { transactionId: payment })
  expect(await events(payment)).toEqual(['4 voided'])
})
