import { afterAll, expect, test, vi } from 'vitest'
import { inMemoryAcquirer } from '../../../proof/acquirer/memory.ts'
import { bindings } from '../../../testing/bindings.ts'
import { brokenDatabase } from '../../../testing/database/brokenDatabase.ts'
import type { Fate } from '../../../testing/database/brokenDatabase.ts'
import { subscribing } from '../../../testing/fixtures/subscriptionFixture.ts'
import { createMerchant, startWorker } from '../../../testing/merchant.ts'
import type { Call } from '../../../testing/merchant.ts'
import { resetTestClocks } from '../../../testing/resetTestClocks.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

afterAll(resetTestClocks)

/** A merchant whose processor is an acquirer with a ledger of its own, and the clock of the account's test mode. */
const withAcquirer = async () => {
  const merchant = await createMerchant()
  const { processor, ledger, faultPlan } = inMemoryAcquirer()
  const limits = { processorTimeoutMs: 20, reversalTimeoutMs: 20, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }
  const call = startWorker({ processor, limits }).as(merchant.secretKey)
  return {
    ...subscribing(merchant, call),
    faultPlan,
    states: () => ledger.entries().map(({ state }) => state),
    /** Lets minutes pass, here and in what they drive. A worker of its own may take the place of the usual one. */
    pass: (minutes: number, on: Call = call) =>
      on('POST', '/v1/testclock/advance', { body: { seconds: minutes * 60 } }),
    onDatabase: (d1: D1Database) => startWorker({ processor, limits }, { DB_00: d1 }).as(merchant.secretKey),
  }
}

test.each(['dropAfter', 'silent', 'garbage'] as const)(
  'a charge whose outcome is lost is undone before it is tried again: %s',
  async (kind) => {
    const { makePlan, enrol, faultPlan, pass, states } = await withAcquirer()
    const taken = await enrol(await makePlan())
    faultPlan.add({ fault: { kind }, on: 'authorize' })
    await pass(1)
    expect(await taken.bills()).toMatchObject([{ status: 'open' }])
    for (let tries = 0; tries < 4; tries++) await pass(3)
    expect(await taken.bills()).toMatchObject([{ status: 'paid', attempts: 2 }])
    expect(states()).toEqual(['reversed', 'approved'])
  },
)

test.each(['fails before', 'fails after'] as const)(
  'the database failing at any call of a run leaves one charge when it runs again: %s its effect',
  async (meets) => {
    const { makePlan, enrol, pass, states, onDatabase, merchant } = await withAcquirer()
    const plan = await makePlan()
    const isTakenUp = async (id: string) =>
      (await merchant.rows('SELECT leased FROM subscriptions WHERE id = ?', id))[0]!['leased'] !== null

    // Which call of a run it is that opens the payment: the first that finds the subscription taken up.
    const first = await enrol(plan)
    let opening = 0
    const watched = brokenDatabase(bindings.DB_00, async (call): Promise<Fate> => {
      if (opening === 0 && (await isTakenUp(first.id))) opening = call
      return 'runs'
    })
    await pass(1, onDatabase(watched.d1))

    // The claim, the opening, the outcome of the payment, that of the bill.
    for (const failing of [opening - 1, opening, opening + 1, opening + 2]) {
      const taken = await enrol(plan)
      const before = states().length
      const broken = brokenDatabase(bindings.DB_00, (call) => (call === failing ? meets : 'runs'))
      await pass(1, onDatabase(broken.d1))
      expect(broken.calls()).toBeGreaterThanOrEqual(failing)
      for (let tries = 0; tries < 4; tries++) await pass(3)
      expect(await taken.bills(), `call ${failing}`).toMatchObject([{ status: 'paid' }])
      expect(
        states()
          .slice(before)
          .filter((state) => state === 'approved'),
      ).toHaveLength(1)
    }
  },
)
