import { describe, expect, test } from 'vitest'
import { readEventTypes } from '../../testing/events.ts'
import { cardSale } from '../../testing/fixtures/paymentFixture.ts'
import { batchFixture } from './batches.fixture.ts'
import { closeBatch } from './close.ts'

const hour = 3_600_000

describe('applyDueReturns', () => {
  test('a scheduled return of a capture makes its payment returned when due, not before', async () => {
    const { newCapture: captured, closeWith, applyReturns, clock, read: shown, merchant } = await batchFixture()
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
    expect(await readEventTypes(merchant, payment)).toContain('transaction.returned')
    expect(await applyReturns()).toEqual({ returnsApplied: 0 })
  })

  test('a refund with a due return restores the state of its payment', async () => {
    const { newCapture: captured, refund, close, closeWith, applyReturns, clock, read: shown } = await batchFixture()
    const { payment } = await captured(10)
    await close()
    await refund(payment, 4)
    await closeWith({ event: 'returned', at: clock.now() })
    expect(await shown(payment)).toMatchObject({ status: 'partially_refunded', amountCredited: 4 })
    await applyReturns()
    expect(await shown(payment)).toMatchObject({ status: 'settled', amountCredited: 0, amountSettled: 10 })
  })

  test('an unreferenced credit with a due return becomes returned', async () => {
    const { credit, closeWith, applyReturns, clock, read: shown } = await batchFixture()
    const { transactionId } = await credit(cardSale(4))
    await closeWith({ event: 'returned', at: clock.now() })
    await applyReturns()
    expect(await shown(transactionId)).toMatchObject({ status: 'returned', amountCredited: 0 })
  })

  test('a dispute stores its time, sends an event and moves no money', async () => {
    const { newCapture: captured, closeWith, applyReturns, clock, read: shown, merchant } = await batchFixture()
    const { payment } = await captured(10)
    const at = clock.now()
    await closeWith({ event: 'disputed', at })
    expect(await applyReturns()).toEqual({ returnsApplied: 1 })
    expect(await shown(payment)).toMatchObject({ status: 'settled', amountSettled: 10 })
    expect(await merchant.rows('SELECT disputed FROM transactions WHERE id = ?', Number(payment))).toEqual([
      { disputed: at },
    ])
    expect(await readEventTypes(merchant, payment)).toContain('transaction.disputed')
  })

  test('a processor schedules no returns for operations that another processor approved', async () => {
    const { newCapture: captured, services, applyReturns, clock } = await batchFixture()
    await captured(10)
    const needs = services()
    const simulateReturn = () => ({ event: 'returned' as const, at: clock.now() })
    await closeBatch({ ...needs, processor: { ...needs.processor, name: 'other', simulateReturn } })
    expect(await applyReturns()).toEqual({ returnsApplied: 0 })
  })

  test('the processor receives the payment’s reference for a capture and the credit’s own for a credit', async () => {
    const { newCapture: captured, refund, services, clock } = await batchFixture()
    const before = clock.now()
    const { payment } = await captured(10)
    const credit = await refund(payment, 4)
    const calls: unknown[] = []
    const needs = services()
    const simulateReturn = (...args: unknown[]) => void calls.push(args)
    await closeBatch({ ...needs, processor: { ...needs.processor, simulateReturn: simulateReturn as never } })
    expect(calls).toEqual(
      expect.arrayContaining([
        [
          'authorize',
          expect.objectContaining({ op: payment }),
          { approved: expect.any(Number), settled: expect.any(Number) },
        ],
        ['credit', expect.objectContaining({ op: credit.transactionId, root: payment }), expect.anything()],
      ]),
    )
    expect(calls).toHaveLength(2)
    for (const [, , times] of calls as [string, object, { approved: number; settled: number }][]) {
      expect(times.approved).toBeGreaterThanOrEqual(before)
      expect(times.settled).toBeGreaterThanOrEqual(times.approved)
    }
  })
})
