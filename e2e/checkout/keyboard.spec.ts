import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'

type Action = (page: Page) => Promise<unknown>

const type =
  (text: string): Action =>
  (page) =>
    page.keyboard.type(text)
const press =
  (...keys: string[]): Action =>
  async (page) => {
    for (const key of keys) await page.keyboard.press(key)
  }

/**
 * Presses Tab until the pay button has the focus. Every element on the way must show that it has it.
 *
 * @param actions on the first focus of an element, by its id, label, name or class
 * @returns the elements that had the focus
 */
const tabToPay = async (page: Page, actions: Readonly<Record<string, Action>>): Promise<string[]> => {
  const visited: string[] = []
  while (visited.at(-1) !== 'pay' && visited.length < 60) {
    await page.keyboard.press('Tab')
    const [name, outline] = await page.evaluate(() => {
      const element = document.activeElement!
      const outlined = element.closest('.control, sluice-options label') ?? element
      const label = element.getAttribute('aria-label') ?? element.getAttribute('name')
      return [element.id || label || element.className || element.localName, getComputedStyle(outlined).outlineStyle]
    })
    expect(outline, name).not.toBe('none')
    if (!visited.includes(name)) await actions[name]?.(page)
    visited.push(name)
  }
  return visited
}

const card = {
  'cc-number': type('4242424242424242'),
  'cc-exp': type('1230'),
  'cc-csc': type('123'),
  'cc-name': type('Ada Lovelace'),
}

test(
  'checkout: keyboard alone pays, from the first Tab to the receipt',
  { tag: '@journey' },
  async ({ page, local }) => {
    const checkout = new CheckoutPage(page, local.gateway)
    await checkout.open({
      items: [{ name: 'Cup', price: 5, description: 'A fine glaze of the sea at dusk. '.repeat(9) }],
      allowAch: true,
      customerDefinedField: { size: { type: 'select', options: ['Small', 'Large'] }, gift: false },
    })
    const actions = {
      email: type('ada@example.com'),
      'merchant-0': type('Large'),
      'merchant-1': press('Space'),
      ...card,
    }
    const visited = await tabToPay(page, actions)
    expect(visited).toEqual(expect.arrayContaining(Object.keys(actions)))
    expect(visited.at(-1)).toBe('pay')
    await page.keyboard.press('Enter')
    await checkout.waitForReceipt()
    await expect(page.locator('.done')).toContainText('You paid $5.00')
  },
)

test('checkout: keyboard alone makes every choice and agrees to the terms', async ({ page, local }) => {
  const checkout = new CheckoutPage(page, local.gateway)
  const { id } = await checkout.open({
    items: [
      { name: 'Cup', price: 10, quantity: 2, adjustableQuantity: { maximum: 3 } },
      { name: 'Bowl', price: 30 },
    ],
    collectPhone: 'required',
    collectShipping: true,
    customerInfo: { name: 'Ada', address: '1 Main St', city: 'Ely', zip: 'CB7 4DL', country: 'GB' },
    consents: [{ name: 'terms', text: 'I agree to the [terms](https://shop.example/terms).', required: true }],
    discounts: [{ code: 'Spring', percentOff: 10 }],
    shippingOptions: [
      { id: 'post', label: 'Post', amount: 5 },
      { id: 'courier', label: 'Courier', amount: 15 },
    ],
  })
  const actions = {
    'One more': press('Enter'),
    summary: async () => {
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Promo code')).toBeFocused()
      await page.keyboard.type('spring')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Remove' })).toBeFocused()
    },
    phone: type('+1 202 555 0123'),
    'shipping-method': press('ArrowDown'),
    ...card,
    'consent-0': press('Space'),
  }
  const visited = await tabToPay(page, actions)
  expect(visited).toEqual(expect.arrayContaining(Object.keys(actions)))
  // 60, less 10 %, and the courier.
  await expect(checkout.button).toHaveText(/Pay \$69\.00/)
  await page.keyboard.press('Enter')
  await checkout.waitForReceipt()
  expect(await checkout.client.read(id)).toMatchObject({ status: 'completed', total: 69 })
})

test('checkout: keyboard alone removes a saved card and corrects the stored name', async ({ page, local }) => {
  const checkout = new CheckoutPage(page, local.gateway)
  const { customers } = await checkout.client.call('POST', '/v1/customers', { firstName: 'Ada', lastName: 'Lovelace' })
  const [customer] = customers
  for (const token of ['test-visa-4242', 'test-mastercard-4444'])
    await checkout.client.call('POST', `/v1/customers/${customer.id}/wallet`, { token })
  const { id } = await checkout.open({
    total: 5,
    collectShipping: true,
    customerInfo: { id: customer.id, address: '1 Main St', city: 'Ely', zip: 'CB7 4DL', country: 'GB' },
    allowRemoval: true,
  })
  const visited = await tabToPay(page, {
    'Change: Full name, A••• L•••': async () => {
      await page.keyboard.press('Enter')
      await expect(page.locator('#shipping-name')).toBeFocused()
      await page.keyboard.type('Ada King')
    },
    'Remove: Visa ending in 4242 · Expires 12/28': async () => {
      await page.keyboard.press('Enter')
      // The question begins at the answer that does no harm.
      await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('radio', { name: 'Visa ending in 4242' })).toHaveCount(0)
    },
    'saved-code': type('123'),
  })
  expect(visited).toContain('saved-code')
  await page.keyboard.press('Enter')
  await checkout.waitForReceipt()
  const { transactionId } = await checkout.client.read(id)
  expect(await checkout.client.transaction(transactionId)).toMatchObject({ order: { shipTo: { name: 'Ada King' } } })
})
