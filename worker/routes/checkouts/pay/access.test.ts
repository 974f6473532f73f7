import { expect, test } from 'vitest'
import { formatErrors, checkoutApiFixture } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { card, gatewayOrigin } from '../../../testing/merchant.ts'

const shop = await checkoutApiFixture()
const { make, shopper } = shop

test.each<[string, Record<string, string>]>([
  ['no Sec-Fetch-Site', { 'sec-fetch-site': '' }],
  ['Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site' }],
  ['Sec-Fetch-Site none', { 'sec-fetch-site': 'none' }],
])('payment and state of a checkout with %s return 403 origin_not_allowed', async (_header, headers) => {
  const id = await make()
  const { nonce } = (await shopper.open(id)).data!
  const before = await shop.rows()
  for (const response of [
    await shopper.pay(id, nonce, {}, headers),
    await shopper.post(`${gatewayOrigin}/checkout/${id}/state`, { nonce }, headers),
  ])
    expect([response.status, formatErrors(response)]).toEqual([403, ['- origin_not_allowed']])
  expect(await shop.rows()).toEqual(before)
})

test('payment attempts of one IP address at all checkouts of an account are limited together', async () => {
  const limitedKeys: string[] = []
  const limited = await checkoutApiFixture(
    {},
    { rateLimiters: { tokens: { limit: async ({ key }) => ({ success: limitedKeys.push(key) <= 2 }) } } },
  )
  const id = await limited.make()
  const { nonce } = (await limited.shopper.open(id)).data!
  const invalidCard = { payment: { creditCard: card('4242424242424241') } }
  const at = { 'cf-connecting-ip': '198.51.100.7' }
  expect((await limited.shopper.pay(id, nonce, invalidCard, at)).status).toBe(400)
  expect((await limited.shopper.pay(id, nonce, invalidCard, at)).status).toBe(400)
  const third = await limited.shopper.pay(id, nonce, {}, at)
  expect([third.status, formatErrors(third)]).toEqual([429, ['- rate_limited']])
  expect(await limited.read(id)).toMatchObject({ status: 'open' })
  const other = await limited.make()
  expect((await limited.shopper.pay(other, (await limited.shopper.open(other)).data!.nonce, {}, at)).status).toBe(429)
  expect(new Set(limitedKeys)).toEqual(new Set([`${limited.merchant.id}/test/198.51.100.7`]))
})
