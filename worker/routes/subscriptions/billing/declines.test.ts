import { afterAll, expect, test, vi } from 'vitest'
import type { GatewayParts } from '../../../app/gateway.ts'
import { subscriptionFixture } from '../../../testing/fixtures/subscriptionFixture.ts'
import { createMerchant, startWorker } from '../../../testing/merchant.ts'
import type { MerchantOptions } from '../../../testing/merchant.ts'
import { resetTestClocks } from '../../../testing/resetTestClocks.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

afterAll(resetTestClocks)

const setUp = async (options: MerchantOptions = {}, parts: GatewayParts = {}) => {
  const merchant = await createMerchant(options)
  return subscriptionFixture(merchant, startWorker(parts).as(merchant.secretKey))
}

const stolen = '4000000000009979'
const chargesFail = '4000000000000341'
const insufficientFunds = '4000000000009995'

test('a hard decline makes a subscription unpaid at once, without retries', async () => {
  const { setClock: at, makePlan, subscribe: enrol } = await setUp()
  await at('2027-01-01T12:00:00Z')
  const subscription = await enrol(await makePlan({ unit: 'month' }), {}, stolen)
  await at('2027-01-01T13:00:00Z')
  expect(await subscription.read()).toMatchObject({ status: 'unpaid', nextCharge: null, charges: 0 })
  await at('2027-04-01T00:00:00Z')
  expect(await subscription.bills()).toMatchObject([{ status: 'unpaid', attempts: 1, responseCode: '43' }])
})

test('a soft decline is retried after 1, 3, 5 and 7 days; a new default card is charged at once, and an approval makes the subscription active', async () => {
  const {
    setClock: at,
    makePlan,
    subscribe: enrol,
    addCard,
    ok,
  } = await setUp({ settings: { timeZone: 'Asia/Tokyo' } })
  // Noon in UTC is 21:00 in Tokyo.
  await at('2027-01-01T12:00:00Z')
  const subscription = await enrol(await makePlan({ unit: 'month', dayOfCycle: 5 }), {}, chargesFail)
  // Shortly after midnight of the 5th in Tokyo (15:00 in UTC), then before and after that hour.
  await at('2027-01-04T16:00:00Z')
  for (let day = 5; day <= 12; day++)
    for (const time of ['15:50', '16:10']) await at(`2027-01-${String(day).padStart(2, '0')}T${time}:00Z`)
  const attempts = (await ok('GET', `/v1/transactions?customer=${subscription.customer}`)).transactions
  expect(attempts.map(({ created }: { created: string }) => created.slice(0, 13)).toReversed()).toEqual(
    ['04', '05', '07', '09', '11'].map((day) => `2027-01-${day}T15`),
  )
  expect(await subscription.read()).toMatchObject({ status: 'unpaid' })

  // The first new card is declined, the second approved.
  await addCard(subscription.customer, insufficientFunds, true)
  await at('2027-01-20T00:00:00Z')
  expect(await subscription.bills()).toMatchObject([{ status: 'unpaid', attempts: 6 }])
  await at('2027-01-25T00:00:00Z')
  await addCard(subscription.customer, '4242424242424242', true)
  await at('2027-01-25T00:01:00Z')
  expect(await subscription.bills()).toMatchObject([{ status: 'paid', attempts: 7 }])
  expect(await subscription.read()).toMatchObject({
    status: 'active',
    charges: 1,
    nextCharge: '2027-02-04T15:00:00.000Z',
  })
})

test('a past_due subscription with a new wallet entry is charged to it, also in later periods', async () => {
  const { setClock: at, makePlan, subscribe: enrol, addCard } = await setUp()
  await at('2027-01-01T12:00:00Z')
  const subscription = await enrol(await makePlan({ unit: 'month' }), {}, chargesFail)
  await at('2027-01-01T13:00:00Z')
  expect(await subscription.read()).toMatchObject({ status: 'past_due' })
  await subscription.change({ wallet: await addCard(subscription.customer, '5555555555554444') })
  await at('2027-02-01T13:00:00Z')
  expect(await subscription.read()).toMatchObject({ status: 'active', charges: 2 })
  expect(await subscription.bills()).toMatchObject([{ attempts: 1 }, { attempts: 2 }])
})

test('a partial approval makes a subscription past_due', async () => {
  const { setClock: at, makePlan, subscribe: enrol } = await setUp()
  await at('2027-01-01T12:00:00Z')
  const subscription = await enrol(await makePlan({ unit: 'month' }), {}, '4000003900000106')
  await at('2027-01-01T13:00:00Z')
  expect(await subscription.read()).toMatchObject({ status: 'past_due', charges: 0 })
})

test('a live subscription without a processor is unpaid at once with response code G08', async () => {
  const merchant = await createMerchant({ mode: 'live' })
  const worker = startWorker()
  const { makePlan, subscribe: enrol } = subscriptionFixture(merchant, worker.as(merchant.secretKey))
  const subscription = await enrol(await makePlan({ unit: 'day' }))
  await worker.sweep()
  expect(await subscription.bills()).toMatchObject([{ status: 'unpaid', responseCode: 'G08' }])
})
