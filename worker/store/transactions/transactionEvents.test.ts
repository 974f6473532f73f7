import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { readEventTypes } from '../../testing/events.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import { settleOperations } from '../batches/settlement.ts'
import { Database } from '../sql/database.ts'
import { expirePayment } from './expiry.ts'
import { recordModificationOutcome } from './modificationOutcomes.ts'
import { applyReturns } from '../batches/dueReturns.ts'
import { recordReversal } from './operations.ts'

/**
 * Old events are deleted. A write without an effect, such as an outcome that is already recorded, must not insert its event again.
 */

const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })

const setUp = async () => {
  const merchant = await createMerchant()
  const call = startWorker().as(merchant.secretKey)
  const post = async (verb: string, body: object): Promise<number> =>
    Number((await call('POST', `/v1/transactions/${verb}`, { body })).json.transactionId)
  const payment = await post('authorize', cardPayment())
  const capture = await post('capture', { transactionId: String(payment), amount: 4 })
  return {
    merchant,
    owner: { account: merchant.id, mode: 'test' as const },
    call,
    payment,
    capture,
    /** Deletes all events, as if their retention were over. */
    deleteEvents: () => merchant.run('DELETE FROM events WHERE account = ?', merchant.id),
    later: Date.now() + 60_000,
  }
}

test('outcome that is already recorded inserts no event', async () => {
  const { merchant, owner, capture, deleteEvents, later } = await setUp()
  await deleteEvents()
  const after = await recordModificationOutcome(
    { database, owner },
    {
      id: capture,
      type: 'capture',
      status: 'approved',
      amount: 400,
      responseCode: '00',
      authCode: null,
      latency: 1,
      processorRef: { account: 'a', op: '1', root: '1' },
      at: later,
      releaseId: 0,
      releaseDue: later,
      due: null,
    },
  )
  expect(after.status).toBe('approved')
  expect(await readEventTypes(merchant)).toEqual([])
})

test('reversal of an operation that is not pending inserts no event', async () => {
  const { merchant, payment, deleteEvents, later } = await setUp()
  await deleteEvents()
  await recordReversal({ database }, payment, later)
  expect(await readEventTypes(merchant)).toEqual([])
})

test('settlement in a closed batch inserts no event', async () => {
  const { merchant, owner, call, payment, capture, deleteEvents, later } = await setUp()
  const { batch } = (await call('POST', '/v1/batches/close')).json
  await deleteEvents()
  const row = {
    ...owner,
    id: batch.id,
    status: 'closing',
    cutoff: later,
    created: 0,
    closed: null,
    cycle: 0,
    lastPayment: 0,
    lastOperation: 0,
  } as const
  const operation = { id: capture, transactionId: payment, scheduledReturn: null }
  expect(await settleOperations({ database }, row, [operation], later, null)).toMatchObject({
    settled: 0,
    batch: { status: 'closed' },
  })
  expect(await readEventTypes(merchant)).toEqual([])
})

test('repeated expiry inserts no event', async () => {
  const { merchant, deleteEvents } = await setUp()
  const payment = Number(
    (await startWorker().as(merchant.secretKey)('POST', '/v1/transactions/authorize', { body: cardPayment() })).json
      .transactionId,
  )
  const [{ expires }] = (await merchant.rows('SELECT expires FROM transactions WHERE id = ?', payment)) as [
    { expires: number },
  ]
  const [first, second] = [93_000_000_000_001, 93_000_000_000_002].map((id) => id + payment)
  expect(await expirePayment({ database }, payment, { releaseId: first!, at: expires })).toBe(true)
  expect((await readEventTypes(merchant)).at(-1)).toBe('transaction.expired')
  await deleteEvents()
  expect(await expirePayment({ database }, payment, { releaseId: second!, at: expires + 1 })).toBe(false)
  expect(await readEventTypes(merchant)).toEqual([])
})

test('return inserts one event, and none when repeated', async () => {
  const { merchant, call, capture, deleteEvents, later } = await setUp()
  await call('POST', '/v1/batches/close')
  await merchant.run('UPDATE operations SET foreseen = ?, foreseenAt = 1 WHERE id = ?', '{"event":"returned"}', capture)
  await deleteEvents()
  const apply = (now: number) => applyReturns({ database }, [capture], now)
  await apply(later)
  expect(await readEventTypes(merchant)).toEqual(['transaction.returned'])
  await deleteEvents()
  await apply(later + 1)
  expect(await readEventTypes(merchant)).toEqual([])
})
