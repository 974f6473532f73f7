import { expect, test } from 'vitest'
import { faults, openShop } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { card, gatewayOrigin } from '../../../testing/merchant.ts'

const shop = await openShop()
const { make, shopper } = shop

test.each<[string, Record<string, string>]>([
  ['without saying where from', { 'sec-fetch-site': '' }],
  ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ['from another origin of the same site', { 'sec-fetch-site': 'same-site' }],
  ['from an address bar', { 'sec-fetch-site': 'none' }],
])('%s is refused', async (_name, headers) => {
  const id = await make()
  const { nonce } = (await shopper.open(id)).data!
  const before = await shop.rows()
  for (const answer of [
    await shopper.pay(id, nonce, {}, headers),
    await shopper.post(`${gatewayOrigin}/checkout/${id}/state`, { nonce }, headers),
  ])
    expect([answer.status, faults(answer)]).toEqual([403, ['- origin_not_allowed']])
  expect(await shop.rows()).toEqual(before)
})

test('too often from one address is told so, and not from another', async () => {
  const counted: string[] = []
  const limited = await openShop(
    {},
    { rateLimiters: { tokens: { limit: async ({ key }) => ({ success: counted.push(key) <= 2 }) } } },
  )
  const id = await limited.make()
  const { nonce } = (await limited.shopper.open(id)).data!
  const bad = { payment: { creditCard: card('4242424242424241') } }
  const at = { 'cf-connecting-ip': '198.51.100.7' }
  expect((await limited.shopper.pay(id, nonce, bad, at)).status).toBe(400)
  expect((await limited.shopper.pay(id, nonce, bad, at)).status).toBe(400)
  const third = await limited.shopper.pay(id, nonce, {}, at)
  expect([third.status, faults(third)]).toEqual([429, ['- rate_limited']])
  expect(new Set(counted)).toEqual(new Set([`${id}/198.51.100.7`]))
  expect(await limited.read(id)).toMatchObject({ status: 'open' })
})
