import type { Page } from '@playwright/test'
import { checkoutLocales } from '../../widget/locales/locales.ts'
import { expect, test } from '../support/checkoutTest.ts'
import { findLayoutFlaws } from '../pages/layoutFlaws.ts'

/** Every language on the narrowest screen: no text of form, errors, receipt or closed page is cut, covered or too wide. */

const narrowest = { width: 280, height: 653 }

const order = {
  items: [{ name: 'Cup', price: 26.25, quantity: 2 }],
  tax: 1,
  surcharge: 1,
  shipping: 1,
  discount: 1,
  total: 54.5,
  invoiceInfo: { number: 'K-2048', invoiceDate: '2026-11-18', dueDate: '2027-01-02' },
  customerInfo: { country: 'US', zip: '46202' },
  collectShipping: true,
  allowAch: true,
  subscription: {},
  cancelUrl: 'https://shop.example/cart',
  customerDefinedField: {
    terms: { type: 'checkbox', required: true },
    size: { type: 'select', options: ['S'], required: true },
  },
}

/** The flaws in each language. */
const flawsByLocale = async (page: Page, url: string, show?: () => Promise<unknown>) => {
  const flaws: Record<string, string[]> = {}
  for (const tag of Object.keys(checkoutLocales)) {
    await page.goto(`${url}${url.includes('?') ? '&' : '?'}locale=${tag}`)
    await show?.()
    const found = await findLayoutFlaws(page)
    if (found.length > 0) flaws[tag] = found
  }
  return flaws
}

test('checkout form with errors: fits 280 px in every language', async ({ checkout }) => {
  const { page, client } = checkout
  await page.setViewportSize(narrowest)
  test.setTimeout(180_000)
  const { url } = await client.create(order)
  const showErrors = async () => {
    await checkout.waitForForm()
    await page.locator('#same-address').click()
    await checkout.pay()
    await page.locator('#bank-tab').click()
    await checkout.pay()
    await page.locator('.fold summary').click()
  }
  expect(await flawsByLocale(page, url, showErrors)).toEqual({})
})

test('checkout with choices and a refused code: fits 280 px in every language', async ({ checkout }) => {
  const { page, client } = checkout
  await page.setViewportSize(narrowest)
  test.setTimeout(180_000)
  const { url } = await client.create({
    items: [{ name: 'Cup', price: 10, quantity: 2, adjustableQuantity: { maximum: 999 } }],
    collectShipping: true,
    customerInfo: { country: 'US' },
    discounts: [{ code: 'Spring', percentOff: 10, minimum: 999_999 }],
    shippingOptions: [{ id: 'post', label: 'Post', amount: 0, estimate: '3 days' }],
    taxRates: [{ rate: 8 }],
  })
  // Codes count as attempts to pay, of which one address has 60 a minute.
  let shoppers = 0
  await page.route('**/order', (route) => {
    const headers = { ...route.request().headers(), 'cf-connecting-ip': `192.0.2.${++shoppers}` }
    return route.continue({ headers })
  })
  const refuse = async () => {
    await checkout.waitForForm()
    await page.locator('.fold summary').click()
    await page.locator('.promo summary').click()
    await page.locator('#code').fill('spring')
    await page.locator('.entry button').click()
    await page.locator('#code-error:not(:empty)').waitFor()
  }
  expect(await flawsByLocale(page, url, refuse)).toEqual({})
  await page.unrouteAll()
})

test('receipt: fits 280 px in every language', async ({ checkout }) => {
  const { page } = checkout
  await page.setViewportSize(narrowest)
  test.setTimeout(120_000)
  const { url } = await checkout.open({ ...order, collectShipping: false, customerDefinedField: {} })
  await checkout.fillCard()
  await page.locator('#email').fill('ada@example.com')
  await checkout.pay()
  await checkout.waitForReceipt()
  expect(await flawsByLocale(page, url)).toEqual({})
})

test('canceled checkout: fits 280 px in every language', async ({ checkout }) => {
  const { page, client } = checkout
  await page.setViewportSize(narrowest)
  test.setTimeout(120_000)
  const { id, url } = await client.create(order)
  await client.call('DELETE', `/v1/dynamiccheckout/${id}`)
  expect(await flawsByLocale(page, url)).toEqual({})
})
