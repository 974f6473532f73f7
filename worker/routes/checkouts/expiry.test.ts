import { expect, test } from 'vitest'
import { expectOk, checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import { testClock } from '../../testing/merchant.ts'

const day = 86_400_000
const shop = await checkoutApiFixture()
const berlin = await checkoutApiFixture({ settings: { timeZone: 'Europe/Berlin' } })

const daysFromNow = (days: number): string => new Date(shop.clock.now() + days * day).toISOString().slice(0, 10)

const expiry = async ({ request, clock }: Pick<typeof shop, 'request' | 'clock'>, invoiceInfo: object) => {
  const { expiresAt } = await expectOk(request({ total: 1, invoiceInfo }))
  return { expiresAt, lasts: Math.round((Date.parse(expiresAt) - clock.now()) / day) }
}

test('a checkout expires 30 days after the end of its due date in the account’s time zone', async () => {
  const dueDate = daysFromNow(10)
  expect((await expiry(shop, { dueDate })).expiresAt).toBe(`${daysFromNow(41)}T00:00:00.000Z`)
  expect((await expiry(berlin, { dueDate: '2026-12-24' })).expiresAt).toBe('2027-01-23T23:00:00.000Z')
})

test('a checkout expires 30 days after its due time', async () => {
  const { expiresAt } = await expiry(shop, { dueDate: `${daysFromNow(10)}T12:30:00+02:00` })
  expect(expiresAt).toBe(`${daysFromNow(40)}T10:30:00.000Z`)
})

test('a checkout expires after one day at the earliest and 365 days at the latest', async () => {
  expect((await expiry(shop, { dueDate: '2020-01-01' })).lasts).toBe(1)
  expect((await expiry(shop, { dueDate: '9999-12-31' })).lasts).toBe(365)
})

test('an expired checkout cannot be opened for payment or paid', async () => {
  const { request, clock, read, shopper } = await checkoutApiFixture()
  const { id } = await expectOk(request({ total: 1 }))
  clock.advance(day - 60_000)
  expect(await read(id)).toMatchObject({ status: 'open' })
  const { data } = await shopper.open(id)
  clock.advance(60_000)
  expect(await read(id)).toMatchObject({ status: 'expired', reason: null })
  expect((await shopper.pay(id, data!.nonce)).json).toMatchObject({ status: 'expired' })
  expect((await shopper.open(id)).data).toBeNull()
})

test('a checkout expires by the test clock of its account', async () => {
  const { call, make, read } = await checkoutApiFixture({}, { clock: testClock() })
  const id = await make()
  await expectOk(call('POST', '/v1/testclock/advance', { body: { seconds: 86_401 } }))
  expect(await read(id)).toMatchObject({ status: 'expired' })
})
