import { describe, expect, test } from 'vitest'
import { replaceFunctions } from '../../testing/doubles/replaceFunctions.ts'
import { batchFixture, toJson } from './batches.fixture.ts'
import { closeDueBatches } from './closeDue.ts'

const hour = 3_600_000

describe('closeDueBatches', () => {
  test('a sweep sets the cut-off of a batch, and the first sweep after the end of the day closes the batch', async () => {
    const { newCapture: captured, closeDue, list, clock, read: shown } = await batchFixture()
    const { payment } = await captured(10)
    const endOfDay = new Date(clock.now())
    endOfDay.setUTCHours(23, 59, 59, 0)
    expect(await closeDue()).toEqual({ batchesScheduled: 1, batchesClosed: 0, batchesClosing: 0 })
    expect(await closeDue()).toEqual({ batchesScheduled: 0, batchesClosed: 0, batchesClosing: 0 })
    clock.advance(24 * hour)
    expect(await closeDue()).toEqual({ batchesScheduled: 0, batchesClosed: 1, batchesClosing: 0 })
    expect(toJson({ batches: await list() })).toMatchObject({
      batches: [{ status: 'closed', cutoff: endOfDay.toISOString(), totals: [{ captures: { count: 1, amount: 10 } }] }],
    })
    expect(await shown(payment)).toMatchObject({ status: 'settled' })
    expect(await closeDue()).toEqual({ batchesScheduled: 0, batchesClosed: 0, batchesClosing: 0 })
  })

  test('a capture after the end of the day belongs to the next batch', async () => {
    const { newCapture: captured, closeDue, list, clock, read: shown } = await batchFixture()
    await captured(10)
    await closeDue()
    clock.advance(24 * hour)
    const { payment } = await captured(20)
    expect(await closeDue()).toMatchObject({ batchesClosed: 1 })
    expect(await shown(payment)).toMatchObject({ status: 'captured', batchId: null })
    expect(await closeDue()).toMatchObject({ batchesScheduled: 1 })
    clock.advance(24 * hour)
    expect(await closeDue()).toMatchObject({ batchesClosed: 1 })
    expect(toJson({ batches: await list() })).toMatchObject({
      batches: [{ totals: [{ captures: { amount: 20 } }] }, { totals: [{ captures: { amount: 10 } }] }],
    })
  })

  test('concurrent sweeps close the batch of a day once', async () => {
    const { newCapture: captured, closeDue, list, clock } = await batchFixture()
    await captured(10)
    await closeDue()
    clock.advance(24 * hour)
    await Promise.all([closeDue(), closeDue(), closeDue()])
    expect(toJson({ batches: await list() })).toMatchObject({
      batches: [{ status: 'closed', totals: [{ captures: { count: 1, amount: 10 } }] }],
    })
  })

  test('a batch that a crash left closing is closed by the next sweep', async () => {
    const { newCapture: captured, services, closeDue, list } = await batchFixture()
    await captured(10)
    const needs = services()
    await needs.batches.insert({ id: needs.ids.short(), cutoff: needs.clock.now(), created: needs.clock.now() }, false)
    expect(await closeDue()).toMatchObject({ batchesClosed: 1, batchesClosing: 0 })
    expect(await list()).toMatchObject([{ status: 'closed' }])
  })

  test('a batch too large for one sweep is counted as closing', async () => {
    const { newCapture: captured, services, sweepServices, closeDue, list } = await batchFixture()
    await captured(10)
    const needs = services()
    const closing = await needs.batches.insert({ id: needs.ids.short(), cutoff: needs.clock.now(), created: 0 }, false)
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

  test('a day with only voided captures has no batch', async () => {
    const { newCapture: captured, closeDue, list, clock, void: voidIt } = await batchFixture()
    const { payment } = await captured(10)
    await closeDue()
    await voidIt(payment)
    clock.advance(24 * hour)
    expect(await closeDue()).toEqual({ batchesScheduled: 0, batchesClosed: 0, batchesClosing: 0 })
    expect(await list()).toEqual([])
  })
})
