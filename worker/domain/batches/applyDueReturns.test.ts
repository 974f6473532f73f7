import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { listDisputes as listDisputesEndpoint } from '#contract/disputes/disputes'
import { readEventTypes } from '../../testing/events.ts'
import { cardSale } from '../../testing/fixtures/paymentFixture.ts'
import { batchFixture, toJson } from './batches.fixture.ts'
import { listDisputes } from '../disputes/list.ts'
import { closeBatch } from './close.ts'

const hour = 3_600_000

const allDisputes = v.parse(listDisputesEndpoint.query!, {})

describe('applyDueReturns', () => {
  test('a scheduled return of a capture makes its payment returned when due, not before', async () => {
    const { newCapture: captured, closeWith, applyReturns, clock, read: shown, merchant } = await batchFixture()
    const { payment, capture } = await captured(10)
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
      returns: [
        { transactionId: capture, type: 'capture', amount: 10, code: 'R01', at: expect.stringMatching(/^20.*Z$/) },
      ],
      disputes: [],
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
    expect(await shown(payment)).toMatchObject({
      status: 'settled',
      amountCredited: 0,
      amountSettled: 10,
      returns: [{ type: 'credit', amount: 4, code: null }],
    })
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
    await closeWith({ event: 'disputed', reason: '10.4', stages: [{ stage: 'open', at }] })
    expect(await applyReturns()).toEqual({ returnsApplied: 1 })
    expect(await shown(payment)).toMatchObject({ status: 'settled', amountSettled: 10 })
    expect(await merchant.rows('SELECT disputed FROM transactions WHERE id = ?', Number(payment))).toEqual([
      { disputed: at },
    ])
    expect(await readEventTypes(merchant, payment)).toContain('transaction.disputed')
  })

  test('a dispute of earlier versions, without stages, opens', async () => {
    const { newCapture, close, applyReturns, clock, read: shown, merchant } = await batchFixture()
    const { payment, capture } = await newCapture(10)
    await close()
    await merchant.run(
      'UPDATE operations SET foreseen = ?, foreseenAt = ? WHERE id = ?',
      '{"event":"disputed"}',
      clock.now(),
      Number(capture),
    )
    await applyReturns()
    expect(await shown(payment)).toMatchObject({
      disputes: [{ transactionId: capture, stage: 'open', amount: 10, reason: { code: null, category: 'general' } }],
    })
  })

  test('the stages of a scheduled dispute are applied one after the other, each once', async () => {
    const { newCapture, closeWith, applyReturns, clock, merchant, services } = await batchFixture()
    await newCapture(10)
    const at = (days: number) => start + days * 24 * hour
    const start = clock.now()
    await closeWith({
      event: 'disputed',
      reason: '13.1',
      stages: [
        { stage: 'open', at: at(10), evidenceDueBy: at(24) },
        { stage: 'won', at: at(40) },
      ],
    })
    const foreseenAt = async () =>
      (await merchant.rows("SELECT foreseenAt FROM operations WHERE account = ? AND type = 'capture'", merchant.id))[0]
    const disputes = async () => toJson(await listDisputes(allDisputes, services()))['disputes']
    expect([await applyReturns(), await foreseenAt()]).toEqual([{ returnsApplied: 0 }, { foreseenAt: at(10) }])
    clock.advance(10 * 24 * hour)
    expect([await applyReturns(), await foreseenAt()]).toEqual([{ returnsApplied: 1 }, { foreseenAt: at(40) }])
    expect(await disputes()).toMatchObject([
      { stage: 'open', amountWithdrawn: 10, evidenceDueBy: new Date(at(24)).toISOString() },
    ])
    expect(await applyReturns()).toEqual({ returnsApplied: 0 })
    clock.advance(30 * 24 * hour)
    expect([await applyReturns(), await foreseenAt()]).toEqual([{ returnsApplied: 1 }, { foreseenAt: null }])
    expect(await disputes()).toMatchObject([{ stage: 'won', amountWithdrawn: 0, evidenceDueBy: null }])
  })

  test('a sweep that is late applies all due stages of a dispute in order', async () => {
    const { newCapture, closeWith, applyReturns, clock, merchant } = await batchFixture()
    await newCapture(10)
    const start = clock.now()
    await closeWith({
      event: 'disputed',
      reason: '13.1',
      stages: (['warning', 'open', 'won'] as const).map((stage, index) => ({ stage, at: start + index })),
    })
    clock.advance(hour)
    await Promise.all([applyReturns(), applyReturns(), applyReturns()])
    const types = (await readEventTypes(merchant)).filter((type) => type.includes('dispute'))
    expect(types).toEqual(['dispute.created', 'dispute.updated', 'transaction.disputed', 'dispute.closed'])
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
