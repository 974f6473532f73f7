import { afterAll, describe, expect, test, vi } from 'vitest'
import { checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import type { CheckoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import { gatewayOrigin } from '../../testing/requestDefaults.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

// Sweeps log a summary.
vi.spyOn(console, 'log').mockReturnValue()
afterAll(resetTestClocks)
afterAll(() => vi.restoreAllMocks())

const day = 86_400

/** A word in all data of the shopper. */
const marker = 'Mortimer'
/** Ids and nonces contain these digits by chance. */
const personal = new RegExp(`${marker}|(?<![\\w-])4242(?![\\w-])`, 'i')

const address = {
  name: `Ann ${marker}`,
  line1: `1 ${marker} St`,
  city: marker,
  state: 'ND',
  postalCode: '58102',
  country: 'US',
}
const body = {
  total: 26.25,
  collectShipping: true,
  thankYouUrl: 'https://shop.example/thanks',
  customerInfo: { name: `Ann ${marker}`, email: `${marker}@known.example`, address: `1 ${marker} St`, city: marker },
}

/** A checkout that was paid in a browser with a cookie and a nonce. */
const paidCheckout = async (shop: CheckoutApiFixture, more: object = {}) => {
  const id = await shop.make({ ...body, ...more })
  const { nonce } = (await shop.shopper.open(id)).data!
  const paid = await shop.shopper.pay(id, nonce, {
    answers: { email: `${marker}@typed.example`, shipTo: address, billTo: address },
  })
  expect(paid.json.status).toBe('completed')
  return { id, nonce, paid, cookie: paid.cookie! }
}

/** Every page and response that the id of a checkout opens, as text. */
const reachable: Readonly<
  Record<string, (shop: CheckoutApiFixture, id: string, cookie: string, nonce: string) => Promise<string>>
> = {
  'the page': async ({ shopper }, id, cookie) => (await shopper.open(id, { cookie })).html,
  'the page in German': async ({ shopper }, id, cookie) =>
    (await shopper.open(id, { cookie, 'accept-language': 'de' })).html,
  'the page in a frame': async ({ shopper }, id, cookie) =>
    (await shopper.open(id, { cookie, 'sec-fetch-dest': 'iframe' })).html,
  'the state': async ({ shopper }, id, cookie, nonce) =>
    JSON.stringify((await shopper.post(`${gatewayOrigin}/checkout/${id}/state`, { nonce }, { cookie })).json),
  'a payment': async ({ shopper }, id, cookie, nonce) =>
    JSON.stringify((await shopper.pay(id, nonce, {}, { cookie })).json),
}

/** The receipt as the cookie's browser sees it. */
const receipt = async ({ shopper }: CheckoutApiFixture, id: string, cookie: string) =>
  (await shopper.open(id, { cookie })).html

describe('receipt in the browser that paid', () => {
  test('the receipt shows shipping address and last four digits for a day', async () => {
    const shop = await checkoutApiFixture()
    const { id, cookie } = await paidCheckout(shop)
    const shown = [`1 ${marker} St`, '4242']
    for (const text of shown) expect((await receipt(shop, id, cookie)).includes(text)).toBe(true)
    await shop.advance(day - 60)
    for (const text of shown) expect((await receipt(shop, id, cookie)).includes(text)).toBe(true)
  })

  test('a payment and a repeated one set the cookie of the receipt, and other attempts do not', async () => {
    const shop = await checkoutApiFixture()
    const { id, nonce, paid } = await paidCheckout(shop)
    expect(paid.setCookie).toBe(`${paid.cookie}; Max-Age=86400; Path=/checkout/${id}; HttpOnly; Secure; SameSite=Lax`)
    const repeated = await shop.shopper.pay(id, nonce)
    expect(await receipt(shop, id, repeated.cookie!)).toMatch(personal)
    const polled = await shop.shopper.ask(id, nonce)
    expect(await receipt(shop, id, polled.cookie!)).toMatch(personal)

    const open = await shop.make({ total: 5 })
    const other = (await shop.shopper.open(open)).data!.nonce
    expect((await shop.shopper.ask(open, other)).setCookie).toBeNull()
    await shop.shopper.openAndPay(open)
    for (const response of [await shop.shopper.ask(open, other), await shop.shopper.pay(open, other)])
      expect([response.json.status, response.setCookie]).toEqual(['completed', null])
  })

  test('the cookie of a framed checkout is partitioned by the site around it', async () => {
    const { paid } = await paidCheckout(await checkoutApiFixture(), { iframe: true })
    expect(paid.setCookie).toMatch(/; Secure; SameSite=None; Partitioned$/)
  })
})

/** Viewers who see no personal data, with the cookie that each has. */
const viewers: readonly (readonly [string, (shop: CheckoutApiFixture, cookie: string) => Promise<string>])[] = [
  ['without the cookie, at once', async () => ''],
  ['with an altered cookie', async (_shop, cookie) => `${cookie.slice(0, -1)}${cookie.endsWith('0') ? '1' : '0'}`],
  ['with a cookie of a later time', async (_shop, cookie) => cookie.replace('receipt=', 'receipt=z')],
  ['with a cookie without a time', async (_shop, cookie) => cookie.replace(/=.*\./, '=.')],
  ['with the cookie of another checkout', async (shop) => (await paidCheckout(shop)).cookie],
  [
    'with the cookie, a day later by the test clock',
    async (shop, cookie) => {
      await shop.advance(day)
      return cookie
    },
  ],
  [
    'with the cookie, a day later in real time, with a test clock that was set back',
    async (shop, cookie) => {
      const before = new Date(shop.clock.now()).toISOString()
      shop.clock.advance(day * 1000)
      await shop.at(before)
      return cookie
    },
  ],
  [
    'with the cookie, 400 days later',
    async (shop, cookie) => {
      shop.clock.advance(400 * day * 1000)
      return cookie
    },
  ],
]

describe.each(viewers)('a viewer %s', (viewer, comeBack) => {
  test.each(Object.entries(reachable))(
    `a viewer ${viewer} finds no personal data in %s of a paid checkout`,
    async (_what, read) => {
      const shop = await checkoutApiFixture()
      const { id, cookie } = await paidCheckout(shop)
      expect(personal.test(await receipt(shop, id, cookie))).toBe(true)
      const kept = await comeBack(shop, cookie)
      const stranger = 'x'.repeat(54)
      expect(personal.exec(await read(shop, id, kept, stranger))).toBeNull()
    },
  )
})

describe('checkouts without a payment', () => {
  test.each([
    ['expired', (shop: CheckoutApiFixture) => shop.advance(2 * day)],
    ['canceled', (shop: CheckoutApiFixture, id: string) => shop.cancel(id)],
  ])('a checkout that is %s shows no prefilled data', async (status, end) => {
    const shop = await checkoutApiFixture()
    const id = await shop.make(body)
    const { nonce } = (await shop.shopper.open(id)).data!
    expect((await shop.shopper.open(id)).html).toMatch(personal)
    await end(shop, id)
    expect(await shop.read(id)).toMatchObject({ status })
    for (const read of Object.values(reachable)) expect(personal.exec(await read(shop, id, '', nonce))).toBeNull()
  })
})

test('a receipt for anybody shows amount, merchant and transaction, and the API reads the checkout by the id in the URL', async () => {
  const shop = await checkoutApiFixture({ settings: { name: 'Kiln & Tide' } })
  const { id, paid } = await paidCheckout(shop)
  expect(new URL(paid.json.url!).searchParams.get('checkoutId')).toBe(id)
  const html = await receipt(shop, id, '')
  for (const shown of ['26.25', 'Kiln &amp; Tide', paid.json.transactionId]) expect(html).toContain(shown)
  expect(await shop.read(id)).toMatchObject({ status: 'completed', transactionId: paid.json.transactionId })
})
