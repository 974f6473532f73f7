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

test('WebKit checkout: keyboard alone chooses a quantity and a way of shipping, and agrees to the terms', async ({
  webkit,
  local,
}) => {
  const client = new CheckoutClient(local.gateway)
  const { id, url } = await client.create({
    items: [{ name: 'Cup', price: 10, adjustableQuantity: { maximum: 3 } }],
    collectShipping: true,
    customerInfo: { name: 'Ada', address: '1 Main St', city: 'Ely', zip: 'CB7 4DL', country: 'GB' },
    consents: [{ name: 'terms', text: 'I agree to the terms.', required: true }],
    shippingOptions: [
      { id: 'post', label: 'Post', amount: 5 },
      { id: 'courier', label: 'Courier', amount: 15 },
    ],
  })
  await webkit.open(url)
  await webkit.waitFor('the form', () => document.querySelector('sluice-payment-form:not([hidden]) .pay'))
  const waitForButton = (text: string) =>
    webkit.waitFor(text, (text) => document.querySelector('.pay')!.textContent.includes(text), text)
  const tabTo = async (selector: string): Promise<void> => {
    for (let presses = 0; presses < 20; presses++) {
      if (await webkit.evaluate((selector) => document.activeElement!.matches(selector), selector)) return
      await webkit.press('Tab')
    }
    throw new Error(`Tab does not reach ${selector}.`)
  }
  // The window has no focus before a click.
  await webkit.click('.items')
  await tabTo('.step:not([aria-disabled=true])')
  await webkit.press('Enter')
  await waitForButton('$25.00')
  await tabTo('[name=shipping-method]')
  await webkit.press('Down')
  await waitForButton('$35.00')
  await tabTo('#cc-number')
  for (const text of [goodCard.number, goodCard.expiry, goodCard.code, goodCard.name]) {
    await webkit.type(text)
    await webkit.press('Tab')
  }
  await tabTo('#consent-0')
  await webkit.type(' ')
  await tabTo('.pay')
  await webkit.press('Enter')
  await webkit.waitFor('the receipt', () => document.querySelector('.done'))
  expect(await client.read(id)).toMatchObject({ status: 'completed', total: 35 })
})
