import { goodCard } from '../pages/cardFrame.ts'
import { CheckoutMaker } from '../pages/checkoutPage.ts'
import { expect, test } from './fixtures.ts'

test('a checkout is paid on its own page, key by key, and becomes its receipt', async ({ webkit, local }) => {
  const maker = new CheckoutMaker(local.gateway)
  const { id, url } = await maker.make({ items: [{ name: 'Cup', price: 12.5 }] })
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
  const said = await webkit.waitFor('the receipt', () => document.querySelector('.done')?.textContent)
  expect(said).toContain('You paid $12.50')
  expect(await maker.read(id)).toMatchObject({ status: 'completed' })
})
