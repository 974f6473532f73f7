import { describe, expect, test } from 'vitest'
import type { Foreseen } from '../../processors/processor.ts'
import { typesOf } from '../../testing/events.ts'
import { paymentFixture, saleOf } from '../../testing/fixtures/paymentFixture.ts'
import { errorsOf } from '../../testing/domainCalls.ts'
import { applyDueReturns } from './applyDueReturns.ts'
import { closeBatch } from './close.ts'
import { closeDueBatches } from './closeDue.ts'
import { getBatch } from './get.ts'
import { listBatches } from './list.ts'
import { replaceFunctions } from '../../testing/doubles/replaceFunctions.ts'

const hour = 3_600_000
const page = { pageNumber: 1, pageSize: 10, cursor: null }

const printed = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>

const setUp = async (settings: object = {}) => {
  const fixture = await paymentFixture({
    settings: { timeZone: 'UTC', unreferencedCredits: { test: true, live: false }, ...settings },
  })
  const { services, sweepServices } = fixture
  return {
    ...fixture,
    close: async () => (await closeBatch(services())).batch,
    closeDue: () => closeDueBatches(sweepServices()),
    list: async () => (await listBatches(page, services())).batches,
    /** Closes the batch while the processor schedules this for each operation. */
    closeWith: (foreseen: Foreseen) => {
      const on = services()
      return closeBatch({ ...on, processor: { ...on.processor, foresee: () => foreseen } })
    },
    applyReturns: () => applyDueReturns(sweepServices()),
  }
}

describe('closing a batch by request', () => {
  test('a closed batch counts captures and credits of each currency', async () => {
    const { authorize, capture, captured, refund, credit, close, list, shown, services } = await setUp()
    const { payment } = await captured(10)
    await captured(5.25)
    await refund(payment, 2.5)
    await credit(saleOf(1))
    const yen = await authorize(saleOf(1200, { amount: { value: 1200, currency: 392 } }))
    await capture(yen.transactionId)
    const batch = printed(await close())
    expect(batch).toMatchObject({
      status: 'closed',
      totals: [
        { currency: 392, captures: { count: 1, amount: 1200 }, credits: { count: 0, amount: 0 }, net: 1200 },
        { currency: 840, captures: { count: 2, amount: 15.25 }, credits: { count: 2, amount: 3.5 }, net: 11.75 },
      ],
    })
    expect(batch['closed']).not.toBeNull()
    expect(printed({ batches: await list() })).toEqual({ batches: [batch] })
    expect(printed(await getBatch(String(batch['id']), services()))).toEqual({ batch, errors: null })
    expect(await shown(payment)).toMatchObject({
      status: 'partially_refunded',
      batchId: batch['id'],
      amountSettled: 10,
      operations: [
        { type: 'authorize', status: 'approved' },
        { type: 'capture', status: 'settled' },
        { type: 'credit', status: 'settled' },
      ],
    })
    expect(await shown(yen.transactionId)).toMatchObject({ status: 'settled', amountSettled: 1200 })
  })

  test('closing announces each settled operation and the batch', async () => {
    const { captured, close, merchant } = await setUp()
    const { payment } = await captured()
    const batch = await close()
    expect(await typesOf(merchant, payment)).toEqual([
      'transaction.authorized',
      'transaction.captured',
      'transaction.settled',
    ])
    expect(await typesOf(merchant, batch!.id)).toEqual(['batch.closed'])
  })

  test('closing without anything to settle returns no batch', async () => {
    const { authorized, close, list } = await setUp()
    await authorized()
    expect(await close()).toBeNull()
    expect(await list()).toEqual([])
  })

  test('a settled operation belongs to one batch', async () => {
    const { captured, close, list } = await setUp()
    await captured()
    expect(await close()).not.toBeNull()
    expect(await close()).toBeNull()
    expect(await list()).toHaveLength(1)
  })

  test('of concurrent closes one settles each operation', async () => {
    const { captured, close, list, merchant } = await setUp()
    await captured(10)
    await captured(20)
    await Promise.all([close(), close(), close()])
    expect(printed({ batches: await list() })).toMatchObject({
      batches: [{ status: 'closed', totals: [{ captures: { count: 2, amount: 30 } }] }],
    })
    const rows = await merchant.rows(
      'SELECT total FROM counters WHERE account = ? AND name = ?',
      merchant.id,
      'batches',
    )
    expect(rows).toEqual([{ total: 1 }])
  })

  test('a payment whose void is under way waits for the next batch', async () => {
    const { captured, faultPlan, void: voidIt, close, shown, clock, recover } = await setUp()
    const { payment } = await captured(10)
    faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'void' })
    faultPlan.add({ fault: { kind: 'decline', code: '12' }, on: 'void' })
    expect(await errorsOf(voidIt(payment))).toMatchObject([{ type: 'processor_timeout' }])
    expect(await close()).toBeNull()
    clock.advance(61_000)
    await recover()
    expect(await shown(payment)).toMatchObject({ status: 'captured' })
    expect(printed(await close())).toMatchObject({ totals: [{ captures: { count: 1, amount: 10 } }] })
  })

  test('a batch whose closing was interrupted is continued before another begins', async () => {
    const { captured, services, close, list, merchant, clock } = await setUp()
    await captured(10)
    const on = services()
    const interrupted = {
      ...on,
      batches: replaceFunctions(on.batches, { settle: () => Promise.reject(new Error('Interrupted.')) }),
    }
    await expect(closeBatch(interrupted)).rejects.toThrow('Interrupted.')
    expect(await merchant.rows('SELECT status, closed FROM batches WHERE account = ?', merchant.id)).toEqual([
      { status: 'closing', closed: null },
    ])
    clock.advance(1)
    await captured(20)
    const second = await close()
    const batches = await list()
    expect(batches.map(({ status }) => status)).toEqual(['closed', 'closed'])
    expect(printed({ batches })).toMatchObject({
      batches: [
        { id: second!.id, totals: [{ captures: { count: 1, amount: 20 } }] },
        { totals: [{ captures: { count: 1, amount: 10 } }] },
      ],
    })
  })

  test('a batch of more operations than four rounds take stays closing', async () => {
    const { captured, services } = await setUp()
    await captured()
    const on = services()
    const inserted = await on.batches.insert({ id: on.ids.uuid(), cutoff: on.clock.now(), created: 0 }, false)
    let rounds = 0
    const batches = replaceFunctions(on.batches, {
      findClosing: () => Promise.resolve(inserted),
      settle: () => Promise.resolve({ settled: 500, batch: ++rounds < 9 ? inserted : null }),
      insert: () => Promise.resolve(null),
    })
    expect(await closeBatch({ ...on, batches })).toEqual({ batch: null, errors: null })
    expect(rounds).toBe(4)
  })
})

describe('reading batches', () => {
  test('an unknown batch, or that of another account, returns 404', async () => {
    const { captured, close } = await setUp()
    await captured()
    const batch = await close()
    const other = await setUp()
    for (const id of [batch!.id, 'unknown'])
      expect(await errorsOf(getBatch(id, other.services()))).toEqual([
        { type: 'not_found', details: { resource: 'batch' } },
      ])
  })

  test('a cursor that is no batch of the account is refused', async () => {
    const { services } = await setUp()
    expect(await errorsOf(listBatches({ ...page, cursor: 'unknown' }, services()))).toEqual([
      { type: 'query_invalid', field: 'cursor' },
    ])
  })

  test('batches are listed newest first, with their number and a link to the first page', async () => {
    const { captured, close, services, clock } = await setUp()
    await captured()
    const first = await close()
    clock.advance(hour)
    await captured()
    const second = await close()
    const { batches, headers } = await listBatches({ ...page, pageSize: 1 }, services())
    expect(batches.map(({ id }) => id)).toEqual([second!.id])
    expect(headers).toMatchObject({ 'x-total-count': '2' })
    expect(headers['link']).toContain(`cursor=${second!.id}`)
    const rest = await listBatches({ ...page, cursor: second!.id }, services())
    expect(rest.batches.map(({ id }) => id)).toEqual([first!.id])
  })
})

describe('closing the batches of a day', () => {
  test('the first sweep sets the cut-off, and the first one after the end of the day closes the batch', async () => {
    const { captured, closeDue, list, clock, shown } = await setUp()
    const { payment } = await captured(10)
    const endOfDay = new Date(clock.now())
    endOfDay.setUTCHours(23, 59, 59, 0)
    expect(await closeDue()).toEqual({ batchesScheduled: 1, batchesClosed: 0, batchesClosing: 0 })
    expect(await closeDue()).toEqual({ batchesScheduled: 0, batchesClosed: 0, batchesClosing: 0 })
    clock.advance(24 * hour)
    expect(await closeDue()).toEqual({ batchesScheduled: 0, batchesClosed: 1, batchesClosing: 0 })
    expect(printed({ batches: await list() })).toMatchObject({
      batches: [{ status: 'closed', cutoff: endOfDay.toISOString(), totals: [{ captures: { count: 1, amount: 10 } }] }],
    })
    expect(await shown(payment)).toMatchObject({ status: 'settled' })
    expect(await closeDue()).toEqual({ batchesScheduled: 0, batchesClosed: 0, batchesClosing: 0 })
  })

  test('a capture after the end of the day belongs to the next batch', async () => {
    const { captured, closeDue, list, clock, shown } = await setUp()
    await captured(10)
    await closeDue()
    clock.advance(24 * hour)
    const { payment } = await captured(20)
    expect(await closeDue()).toMatchObject({ batchesClosed: 1 })
    expect(await shown(payment)).toMatchObject({ status: 'captured', batchId: null })
    expect(await closeDue()).toMatchObject({ batchesScheduled: 1 })
    clock.advance(24 * hour)
    expect(await closeDue()).toMatchObject({ batchesClosed: 1 })
    expect(printed({ batches: await list() })).toMatchObject({
      batches: [{ totals: [{ captures: { amount: 20 } }] }, { totals: [{ captures: { amount: 10 } }] }],
    })
  })

  test('concurrent sweeps close the batch of a day once', async () => {
    const { captured, closeDue, list, clock } = await setUp()
    await captured(10)
    await closeDue()
    clock.advance(24 * hour)
    await Promise.all([closeDue(), closeDue(), closeDue()])
    expect(printed({ batches: await list() })).toMatchObject({
      batches: [{ status: 'closed', totals: [{ captures: { count: 1, amount: 10 } }] }],
    })
  })

  test('a batch that a crash left closing is closed by the next sweep', async () => {
    const { captured, services, closeDue, list } = await setUp()
    await captured(10)
    const on = services()
    await on.batches.insert({ id: on.ids.uuid(), cutoff: on.clock.now(), created: on.clock.now() }, false)
    expect(await closeDue()).toMatchObject({ batchesClosed: 1, batchesClosing: 0 })
    expect(await list()).toMatchObject([{ status: 'closed' }])
  })

  test('a batch that is too large for one sweep is counted as closing, and one without operations not as closed', async () => {
    const { captured, services, sweepServices, closeDue, list } = await setUp()
    await captured(10)
    const on = services()
    const closing = await on.batches.insert({ id: on.ids.uuid(), cutoff: on.clock.now(), created: 0 }, false)
    const sweep = sweepServices()
    const closeWith = (batch: typeof closing) =>
      closeDueBatches({
        ...sweep,
        batches: replaceFunctions(sweep.batches, { settle: () => Promise.resolve({ settled: 0, batch }) }),
      })
    expect(await closeWith(closing)).toMatchObject({ batchesClosed: 0, batchesClosing: 1 })
    expect(await closeWith(null)).toMatchObject({ batchesClosed: 0, batchesClosing: 1 })
    expect(await closeDue()).toMatchObject({ batchesClosed: 1, batchesClosing: 0 })
    expect(await list()).toMatchObject([{ status: 'closed' }])
  })

  test('a day whose captures were all voided makes no batch', async () => {
    const { captured, closeDue, list, clock, void: voidIt } = await setUp()
    const { payment } = await captured(10)
    await closeDue()
    await voidIt(payment)
    clock.advance(24 * hour)
    expect(await closeDue()).toEqual({ batchesScheduled: 0, batchesClosed: 0, batchesClosing: 0 })
    expect(await list()).toEqual([])
  })
})

describe('returns and disputes that the processor scheduled', () => {
  test('a returned capture makes its payment returned when it is due, and not before', async () => {
    const { captured, closeWith, applyReturns, clock, shown, merchant } = await setUp()
    const { payment } = await captured(10)
    await closeWith({ event: 'returned', code: 'R01', at: clock.now() + hour })
    expect(await applyReturns()).toEqual({ returnsApplied: 0 })
    expect(await shown(payment)).toMatchObject({ status: 'settled' })
    clock.advance(hour)
    expect(await applyReturns()).toEqual({ returnsApplied: 1 })
    expect(await shown(payment)).toMatchObject({
      status: 'returned',
      operations: [
        { type: 'authorize', status: 'approved', responseCode: '00' },
        { type: 'capture', status: 'returned', responseCode: 'R01' },
      ],
    })
    expect(await typesOf(merchant, payment)).toContain('transaction.returned')
    expect(await applyReturns()).toEqual({ returnsApplied: 0 })
  })

  test('a returned refund leaves its payment as it was before', async () => {
    const { captured, refund, close, closeWith, applyReturns, clock, shown } = await setUp()
    const { payment } = await captured(10)
    await close()
    await refund(payment, 4)
    await closeWith({ event: 'returned', at: clock.now() })
    expect(await shown(payment)).toMatchObject({ status: 'partially_refunded', amountCredited: 4 })
    await applyReturns()
    expect(await shown(payment)).toMatchObject({ status: 'settled', amountCredited: 0, amountSettled: 10 })
  })

  test('a returned unreferenced credit becomes returned', async () => {
    const { credit, closeWith, applyReturns, clock, shown } = await setUp()
    const { transactionId } = await credit(saleOf(4))
    await closeWith({ event: 'returned', at: clock.now() })
    await applyReturns()
    expect(await shown(transactionId)).toMatchObject({ status: 'returned', amountCredited: 0 })
  })

  test('a dispute stores its time, announces it and moves no money', async () => {
    const { captured, closeWith, applyReturns, clock, shown, merchant } = await setUp()
    const { payment } = await captured(10)
    const at = clock.now()
    await closeWith({ event: 'disputed', at })
    expect(await applyReturns()).toEqual({ returnsApplied: 1 })
    expect(await shown(payment)).toMatchObject({ status: 'settled', amountSettled: 10 })
    expect(await merchant.rows('SELECT disputed FROM transactions WHERE id = ?', Number(payment))).toEqual([
      { disputed: at },
    ])
    expect(await typesOf(merchant, payment)).toContain('transaction.disputed')
  })

  test('nothing is scheduled by a processor other than the one that approved', async () => {
    const { captured, services, applyReturns, clock } = await setUp()
    await captured(10)
    const on = services()
    const foresee = () => ({ event: 'returned' as const, at: clock.now() })
    await closeBatch({ ...on, processor: { ...on.processor, name: 'other', foresee } })
    expect(await applyReturns()).toEqual({ returnsApplied: 0 })
  })

  test('the processor schedules by the approval of the payment and by the credit itself', async () => {
    const { captured, refund, services, clock } = await setUp()
    const before = clock.now()
    const { payment } = await captured(10)
    const credit = await refund(payment, 4)
    const asked: unknown[] = []
    const on = services()
    const foresee = (...question: unknown[]) => void asked.push(question)
    await closeBatch({ ...on, processor: { ...on.processor, foresee: foresee as never } })
    expect(asked).toEqual(
      expect.arrayContaining([
        [
          'authorize',
          expect.objectContaining({ op: payment }),
          { approved: expect.any(Number), settled: expect.any(Number) },
        ],
        ['credit', expect.objectContaining({ op: credit.transactionId, root: payment }), expect.anything()],
      ]),
    )
    expect(asked).toHaveLength(2)
    for (const [, , times] of asked as [string, object, { approved: number; settled: number }][]) {
      expect(times.approved).toBeGreaterThanOrEqual(before)
      expect(times.settled).toBeGreaterThanOrEqual(times.approved)
    }
  })
})
