import { goodCard } from '../pages/cardFrame.ts'
import { CheckoutClient } from '../pages/checkoutPage.ts'
import { type Axe, axeOptions, axeSource, describeViolations } from '../../widget/testing/axe.ts'
import { formStates, toBody } from '../checkout/checkoutStates.ts'
import { expect, test } from './fixtures.ts'

test('WebKit checkout: payment by keyboard shows the receipt', async ({ webkit, local }) => {
  const client = new CheckoutClient(local.gateway)
  const { id, url } = await client.create({ items: [{ name: 'Cup', price: 12.5 }] })
  await webkit.open(url)
  await webkit.waitFor('the form', () => document.querySelector('sluice-payment-form:not([hidden]) .pay'))
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

for (const [name, { body, clicks = [] }] of Object.entries(formStates))
  test(`WebKit checkout with ${name}: no axe violations`, async ({ webkit, local }) => {
    const client = new CheckoutClient(local.gateway)
    const { url } = await client.create(await toBody(body, client))
    await webkit.open(url)
    await webkit.waitFor('the form', () => document.querySelector('sluice-payment-form:not([hidden]) .pay'))
    for (const selector of clicks) {
      await webkit.waitFor(selector, (selector) => document.querySelector(selector), selector)
      await webkit.click(selector)
    }
    const scripts = await webkit.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    // None is loaded twice.
    expect(scripts.filter((name) => /\.js\?/.test(name))).toEqual([])
    await webkit.run(axeSource)
    const results = await webkit.evaluate(
      (options) => (window as never as { axe: Axe }).axe.run({ exclude: [] }, options),
      axeOptions(true),
    )
    expect(describeViolations(results)).toEqual([])
  })
