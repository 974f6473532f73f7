import { afterAll, expect, test, vi } from 'vitest'
import { bindings } from '../testing/bindings.ts'
import {
  billingYear,
  billingZones,
  expectedInYear,
  manySubscriptions,
} from '../proof/models/billing/manySubscriptions.ts'
import { createMerchant, startWorker } from '../testing/merchant.ts'
import { subscribing } from '../testing/subscriber.ts'

/** Fifty subscriptions of a merchant in each of five time zones, for a year on the test clock: over changes of the clocks and a leap day. */

vi.spyOn(console, 'log').mockReturnValue()

// Each account with a clock of its own is one more that the cron of other tests would drive.
afterAll(async () => {
  await bindings.DB_00.prepare('UPDATE accounts SET testClockOffset = 0').run()
})

const subscriptions = manySubscriptions(50, 7)
const minute = 60_000

test.each(billingZones)(
  'in %s each bill is charged once, on its day, as an independent calculation has it',
  { timeout: 300_000 },
  async (timeZone) => {
    const merchant = await createMerchant({ settings: { timeZone } })
    const { at, makePlan, enrol, ok } = subscribing(merchant, startWorker().as(merchant.secretKey))
    await at(new Date(billingYear.from - 86_400_000).toISOString())

    const taken = []
    for (const subscription of subscriptions.filter((one) => one.timeZone === timeZone)) {
      const { cycle, startDate, installments } = subscription
      const { path, id } = await enrol(await makePlan(cycle, { installments }), { startDate })
      taken.push({ path, id, expected: expectedInYear(subscription) })
    }
    const moments = new Set(taken.flatMap(({ expected }) => expected.map(({ begins }) => begins)))
    expect(moments.size).toBeGreaterThan(20)
    for (const begins of [...moments].sort((a, b) => a - b)) await at(new Date(begins + minute / 2).toISOString())
    await at(new Date(billingYear.to - minute).toISOString())

    for (const { path, id, expected } of taken) {
      const bills: Record<string, any>[] = []
      for (let page = 1; page === 1 || bills.length === 100 * (page - 1); page++)
        bills.push(...(await ok('GET', `${path}/bills?pageNumber=${page}`)).bills)
      const charged = bills.toReversed()
      expect(charged.map(({ date, status, attempts }) => [date, status, attempts])).toEqual(
        expected.map(({ date }) => [date, 'paid', 1]),
      )
      for (const [index, { created }] of charged.entries())
        expect(Date.parse(created) - expected[index]!.begins).toBeLessThan(2 * minute)
      // In the book of payments, too, and once each.
      const payments = await merchant.rows(
        `SELECT orderReference, captured FROM transactions WHERE account = ? AND orderReference LIKE 'sub:${id}:%' ORDER BY id`,
        merchant.id,
      )
      expect(payments).toEqual(
        expected.map((_day, period) => ({ orderReference: `sub:${id}:${period}`, captured: 1000 })),
      )
    }
  },
)
