import { afterAll, describe, expect, test, vi } from 'vitest'
import { bindings } from '../testing/bindings.ts'
import { faultyDatabase } from '../testing/database/brokenDatabase.ts'
import type { BatchOutcome } from '../testing/database/brokenDatabase.ts'
import { card, createMerchant, startWorker, testClock } from '../testing/merchant.ts'
import { abandonedPayments, clearDueOperations, limits, minute } from './sweep.fixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())
clearDueOperations()

const countSweepCalls = async (): Promise<number> => {
  const counted = faultyDatabase(bindings.DB_00, () => 'runs')
  await startWorker({ clock: testClock() }, { DB_00: counted.d1 }).sweep()
  return counted.calls()
}

describe('sweep', () => {
  test('a sweep reverses payments that a crash left pending', async () => {
    const { worker, states, ledger } = await abandonedPayments(3)
    expect(await states()).toEqual(['3 pending'])
    expect(ledger.entries().map(({ state }) => state)).toEqual(['approved', 'approved', 'approved'])
    await worker.sweep()
    expect(await states()).toEqual(['3 reversed'])
    expect(ledger.entries()).toMatchObject(Array.from({ length: 3 }, () => ({ state: 'reversed', reversals: 1 })))
  })

  test('concurrent sweeps reverse each payment once', async () => {
    const { worker, states, ledger } = await abandonedPayments(12)
    await Promise.all([worker.sweep(), worker.sweep(), worker.sweep()])
    expect(await states()).toEqual(['12 reversed'])
    for (const { reversals } of ledger.entries()) expect(reversals).toBe(1)
  })

  const faults = [1, 2, 3, 4, 5, 6].flatMap((call) =>
    (['fails before', 'fails after'] as const).map((fate): [number, BatchOutcome] => [call, fate]),
  )
  test.each(faults)('a sweep interrupted at database call %d (%s) is completed by the next sweep', async (at, fate) => {
    const { worker, states, ledger, clock, processor } = await abandonedPayments(2)
    const { d1 } = faultyDatabase(bindings.DB_00, (call) => (call >= at ? fate : 'runs'))
    await startWorker({ processor, clock, limits }, { DB_00: d1 })
      .sweep()
      .catch(() => undefined)
    clock.advance(limits.reversalLeaseMs + 1)
    for (let round = 0; round < 3; round++) {
      await worker.sweep()
      clock.advance(limits.reversalLeaseMs + 1)
    }
    expect(await states()).toEqual(['2 reversed'])
    for (const entry of ledger.entries()) expect(entry).toMatchObject({ state: 'reversed', effects: 1 })
  })

  test('an operation that cannot be decoded fails the sweep, and the other operations and jobs are processed', async () => {
    const { worker, states, merchant, clock } = await abandonedPayments(3)
    const [undecodable] = await merchant.rows('SELECT min(id) AS id FROM operations WHERE account = ?', merchant.id)
    await merchant.run("UPDATE operations SET storedRef = '{' WHERE id = ?", undecodable?.['id'])
    const { json } = await worker.as(merchant.publishableKey)('POST', '/v1/tokens', { body: { creditCard: card() } })
    clock.advance(16 * minute)
    await expect(worker.sweep()).rejects.toThrow('The sweep of 1 of')
    expect(await states()).toEqual(['1 pending', '2 reversed'])
    const [token] = await merchant.rows('SELECT sealedPan FROM tokens WHERE id = ?', json.token.slice(0, 22))
    expect(token).toEqual({ sealedPan: null })
  })

  test('a sweep without due work reads a shard four times: for scans, for other jobs, and for due accounts of each mode', async () => {
    // The first rounds process rows of other tests, some of which may become due at any moment.
    let calls = Infinity
    for (let round = 0; round < 30 && calls > 4; round++) calls = await countSweepCalls()
    expect(calls).toBe(4)
  })

  test('a sweep whose read of due jobs fails still runs its jobs, and fails', async () => {
    const { worker, states, clock, processor } = await abandonedPayments(1)
    const { d1 } = faultyDatabase(bindings.DB_00, (call) => (call === 1 ? 'fails before' : 'runs'))
    const sweep = startWorker({ processor, clock, limits }, { DB_00: d1 }).sweep()
    await expect(sweep).rejects.toThrow('The sweep of 1 of')
    expect(await states()).toEqual(['1 reversed'])
    await expect(worker.sweep()).resolves.toBeUndefined()
  })

  test('a failing shard fails the cron run, and the other shards are swept', async () => {
    const second = await createMerchant({ shard: '01' })
    const clock = testClock()
    const broken = faultyDatabase(bindings.DB_00, () => 'fails before').d1
    const worker = startWorker({ clock }, { DB_00: broken })
    const { json } = await startWorker({ clock }).as(second.secretKey)('POST', '/v1/tokens', {
      body: { creditCard: card() },
    })
    clock.advance(16 * minute)
    await expect(worker.sweep()).rejects.toThrow('The sweep of 1 of')
    const [row] = await second.rows('SELECT sealedPan FROM tokens WHERE id = ?', json.token.slice(0, 22))
    expect(row).toEqual({ sealedPan: null })
  })
})
