import { afterAll, expect, test, vi } from 'vitest'
import type { GatewayParts } from '../../../app/gateway.ts'
import { subscriptionFixture } from '../../../testing/fixtures/subscriptionFixture.ts'
import type { MerchantOptions } from '../../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../../testing/merchant.ts'
import { resetTestClocks } from '../../../testing/resetTestClocks.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

afterAll(resetTestClocks)

const setUp = async (options: MerchantOptions = {}, parts: GatewayParts = {}) => {
  const merchant = await createMerchant(options)
  return subscriptionFixture(merchant, startWorker(parts).as(merchant.secretKey))
}
const chargesFail = '4000000000000341'

test('a subscription resumed after three skipped bills is charged on the next date; a new price during past_due applies from the next period', async () => {
  const { setClock: at, makePlan, subscribe: enrol, captured, addCard } = await setUp()
  await at('2027-01-01T12:00:00Z')
  const plan = await makePlan({ unit: 'month', dayOfCycle: 1 })
  const paused = await enrol(plan)
  const declined = await enrol(plan, {}, chargesFail)
  await at('2027-01-01T13:00:00Z')
  await paused.change({ amount: { total: 0 } })
  expect(await paused.read()).toMatchObject({ status: 'paused', totalAmount: 10 })
  expect(await declined.read()).toMatchObject({ status: 'past_due' })
  await declined.change({ amount: { total: 20 } })
  await addCard(declined.customer, '4242424242424242', true)
  await at('2027-01-02T01:00:00Z')
  for (const day of ['2027-02-01', '2027-03-01', '2027-04-01']) await at(`${day}T12:00:00Z`)
  await at('2027-04-10T12:00:00Z')
  await paused.change({ status: 'active' })
  for (const day of ['2027-05-01', '2027-05-20']) await at(`${day}T12:00:00Z`)
  expect(await captured(paused.customer)).toEqual([
    ['2027-01-01', 10],
    ['2027-05-01', 10],
  ])
  expect((await captured(declined.customer)).map(([, amount]) => amount)).toEqual([10, 20, 20, 20, 20])
})
