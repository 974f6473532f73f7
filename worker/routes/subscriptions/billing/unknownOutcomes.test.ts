import { afterAll, expect, test, vi } from 'vitest'
import { inMemoryAcquirer } from '../../../proof/acquirer/memory.ts'
import { bindings } from '../../../testing/bindings.ts'
import { faultyDatabase } from '../../../testing/database/brokenDatabase.ts'
import type { BatchOutcome } from '../../../testing/database/brokenDatabase.ts'
import { subscriptionFixture } from '../../../testing/fixtures/subscriptionFixture.ts'
import { createMerchant, startWorker } from '../../../testing/merchant.ts'
import type { Call } from '../../../testing/merchant.ts'
import { resetTestClocks } from '../../../testing/resetTestClocks.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

afterAll(resetTestClocks)

/** A merchant with a test clock, whose processor is an acquirer with a ledger and a fault plan. */
const withAcquirer = async () => {
  const merchant = await createMerchant()
  const { processor, ledger, faultPlan } = inMemoryAcquirer()
  const limits = { processorTimeoutMs: 20, reversalTimeoutMs: 20, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }
  const call = startWorker({ processor, limits }).as(merchant.secretKey)
  return {
    ...subscriptionFixture(merchant, call),
    faultPlan,
    states: () => ledger.entries().map(({ state }) => state),
    /** Advances the test clock, by default through the usual worker. */
    pass: (minutes: number, on: Call = call) =>
      on('POST', '/v1/testclock/advance', { body: { seconds: minutes * 60 } }),
    onDatabase: (d1: D1Database) => startWorker({ processor, limits }, { DB_00: d1 }).as(merchant.secretKey),
  }
}

test.each(['dropAfter', 'silent', 'garbage'] as const)(
  'a subscription charge with an unknown outcome is reversed before its retry (fault: %s)',
  async (kind) => {
    const { makePlan, subscribe: enrol, faultPlan, pass, states } = await withAcquirer()
    const plan = await makePlan()
    faultPlan.add({ fault: { kind }, on: 'authorize' })
    const subscription = await enrol(plan)
    expect(await subscription.bills()).toMatchObject([{ status: 'open' }])
    for (let times = 0; times < 4; times++) await pass(3)
    expect(await subscription.bills()).toMatchObject([{ status: 'paid', attempts: 2 }])
    expect(states()).toEqual(['reversed', 'approved'])
  },
)

test.each(['fails before', 'fails after'] as const)(
  'a billing run during which the database %s one of its calls charges once',
  async (fate) => {
    const { makePlan, subscribe, pass, states, onDatabase, merchant } = await withAcquirer()
    const plan = await makePlan()
    /** A subscription whose first charge is due and not made yet. */
    const enrol = async (plan: string) => {
      const subscription = await subscribe(plan, { startDate: '2100-01-01' })
      await merchant.run(
        "UPDATE subscriptions SET due = 1, starts = 1, firstDate = date('now') WHERE id = ?",
        subscription.id,
      )
      return subscription
    }
    const isLeased = async (id: string) =>
      (await merchant.rows('SELECT leased FROM subscriptions WHERE id = ?', id))[0]!['leased'] !== null

    // Finds the call that creates the payment: the first one after the lease.
    const first = await enrol(plan)
    let creation = 0
    const watched = faultyDatabase(bindings.DB_00, async (call): Promise<BatchOutcome> => {
      if (creation === 0 && (await isLeased(first.id))) creation = call
      return 'runs'
    })
    await pass(1, onDatabase(watched.d1))

    // The calls of the lease, the pending payment, its outcome, and the outcome of the bill.
    for (const failing of [creation - 1, creation, creation + 1, creation + 2]) {
      const subscription = await enrol(plan)
      const before = states().length
      const broken = faultyDatabase(bindings.DB_00, (call) => (call === failing ? fate : 'runs'))
      await pass(1, onDatabase(broken.d1))
      expect(broken.calls()).toBeGreaterThanOrEqual(failing)
      for (let times = 0; times < 4; times++) await pass(3)
      expect(await subscription.bills(), `call ${failing}`).toMatchObject([{ status: 'paid' }])
      expect(
        states()
          .slice(before)
          .filter((state) => state === 'approved'),
      ).toHaveLength(1)
    }
  },
)
