import { goodCard } from '../pages/cardFrame.ts'
import { CheckoutClient } from '../pages/checkoutPage.ts'
import { expect, test } from './fixtures.ts'

test('WebKit checkout: payment by keyboard shows the receipt', async ({ webkit, local }) => {
  const client = new CheckoutClient(local.gateway)
  const { id, url } = await client.create({ items: [{ name: 'Cup', price: 12.5 }] })
  await webkit.open(url)
  await webkit.waitFor('the form', () => document.querySelector('sluice-payment-form .pay'))
  await webkit.clickInto('#cc-number')
  await webkit.type(goodCard.number)
  for (const text of [goodCard.expiry, goodCard.code, goodCard.name]) {
    await webkit.press('Tab')
    await webkit.type(text)
  }
  expect(await webkit.value('#cc-number')).toBe('4242 4242 4242 4242')
  await webkit.press('Enter')
  const receipt = await webkit.waitFor('the receipt', () => document.querySelector('.done')?.textContent)
  expect(receipt).toContain('You paid $12.50')
  expect(await client.read(id)).toMatchObject({ status: 'completed' })
})
