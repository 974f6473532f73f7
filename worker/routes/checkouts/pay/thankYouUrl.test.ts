import { expect, test } from 'vitest'
import { checkoutApiFixture } from '../../../testing/fixtures/checkoutApiFixture.ts'

const shop = await checkoutApiFixture()
const { make, shopper } = shop

test.each([
  ['https://shop.example/thanks', '?'],
  ['https://shop.example/thanks#done', '?'],
  // The query stays byte for byte, since the merchant may have signed it.
  ['https://shop.example/?a=b%20c&flag&~=%7E', '?a=b%20c&flag&~=%7E&'],
  ['https://shop.example/?status=new&a=1&checkoutId=x', '?a=1&'],
])('a paid checkout redirects to %s with the payment in the query after "%s"', async (thankYouUrl, query) => {
  const id = await make({ total: 5, thankYouUrl })
  const { json } = await shopper.openAndPay(id)
  const { origin, pathname, hash } = new URL(thankYouUrl)
  expect(json.url).toBe(
    `${origin}${pathname}${query}transactionId=${json.transactionId}&status=completed&checkoutId=${id}${hash}`,
  )
})

test('a paid checkout without thankYouUrl has url null', async () => {
  expect((await shopper.openAndPay(await make())).json).toMatchObject({ status: 'completed', url: null })
})
