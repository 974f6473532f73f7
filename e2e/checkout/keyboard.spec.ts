import { expect, test } from '../support/fixtures.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'

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
    const typed: Record<string, readonly string[]> = {
      email: ['ada@example.com'],
      'merchant-0': ['Large'],
      'merchant-1': [' '],
      'cc-number': ['4242424242424242'],
      'cc-exp': ['1230'],
      'cc-csc': ['123'],
      'cc-name': ['Ada Lovelace'],
    }
    const visited: string[] = []
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press('Tab')
      const [name, outline] = await page.evaluate(() => {
        const element = document.activeElement!
        const outlined = element.closest('.control') ?? element
        return [element.id || element.className || element.localName, getComputedStyle(outlined).outlineStyle]
      })
      visited.push(name)
      // Focus is visible.
      expect(outline, name).not.toBe('none')
      if (name === 'pay') break
      for (const text of typed[name] ?? []) await page.keyboard.type(text)
    }
    expect(visited).toEqual(expect.arrayContaining(Object.keys(typed)))
    expect(visited.at(-1)).toBe('pay')
    await page.keyboard.press('Enter')
    await checkout.waitForReceipt()
    await expect(page.locator('.done')).toContainText('You paid $5.00')
  },
)
