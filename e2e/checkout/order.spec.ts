import type { Page } from '@playwright/test'
import { axeViolations } from '../../widget/testing/axe.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'

/** What a shopper can choose in an order, in a browser. */

const test = base.extend<{ checkout: CheckoutPage }>({
  checkout: async ({ sharedPage, local }, use) => {
    await sharedPage.setViewportSize({ width: 1280, height: 900 })
    await use(new CheckoutPage(sharedPage, local.gateway))
    await sharedPage.unrouteAll()
    sharedPage.removeAllListeners()
  },
})

const offered = {
  items: [
    { name: 'Cup', price: 10, quantity: 2, adjustableQuantity: { minimum: 0, maximum: 3 } },
    { name: 'Bowl', price: 30, adjustableQuantity: { minimum: 0, maximum: 1 } },
  ],
  collectShipping: true,
  customerInfo: { name: 'Ada', address: '1 Main St', city: 'Ely', zip: 'CB7 4DL', country: 'GB' },
  discounts: [{ code: 'Spring', percentOff: 10 }],
  shippingOptions: [
    { id: 'post', label: 'Post', amount: 5, estimate: '3 days', countries: ['GB', 'US'] },
    { id: 'courier', label: 'Courier', amount: 15, countries: ['GB'] },
  ],
  taxRates: [{ country: 'GB', rate: 20 }],
}

const quantity = (page: Page, item: string) => page.getByRole('group', { name: item })
const more = (page: Page, item: string) => quantity(page, item).getByRole('button', { name: 'One more' })
const less = (page: Page, item: string) => quantity(page, item).getByRole('button', { name: 'One less' })

const applyCode = async (page: Page, code: string): Promise<void> => {
  const input = page.getByLabel('Promo code')
  if (!(await input.isVisible())) await page.getByText('Add a promo code').click()
  await input.fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}

test('order: quantities change within their limits, and one unit stays', async ({ checkout }) => {
  const { page } = checkout
  await checkout.open(offered)
  // 20 + 30 = 50, tax 10, post 5.
  await expect(checkout.button).toHaveText(/Pay \$65\.00/)
  await more(page, 'Cup').click()
  await expect(checkout.button).toHaveText(/Pay \$77\.00/)
  await expect(more(page, 'Cup')).toHaveAttribute('aria-disabled', 'true')
  await expect(page.locator('#order-status')).toHaveText('Total: $77.00')
  await expect(page.locator('.items .amount').first()).toHaveText('$30.00')
  await less(page, 'Bowl').click()
  await expect(checkout.button).toHaveText(/Pay \$41\.00/)
  for (const total of ['$29.00', '$17.00']) {
    await less(page, 'Cup').click()
    await expect(checkout.button).toHaveText(`Pay ${total}Processing`)
  }
  await expect(less(page, 'Cup')).toHaveAttribute('aria-disabled', 'true')
  await less(page, 'Cup').click({ force: true })
  await expect(quantity(page, 'Cup')).toHaveText(/1/)
})

test('order: several quick changes end with the figures of the last one', async ({ checkout }) => {
  const { page } = checkout
  await checkout.open(offered)
  await page.route('**/order', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    await route.continue()
  })
  for (const button of [less, less, more, more, more] as const) await button(page, 'Cup').click()
  await expect(quantity(page, 'Cup')).toHaveText(/3/)
  await expect(checkout.button).toHaveText(/Pay \$77\.00/)
})

test('order: nobody can pay while a change is priced', async ({ checkout }) => {
  const { page } = checkout
  const { id } = await checkout.open(offered)
  await checkout.fillCard()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/order', async (route) => {
    await held
    await route.continue()
  })
  await more(page, 'Cup').click()
  await expect(checkout.button).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Updating the total').first()).toBeVisible()
  await checkout.button.click({ force: true })
  expect(await checkout.client.attempts(id)).toEqual([])
  release()
  await expect(checkout.button).toHaveText(/Pay \$77\.00/)
  await checkout.pay()
  await checkout.waitForReceipt()
  expect(await checkout.client.read(id)).toMatchObject({ status: 'completed', total: 77 })
})

test('order: a code is refused at its field, applied and removed', async ({ checkout }) => {
  const { page } = checkout
  await checkout.open(offered)
  await applyCode(page, 'winter')
  const input = page.getByLabel('Promo code')
  await expect(page.getByRole('alert').filter({ hasText: 'This code is not valid.' })).toBeVisible()
  await expect(input).toHaveAttribute('aria-invalid', 'true')
  await expect(input).toBeFocused()
  await applyCode(page, ' spring ')
  await expect(page.locator('.applied')).toHaveText(/Spring\s*Remove/)
  await expect(page.locator('.sums')).toHaveText(/Discount\s*-\$5\.00/)
  await expect(checkout.button).toHaveText(/Pay \$59\.00/)
  const remove = page.getByRole('button', { name: 'Remove' })
  await expect(remove).toBeFocused()
  await remove.click()
  await expect(page.getByText('Add a promo code')).toBeFocused()
  await expect(checkout.button).toHaveText(/Pay \$65\.00/)
})

test('order: ways of shipping and tax follow the country, and a country without any is refused', async ({
  checkout,
}) => {
  const { page } = checkout
  const { id } = await checkout.open(offered)
  await page.getByRole('radio', { name: /Courier/ }).check()
  await expect(checkout.button).toHaveText(/Pay \$75\.00/)
  await checkout.field('Country').selectOption('US')
  await expect(page.getByRole('radio')).toHaveCount(1)
  await expect(checkout.button).toHaveText(/Pay \$55\.00/)
  await checkout.field('Country').selectOption('FR')
  await expect(checkout.form.getByText('We do not ship to this country.')).toBeVisible()
  await expect(checkout.field('Country')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('radio')).toHaveCount(0)
  for (const [label, value] of [
    ['Postal code', '75001'],
    ['City', 'Paris'],
  ] as const)
    await checkout.field(label).first().fill(value)
  await checkout.fillCard()
  await checkout.pay()
  await expect(checkout.form.getByText('We do not ship to this country.')).toBeVisible()
  expect(await checkout.client.attempts(id)).toEqual([])
})

test('order: offline and failures keep the last right figures', async ({ checkout }) => {
  const { page } = checkout
  await checkout.open(offered)
  await page.route('**/order', (route) => route.fulfill({ status: 503, body: '' }))
  await more(page, 'Cup').click()
  await expect(page.getByText('The total could not be updated. Try again.')).toBeVisible()
  await expect(quantity(page, 'Cup')).toHaveText(/2/)
  await expect(checkout.button).toHaveText(/Pay \$65\.00/)
  await page.unrouteAll()
  await page.context().setOffline(true)
  await page.getByRole('radio', { name: /Courier/ }).click()
  await expect(page.getByText('You are offline.', { exact: false })).toBeVisible()
  await expect(page.getByRole('radio', { name: /Post/ })).toBeChecked()
  await page.context().setOffline(false)
  await more(page, 'Cup').click()
  await expect(checkout.button).toHaveText(/Pay \$77\.00/)
})

test('order: a total that changed meanwhile is shown, not charged', async ({ checkout }) => {
  const { page } = checkout
  const { id } = await checkout.open(offered)
  await checkout.fillCard()
  // The gateway never learns of the new country before the payment.
  await page.route('**/order', (route) => route.abort())
  await checkout.field('Country').selectOption('US')
  await expect(page.getByText('The total could not be updated. Try again.')).toBeVisible()
  await checkout.field('State').selectOption('ND')
  await checkout.field('ZIP code').first().fill('58102')
  await checkout.pay()
  await expect(page.getByText('The total has changed. Check it and pay again.')).toBeVisible()
  await expect(checkout.button).toHaveText(/Pay \$55\.00/)
  expect(await checkout.client.attempts(id)).toEqual([])
  await checkout.pay()
  await checkout.waitForReceipt()
  expect(await checkout.client.read(id)).toMatchObject({ total: 55 })
})

test('order: the authorization of a bank debit names the new amount', async ({ checkout }) => {
  const { page } = checkout
  const items = [{ name: 'Cup', price: 10, adjustableQuantity: { maximum: 3 } }]
  await checkout.open({ items, allowAch: true }, '?locale=de')
  await page.locator('#bank-tab').click()
  await expect(page.locator('#debit')).toContainText(/10,00\s\$/)
  await page.getByRole('button', { name: 'Eins mehr' }).click()
  await expect(page.locator('#debit')).toContainText(/20,00\s\$/)
  await expect(page.locator('#debit')).not.toContainText(/10[.,]00/)
  await expect(page.locator('#debit')).toContainText('$20.00')
})

test('order: choices work with the keyboard alone', async ({ checkout }) => {
  const { page } = checkout
  await checkout.open(offered)
  await more(page, 'Cup').focus()
  await page.keyboard.press('Enter')
  await expect(checkout.button).toHaveText(/Pay \$77\.00/)
  await expect(more(page, 'Cup')).toBeFocused()
  await page.getByText('Add a promo code').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Promo code')).toBeFocused()
  await page.keyboard.type('spring')
  await page.keyboard.press('Enter')
  await expect(checkout.button).toHaveText(/Pay \$69\.80/)
  await page.getByRole('radio', { name: /Post/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Courier/ })).toBeFocused()
  await expect(checkout.button).toHaveText(/Pay \$79\.80/)
})

test('order: a refused and an applied code have no axe violations, wide and on a dark phone', async ({ checkout }) => {
  const { page } = checkout
  for (const [width, colorScheme, locale] of [
    [1280, 'light', 'en'],
    [390, 'dark', 'ar'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await checkout.open(offered, `?locale=${locale}`)
    if (width < 768) await page.locator('details.fold summary').click()
    await page.locator('.promo summary').click()
    for (const code of ['winter', 'spring']) {
      await page.locator('#code').fill(code)
      await page.locator('.entry button').click()
      await expect(page.locator(code === 'winter' ? '#code-error:not(:empty)' : '.applied')).toBeVisible()
      expect(await axeViolations(page, { bestPractices: true }), `${code}, ${locale}`).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: null })
})

test('order: the sums in the fold of a phone follow, and targets are large enough', async ({ checkout }) => {
  const { page } = checkout
  await page.setViewportSize({ width: 390, height: 800 })
  await checkout.open(offered)
  const fold = page.locator('details.fold')
  await fold.locator('summary').click()
  await more(page, 'Cup').click()
  await expect(fold.locator('strong')).toHaveText('$77.00')
  for (const target of [more(page, 'Cup'), less(page, 'Cup'), page.getByText('Add a promo code')]) {
    const { width, height } = (await target.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  await page.setViewportSize({ width: 320, height: 800 })
  const hidden = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(hidden).toBe(0)
})

test('order: a picture is shown without a referrer, and one that fails leaves no hole', async ({ checkout }) => {
  const { page } = checkout
  const referrers: (string | undefined)[] = []
  await page.route('https://pictures.example/**', async (route) => {
    referrers.push((await route.request().allHeaders())['referer'])
    if (route.request().url().endsWith('broken.png')) return route.abort()
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'
    await route.fulfill({ contentType: 'image/svg+xml', body })
  })
  const items = [
    { name: 'Cup', price: 10, imageUrl: 'https://pictures.example/cup.svg' },
    { name: 'Bowl', price: 30, imageUrl: 'https://pictures.example/broken.png' },
  ]
  const { url } = await checkout.open({ items })
  const policy = (await fetch(url)).headers.get('content-security-policy')
  expect(policy).toContain('img-src https://pictures.example;')
  await expect(page.locator('.picture')).toHaveCount(1)
  await expect(page.locator('.picture')).toHaveAttribute('alt', '')
  const x = async (name: string) => (await page.locator('.items .name', { hasText: name }).boundingBox())!.x
  expect(await x('Cup')).toBeGreaterThan(await x('Bowl'))
  expect(await page.locator('.items li').evaluateAll(([first]) => first!.getBoundingClientRect().x)).toBe(
    await x('Bowl'),
  )
  expect(referrers).toEqual([undefined, undefined])
})
