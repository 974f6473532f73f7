import { describe, expect, test } from 'vitest'
import { readEventTypes } from '../../testing/events.ts'
import { cardSale } from '../../testing/fixtures/paymentFixture.ts'
import { replaceFunctions } from '../../testing/doubles/replaceFunctions.ts'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { batchFixture, toJson } from './batches.fixture.ts'
import { closeBatch } from './close.ts'
import { getBatch } from './get.ts'

describe('closeBatch', () => {
  test('a closed batch has totals of captures and credits per currency', async () => {
    const {
      authorize,
      capture,
      newCapture: captured,
      refund,
      credit,
      close,
      list,
      read: shown,
      services,
    } = await batchFixture()
    const { payment } = await captured(10)
    await captured(5.25)
    await refund(payment, 2.5)
    await credit(cardSale(1))
    const yen = await authorize(cardSale(1200, { amount: { value: 1200, currency: 392 } }))
    await capture(yen.transactionId)
    const batch = toJson(await close())
    expect(batch).toMatchObject({
      status: 'closed',
      totals: [
        { currency: 392, captures: { count: 1, amount: 1200 }, credits: { count: 0, amount: 0 }, net: 1200 },
        { currency: 840, captures: { count: 2, amount: 15.25 }, credits: { count: 2, amount: 3.5 }, net: 11.75 },
      ],
    })
    expect(batch['closed']).not.toBeNull()
    expect(toJson({ batches: await list() })).toEqual({ batches: [batch] })
    expect(toJson(await getBatch(String(batch['id']), services()))).toEqual({ batch, errors: null })
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

  test('closing a batch sends an event for each settled operation and for the batch', async () => {
    const { newCapture: captured, close, merchant } = await batchFixture()
    const { payment } = await captured()
    const batch = await close()
    expect(await readEventTypes(merchant, payment)).toEqual([
      'transaction.authorized',
      'transaction.captured',
      'transaction.settled',
    ])
    expect(await readEventTypes(merchant, batch!.id)).toEqual(['batch.closed'])
  })

  test('closing with nothing to settle returns no batch', async () => {
    const { newAuthorization: authorized, close, list } = await batchFixture()
    await authorized()
    expect(await close()).toBeNull()
    expect(await list()).toEqual([])
  })

  test('a settled operation belongs to one batch', async () => {
    const { newCapture: captured, close, list } = await batchFixture()
    await captured()
    expect(await close()).not.toBeNull()
    expect(await close()).toBeNull()
    expect(await list()).toHaveLength(1)
  })

  test('concurrent closes settle each operation once', async () => {
    const { newCapture: captured, close, list, merchant } = await batchFixture()
    await captured(10)
    await captured(20)
    await Promise.all([close(), close(), close()])
    expect(toJson({ batches: await list() })).toMatchObject({
      batches: [{ status: 'closed', totals: [{ captures: { count: 2, amount: 30 } }] }],
    })
    const rows = await merchant.rows(
      'SELECT total FROM counters WHERE account = ? AND name = ?',
      merchant.id,
      'batches',
    )
    expect(rows).toEqual([{ total: 1 }])
  })

  test('a payment with a pending void is settled by a later batch', async () => {
    const { newCapture: captured, faultPlan, void: voidIt, close, read: shown, clock, recover } = await batchFixture()
    const { payment } = await captured(10)
    faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'void' })
    faultPlan.add({ fault: { kind: 'decline', code: '12' }, on: 'void' })
    expect(await thrownErrors(voidIt(payment))).toMatchObject([{ type: 'processor_timeout' }])
    expect(await close()).toBeNull()
    clock.advance(61_000)
    await recover()
    expect(await shown(payment)).toMatchObject({ status: 'captured' })
    expect(toJson(await close())).toMatchObject({ totals: [{ captures: { count: 1, amount: 10 } }] })
  })

  test('an interrupted batch is closed before the next one is created', async () => {
    const { newCapture: captured, services, close, list, merchant, clock } = await batchFixture()
    await captured(10)
    const needs = services()
    const interrupted = {
      ...needs,
      batches: replaceFunctions(needs.batches, { settle: () => Promise.reject(new Error('Interrupted.')) }),
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
    expect(toJson({ batches })).toMatchObject({
      batches: [
        { id: second!.id, totals: [{ captures: { count: 1, amount: 20 } }] },
        { totals: [{ captures: { count: 1, amount: 10 } }] },
      ],
    })
  })

  test('a batch too large for four rounds stays closing', async () => {
    const { newCapture: captured, services } = await batchFixture()
    await captured()
    const needs = services()
    const inserted = await needs.batches.insert({ id: needs.ids.short(), cutoff: needs.clock.now(), created: 0 }, false)
    let rounds = 0
    const batches = replaceFunctions(needs.batches, {
      findClosing: () => Promise.resolve(inserted),
      settle: () => Promise.resolve({ settled: 500, batch: ++rounds < 9 ? inserted : null }),
      insert: () => Promise.resolve(null),
    })
    expect(await closeBatch({ ...needs, batches })).toEqual({ batch: null, errors: null })
    expect(rounds).toBe(4)
  })
})
