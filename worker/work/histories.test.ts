import * as fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from '#runtime'
import { inMemoryAcquirer } from '../proof/acquirer/memory.ts'
import { fixedSeed } from '../proof/models/kernel/seed.ts'
import { bindings } from '../testing/bindings.ts'
import { findForgottenWork } from '../testing/database/forgottenWork.ts'
import { subscriptionFixture } from '../testing/fixtures/subscriptionFixture.ts'
import { cardPayment, createMerchant, startWorker, testClock } from '../testing/merchant.ts'
import type { Merchant } from '../testing/merchant.ts'
import { objectGateway } from '../testing/runtime/objectGateway.ts'
import { accountWorkName } from './objectNames.ts'
import type { LaneWork } from '../app/objects.ts'

for (const method of ['log', 'error', 'warn'] as const) vi.spyOn(console, method).mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const minute = 60_000
const hour = 60 * minute
const limits = { processorTimeoutMs: 5_000, reversalTimeoutMs: 5_000, abandonAfterMs: 45_000, reversalLeaseMs: minute }

/** What a lane worker does at its next call: it ends before or after its work, whose result is lost. */
type LaneFault = 'before' | 'after'

const object = ({ id }: Merchant) =>
  bindings.ACCOUNT_WORK.getByName(accountWorkName('00', { account: id, mode: 'test' }))

/** Two accounts on one shard, whose background work runs in Durable Objects that a history disturbs. */
const startHistory = async () => {
  const clock = testClock()
  const { processor, ledger, faultPlan } = inMemoryAcquirer({ now: clock.now })
  const faults: LaneFault[] = []
  const worker = startWorker({ clock, limits, processor }, { ACCOUNT_WORK: bindings.ACCOUNT_WORK })
  const of = objectGateway.of!
  const environment = {
    ...bindings,
    LANE_WORKERS: {
      getByName: (name: string) => ({
        work: async (work: LaneWork) => {
          const fault = faults.shift()
          if (fault === 'before') throw new Error('The lane worker ended.')
          const result = await bindings.LANE_WORKERS.getByName(name).work(work)
          if (fault === 'after') throw new Error('The lane worker ended.')
          return result
        },
      }),
    } as unknown as typeof bindings.LANE_WORKERS,
  }
  objectGateway.of = () => of(environment)
  const merchants = [await createMerchant(), await createMerchant()] as const
  const shops = await Promise.all(
    merchants.map(async (merchant) => {
      const call = worker.as(merchant.secretKey)
      const { makePlan, subscribe } = subscriptionFixture(merchant, call)
      const plan = await makePlan({ unit: 'day' })
      return { merchant, call, subscribe: () => subscribe(plan) }
    }),
  )
  return {
    clock,
    worker,
    ledger,
    faultPlan,
    faults,
    shops,
    forgotten: async () =>
      (await findForgottenWork(merchants[0].database, clock.now())).filter(({ account }) =>
        merchants.some(({ id }) => id === account),
      ),
  }
}
type History = Awaited<ReturnType<typeof startHistory>>

/** A cron run. It fails if a job or an object fails, and the next one continues. */
const cron = ({ worker }: History) => worker.sweep().catch(() => undefined)

const shop = fc.constantFrom(0, 1)

const commands = {
  /** Payments whose response is lost: they are reversed. */
  losePayments: fc.record({ shop, count: fc.integer({ min: 1, max: 15 }) }),
  subscribe: fc.record({ shop }),
  hold: fc.record({ shop }),
  cron: fc.record({ runs: fc.integer({ min: 1, max: 2 }) }),
  /** The object of an account is evicted, or its alarm is lost or doubled, while the cron runs. */
  disturb: fc.record({ shop, how: fc.constantFrom('evict', 'lose alarm', 'double alarm') }),
  laneFaults: fc.array(fc.constantFrom<LaneFault>('before', 'after'), { minLength: 1, maxLength: 3 }),
  jump: fc.constantFrom(-2 * hour, 2 * minute, hour, 26 * hour, 8 * 24 * hour),
  suspend: fc.record({ shop, suspended: fc.boolean() }),
}
type Values = {
  [Name in keyof typeof commands]: (typeof commands)[Name] extends fc.Arbitrary<infer Value> ? Value : never
}

const run: { [Name in keyof Values]: (value: Values[Name], history: History) => Promise<unknown> } = {
  losePayments: async ({ shop, count }, { shops, faultPlan }) => {
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize', times: count })
    faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse', times: count })
    const { call } = shops[shop]!
    for (let payment = 0; payment < count; payment++)
      await call('POST', '/v1/transactions/authorize', { body: cardPayment() })
    faultPlan.clear()
  },
  subscribe: async ({ shop }, { shops }) => {
    const { merchant, subscribe } = shops[shop]!
    const [row] = await merchant.rows('SELECT suspended FROM accounts WHERE id = ?', merchant.id)
    // A suspended account has no requests.
    if (row?.['suspended'] === 0) await subscribe()
  },
  hold: ({ shop }, { shops }) => shops[shop]!.call('POST', '/v1/transactions/authorize', { body: cardPayment() }),
  cron: ({ runs }, history) => Promise.all(Array.from({ length: runs }, () => cron(history))),
  disturb: async ({ shop, how }, history) => {
    const { shops } = history
    const disturbed = object(shops[shop]!.merchant)
    const running = cron(history)
    await new Promise((resolve) => setTimeout(resolve, 3))
    if (how === 'evict') await evictDurableObject(disturbed).catch(() => undefined)
    else if (how === 'double alarm') await runDurableObjectAlarm(disturbed).catch(() => undefined)
    else await runInDurableObject(disturbed, (_instance, { storage }) => storage.deleteAlarm()).catch(() => undefined)
    // The object may never answer this run. The next one wakes it again.
    await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 200))])
  },
  laneFaults: async (next, { faults }) => faults.push(...next),
  jump: async (ms, { clock }) => clock.advance(ms),
  suspend: ({ shop, suspended }, { shops }) => {
    const { id, run } = shops[shop]!.merchant
    return run('UPDATE accounts SET suspended = ? WHERE id = ?', Number(suspended), id)
  },
}

const anyCommand = fc.oneof(
  ...Object.entries(commands).map(([name, values]) =>
    (values as fc.Arbitrary<unknown>).map((value) => ({ name: name as keyof Values, value })),
  ),
)

/** Without faults, and with all leases over, a few runs of the cron do all work. */
const finish = async (history: History): Promise<void> => {
  const { shops, faults, clock } = history
  faults.length = 0
  for (const { merchant } of shops) await merchant.run('UPDATE accounts SET suspended = 0 WHERE id = ?', merchant.id)
  for (let round = 0; round < 4; round++) {
    // Attempts of reversals are at most a day apart.
    clock.advance(round === 0 ? 24 * hour : 2 * minute)
    await history.worker.sweep()
  }
}

const checkEnd = async ({ shops, ledger, clock }: History): Promise<void> => {
  for (const { merchant } of shops) {
    const due = await merchant.rows('SELECT lane FROM dueWork WHERE account = ? AND due <= ?', merchant.id, clock.now())
    expect(due, 'nothing is due').toEqual([])
    const pending = await merchant.rows(
      "SELECT id FROM operations WHERE account = ? AND status = 'pending'",
      merchant.id,
    )
    expect(pending, 'each operation has ended').toEqual([])
    const bills = await merchant.rows(
      "SELECT transactionId FROM bills WHERE account = ? AND status = 'paid'",
      merchant.id,
    )
    const entries = ledger.entries().filter(({ account, type }) => account === merchant.id && type === 'authorize')
    const charged = entries.filter(({ state, captureNow }) => state === 'approved' && captureNow)
    expect(charged.map(({ op }) => op).toSorted(), 'each paid bill is one charge, and no other').toEqual(
      bills.map(({ transactionId }) => String(transactionId)).toSorted(),
    )
    expect(entries.filter(({ effects }) => effects > 1)).toEqual([])
    for (const { op, state, reversals } of entries) {
      const [row] = await merchant.rows('SELECT status FROM transactions WHERE id = ?', Number(op))
      const isOpen = ['authorized', 'captured', 'settled'].includes(String(row?.['status']))
      const isOpenThere = state === 'approved' && reversals === 0
      expect(isOpen, `${op} is ${String(row?.['status'])} here and ${state} at the processor`).toBe(isOpenThere)
    }
  }
}

/** A history takes seconds: more of them run in the long tests. */
const histories = Number(process.env['SLUICE_HISTORIES'] ?? 12)

test(
  `${histories} histories of background work with kills, evictions, lost and doubled alarms and clock jumps do each piece once and forget none`,
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCommand, { minLength: 4, maxLength: 14 }), async (drawn) => {
        const history = await startHistory()
        for (const { name, value } of drawn) {
          await run[name](value as never, history)
          expect(await history.forgotten(), `after ${name}`).toEqual([])
        }
        await finish(history)
        expect(await history.forgotten()).toEqual([])
        await checkEnd(history)
        // Claims of the next history concern the whole shard.
        for (const { merchant } of history.shops)
          await merchant.run('DELETE FROM dueWork WHERE account = ?', merchant.id)
      }),
      { numRuns: histories, seed: fixedSeed, endOnFailure: true },
    )
  },
)
