import { expect, test } from 'vitest'
import { openShop } from '../../../testing/fixtures/checkoutApiFixture.ts'

const shop = await openShop()
const { make, shopper } = shop

test.each([
  ['https://shop.example/thanks', '?'],
  ['https://shop.example/thanks#done', '?'],
  // As it was written: a signature over it still holds.
  ['https://shop.example/?a=b%20c&flag&~=%7E', '?a=b%20c&flag&~=%7E&'],
  ['https://shop.example/?status=new&a=1&checkoutId=x', '?a=1&'],
])('%s', async (thankYouUrl, query) => {
  const id = await make({ total: 5, thankYouUrl })
  const { json } = await shopper.openAndPay(id)
  const { origin, pathname, hash } = new URL(thankYouUrl)
  expect(json.url).toBe(
    `${origin}${pathname}${query}transactionId=${json.transactionId}&status=completed&checkoutId=${id}${hash}`,
  )
})

test('is nowhere, where the merchant does not say', async () => {
  expect((await shopper.openAndPay(await make())).json).toMatchObject({ status: 'completed', url: null })
})
