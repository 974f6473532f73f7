import type { CheckoutRequest } from '#contract/checkouts/checkouts'
import { checkoutRequest } from '#contract/checkouts/checkouts'
import { expect, test as base } from '../support/fixtures.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'

/** The effect of each member of a checkout request, in a browser. */

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

const test = base.extend<{ checkout: CheckoutPage }>({
  checkout: async ({ sharedPage, local }, use) => {
    await sharedPage.setViewportSize({ width: 1280, height: 900 })
    await use(new CheckoutPage(sharedPage, local.gateway))
    sharedPage.removeAllListeners()
  },
})

type MemberCheck = (checkout: CheckoutPage) => Promise<void>

/** Pays with an approved card. @returns the transaction */
const payWith = async (checkout: CheckoutPage, id: string): Promise<any> => {
  await checkout.fillCard()
  await checkout.pay()
  await checkout.waitForReceipt()
  return checkout.client.transaction((await checkout.client.read(id)).transactionId)
}

const members: Record<keyof CheckoutRequest, MemberCheck> = {
  total: async (checkout) => {
    const { id } = await checkout.open({ total: 26.25 })
    await expect(checkout.invoice.locator('.bill .due')).toHaveText(/Total\s*\$26\.25/)
    await expect(checkout.button).toHaveText(/Pay \$26\.25/)
    expect(await payWith(checkout, id)).toMatchObject({ status: 'captured', amountCaptured: 26.25 })
  },
  items: async (checkout) => {
    const { id } = await checkout.open({
      items: [
        { name: 'Cup', price: 12.5, quantity: 2, description: 'Sea green' },
        { name: 'Gift', price: 0 },
      ],
    })
    const rows = checkout.invoice.locator('.items li')
    await expect(rows).toHaveText([/Cup\s*\$25\.00\s*Quantity: 2\s*\$12\.50 each\s*Sea green/, /Gift\s*\$0\.00/])
    await expect(checkout.button).toHaveText(/Pay \$25\.00/)
    const { order } = await payWith(checkout, id)
    expect(order.lines).toMatchObject([
      { description: 'Cup', unitCost: 12.5, quantity: 2, total: 25 },
      { description: 'Gift', unitCost: 0, quantity: 1, total: 0 },
    ])
  },
  customerInfo: async (checkout) => {
    const { customers } = await checkout.client.call('POST', '/v1/customers', {})
    const [{ id: customer }] = customers
    await checkout.client.call('POST', `/v1/customers/${customer}/wallet`, { token: 'test-visa-4242' })
    const address = {
      address: '1 Main St',
      address2: 'Flat 2',
      city: 'Ely',
      state: 'CB',
      zip: 'CB7 4DL',
      country: 'GB',
    }
    const { id } = await checkout.open({
      total: 5,
      collectShipping: true,
      customerInfo: { id: customer, name: 'Ada Lovelace', email: 'ada@example.com', ...address },
    })
    for (const [label, value] of [
      ['Email', 'ada@example.com'],
      ['Full name', 'Ada Lovelace'],
      ['Address', '1 Main St'],
      ['City', 'Ely'],
      ['Postal code', 'CB7 4DL'],
      ['Country', 'GB'],
    ] as const)
      await expect(checkout.field(label).first()).toHaveValue(value)
    // A stored card shows its network and last four digits, and requires the CVV.
    await expect(checkout.form.getByText('Visa ending in 4242')).toBeVisible()
    await checkout.field('CVV').filter({ visible: true }).fill('123')
    await checkout.field('City').first().fill('Cambridge')
    await checkout.pay()
    await checkout.waitForReceipt()
    const read = await checkout.client.read(id)
    expect(read.customer).toBe(customer)
    const { order, payment } = await checkout.client.transaction(read.transactionId)
    expect(payment.customer).toBe(customer)
    expect(order.shipTo).toMatchObject({ city: 'Cambridge', line2: 'Flat 2' })
  },
  appearance: async (checkout) => {
    await checkout.open({ total: 5, appearance: { formBackgroundColor: 'rgb(1 94 99)' } })
    await expect(checkout.form).toHaveCSS('background-color', 'rgb(1, 94, 99)')
  },
  invoiceInfo: async (checkout) => {
    const created = await checkout.open({
      total: 5,
      invoiceInfo: { number: '2026-117', invoiceDate: '2026-11-18', dueDate: day(10) },
    })
    await expect(checkout.invoice.locator('.bill .facts')).toContainText('Invoice 2026-117')
    await expect(checkout.invoice.locator('.bill .facts')).toContainText('Issued November 18, 2026')
    await expect(checkout.invoice.locator('.bill .facts')).toContainText('Due')
    expect(Date.parse(created.expiresAt)).toBeGreaterThan(Date.now() + 38 * 86_400_000)
  },
  iframe: async (checkout) => {
    const policy = async (body: object) =>
      (await fetch((await checkout.client.create(body)).url)).headers.get('content-security-policy')
    expect(await policy({ total: 5 })).toContain("frame-ancestors 'none'")
    expect(await policy({ total: 5, iframe: true })).not.toContain("frame-ancestors 'none'")
  },
  oneTimePayment: async (checkout) => {
    const { id } = await checkout.open({ total: 5, oneTimePayment: true })
    await expect(checkout.field('Save this card for next time')).toHaveCount(0)
    const { payment } = await payWith(checkout, id)
    expect([payment.customer, (await checkout.client.read(id)).customer]).toEqual([null, null])

    const other = await checkout.open({ total: 5 })
    await expect(checkout.field('Save this card for next time')).not.toBeChecked()
    await checkout.field('Save this card for next time').check()
    const stored = await payWith(checkout, other.id)
    const { wallet } = await checkout.client.call('GET', `/v1/customers/${stored.payment.customer}/wallet`)
    expect(wallet).toMatchObject([{ network: 'visa', default: true }])
  },
  tax: async (checkout) => expectAmountLine(checkout, { tax: 1.5 }, /Tax\s*\$1\.50/, '11.50'),
  surcharge: async (checkout) => expectAmountLine(checkout, { surcharge: 0.5 }, /Surcharge\s*\$0\.50/, '10.50'),
  shipping: async (checkout) => expectAmountLine(checkout, { shipping: 2.25 }, /Shipping\s*\$2\.25/, '12.25'),
  discount: async (checkout) => expectAmountLine(checkout, { discount: 4 }, /Discount\s*-\$4\.00/, '6.00'),
  subtotal: async (checkout) => {
    await checkout.open({ subtotal: 10, tax: 1, total: 11 })
    await expect(checkout.invoice.locator('.sums')).toHaveText(/Subtotal\s*\$10\.00/)
  },
  collectShipping: async (checkout) => {
    const { id } = await checkout.open({ total: 5, collectShipping: true })
    await checkout.field('Country').selectOption('GB')
    await expect(checkout.field('State')).toHaveCount(0)
    await checkout.fillCard()
    await checkout.pay()
    await expect(checkout.field('City')).toHaveAttribute('aria-invalid', 'true')
    for (const [label, value] of [
      ['Full name', 'Ada Lovelace'],
      ['Address', '1 Main St'],
      ['City', 'Ely'],
      ['Postal code', 'cb74dl'],
    ] as const)
      await checkout.field(label).fill(value)
    const { order } = await payWith(checkout, id)
    expect(order.shipTo).toMatchObject({
      name: 'Ada Lovelace',
      line1: '1 Main St',
      city: 'Ely',
      postalCode: 'CB7 4DL',
      country: 'GB',
    })
    await expect(checkout.form.getByText('Ship to')).toBeVisible()
  },
  sendReceipt: async (checkout) => {
    await checkout.open({ total: 5, sendReceipt: true })
    await expect(checkout.field('Email')).toHaveAttribute('required', '')
    await expect(checkout.form.getByText('We send your receipt to this address')).toHaveCount(1)
    await checkout.open({ total: 5, sendReceipt: false, customerInfo: { email: 'ada@example.com' } })
    await expect(checkout.field('Email')).toHaveValue('ada@example.com')
    await expect(checkout.form.getByText('We send your receipt to this address')).toHaveCount(0)
    await checkout.open({ total: 5, sendReceipt: false, oneTimePayment: true })
    await expect(checkout.field('Email')).toHaveCount(0)
  },
  thankYouUrl: async (checkout) => {
    const { page } = checkout
    await page.route('https://shop.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Thanks</h1>' }),
    )
    const { id } = await checkout.open({ total: 5, thankYouUrl: 'https://shop.example/thanks?order=7' })
    const { transactionId } = await payWith(checkout, id)
    await page.waitForURL('https://shop.example/**')
    const { searchParams } = new URL(page.url())
    expect(Object.fromEntries(searchParams)).toEqual({
      order: '7',
      transactionId,
      status: 'completed',
      checkoutId: id,
    })
    await page.unrouteAll()
  },
  returnAutomatically: async (checkout) => {
    const { page } = checkout
    const shop = 'https://shop.example/thanks'
    await page.route(`${shop}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Thanks</h1>' }))
    const { id } = await checkout.open({ total: 5, thankYouUrl: shop, returnAutomatically: 120 })
    await payWith(checkout, id)
    await expect(page.getByRole('status')).toContainText('in 120 seconds')
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    await expect(page.getByRole('status')).toHaveText('')
    const { id: quick } = await checkout.open({ total: 5, thankYouUrl: shop, returnAutomatically: 0 })
    await checkout.fillCard()
    await checkout.pay()
    await page.waitForURL(`${shop}?**checkoutId=${quick}`)
    await page.unrouteAll()
  },
  cancelUrl: async (checkout) => {
    const { page } = checkout
    const cart = 'https://shop.example/cart'
    await page.route(cart, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Cart</h1>' }))
    const { id } = await checkout.open({ total: 5, cancelUrl: cart })
    await page.getByRole('link', { name: 'Back to' }).click()
    await page.waitForURL(cart)
    expect(await checkout.client.read(id)).toMatchObject({ status: 'open' })
    await page.unrouteAll()
  },
  collectPhone: async (checkout) => {
    await checkout.open({ total: 5 })
    await expect(checkout.field('Phone')).toHaveCount(0)
    const { id } = await checkout.open({ total: 5, collectPhone: 'required' })
    await checkout.fillCard()
    await checkout.pay()
    await expect(checkout.field('Phone')).toBeFocused()
    await checkout.field('Phone').fill('+1 415 555 0132')
    await payWith(checkout, id)
    expect(await checkout.client.read(id)).toMatchObject({ phone: '+1 415 555 0132' })
  },
  allowRemoval: async (checkout) => {
    const { customers } = await checkout.client.call('POST', '/v1/customers', {})
    const [{ id: customer }] = customers
    for (const token of ['test-visa-4242', 'test-mastercard-4444'])
      await checkout.client.call('POST', `/v1/customers/${customer}/wallet`, { token })
    const button = checkout.form.getByRole('button', { name: 'Remove: Visa ending in 4242' })
    await checkout.open({ total: 5, customerInfo: { id: customer } })
    await expect(button).toHaveCount(0)
    await checkout.open({ total: 5, allowRemoval: true, customerInfo: { id: customer } })
    await button.click()
    await checkout.form
      .getByRole('group', { name: 'Remove Visa ending in 4242' })
      .getByText('Remove', { exact: true })
      .click()
    await expect(checkout.form.getByRole('status').filter({ hasText: 'Removed: Visa ending in 4242' })).toHaveCount(1)
    await expect(checkout.form.getByText('Visa ending in 4242', { exact: true })).toHaveCount(0)
    const { wallet } = await checkout.client.call('GET', `/v1/customers/${customer}/wallet`)
    expect(wallet).toMatchObject([{ network: 'mastercard', default: true }])
  },
  consents: async (checkout) => {
    const text = 'I accept the [terms](https://shop.example/terms).'
    const { id } = await checkout.open({ total: 5, consents: [{ name: 'terms', text, required: true }] })
    const box = checkout.form.getByRole('checkbox', { name: 'I accept the terms.' })
    await expect(checkout.form.getByRole('link', { name: 'terms' })).toHaveAttribute('rel', 'noopener')
    await checkout.fillCard()
    await checkout.pay()
    await expect(box).toBeFocused()
    await box.check()
    await payWith(checkout, id)
    expect(await checkout.client.read(id)).toMatchObject({ consents: [{ name: 'terms', text, accepted: true }] })
  },
  currency: async (checkout) => {
    const { id } = await checkout.open({ total: 5, currency: 978 })
    await expect(checkout.button).toHaveText(/Pay €5\.00/)
    expect(await payWith(checkout, id)).toMatchObject({ status: 'captured', currency: 978 })
  },
  subscription: async (checkout) => {
    const { id } = await checkout.open({ total: 9, subscription: { billingDate: day(40) } })
    await expect(checkout.form.locator('.terms')).toContainText('$9.00 per month')
    await expect(checkout.form.locator('.terms')).toContainText('First payment on')
    await checkout.field('Email').fill('ada@example.com')
    const { amountAuthorized, payment } = await payWith(checkout, id)
    expect(amountAuthorized).toBe(0)
    const { customerSubscriptions } = await checkout.client.call(
      'GET',
      `/v1/customers/${payment.customer}/subscriptions`,
    )
    expect(customerSubscriptions).toMatchObject([{ status: 'pending' }])
  },
  customerDefinedField: async (checkout) => {
    const { id } = await checkout.open({
      total: 5,
      customerDefinedField: {
        note: 'Hello',
        age: 30,
        gift: true,
        size: { label: 'Size', type: 'select', options: ['S', 'M'], required: true },
        when: { label: 'Delivery', type: 'date' },
        ref: { type: 'hidden', value: 'A-1' },
      },
    })
    await expect(checkout.field('note')).toHaveValue('Hello')
    await expect(checkout.field('age')).toHaveValue('30')
    await expect(checkout.field('gift')).toBeChecked()
    await expect(checkout.field('ref')).toHaveCount(0)
    await checkout.field('Size').selectOption('M')
    await checkout.field('Delivery').fill('2027-01-02')
    const { metadata } = await payWith(checkout, id)
    expect(metadata).toEqual({ note: 'Hello', age: '30', gift: 'true', size: 'M', when: '2027-01-02', ref: 'A-1' })
  },
  discounts: async (checkout) => {
    const { id } = await checkout.open({
      items: [{ name: 'Cup', price: 20 }],
      discounts: [{ code: 'Spring-10', percentOff: 10 }],
    })
    await checkout.invoice.getByText('Add a promo code').click()
    await checkout.invoice.getByLabel('Promo code').fill('spring-10')
    await checkout.invoice.getByRole('button', { name: 'Apply' }).click()
    await expect(checkout.invoice.locator('.sums')).toHaveText(/Discount\s*-\$2\.00/)
    await expect(checkout.button).toHaveText(/Pay \$18\.00/)
    expect(await payWith(checkout, id)).toMatchObject({ amountCaptured: 18, order: { discount: 2, total: 18 } })
    expect(await checkout.client.read(id)).toMatchObject({ total: 18, discountCode: 'Spring-10' })
  },
  shippingOptions: async (checkout) => {
    const { id } = await checkout.open({
      items: [{ name: 'Cup', price: 20 }],
      collectShipping: true,
      customerInfo: { name: 'Ada', address: '1 Main St', city: 'Ely', zip: 'CB7 4DL', country: 'GB' },
      shippingOptions: [
        { id: 'post', label: 'Post', amount: 3, estimate: '2 days' },
        { id: 'courier', label: 'Courier', amount: 9 },
      ],
    })
    await expect(checkout.button).toHaveText(/Pay \$23\.00/)
    await checkout.form.getByRole('radio', { name: /Courier/ }).check()
    await expect(checkout.button).toHaveText(/Pay \$29\.00/)
    expect(await payWith(checkout, id)).toMatchObject({ amountCaptured: 29, order: { shipping: 9, total: 29 } })
    expect(await checkout.client.read(id)).toMatchObject({ total: 29, shippingOption: 'courier' })
  },
  taxRates: async (checkout) => {
    const { id } = await checkout.open({
      items: [{ name: 'Cup', price: 20 }],
      customerInfo: { address: '1 Main St', city: 'Ely', zip: 'CB7 4DL', country: 'GB' },
      taxRates: [
        { country: 'US', rate: 5 },
        { country: 'GB', rate: 20 },
      ],
    })
    await expect(checkout.invoice.locator('.sums')).toHaveText(/Tax\s*\$4\.00/)
    await checkout.field('Country').selectOption('FR')
    await expect(checkout.button).toHaveText(/Pay \$20\.00/)
    await checkout.field('Country').selectOption('GB')
    await expect(checkout.button).toHaveText(/Pay \$24\.00/)
    expect(await payWith(checkout, id)).toMatchObject({ amountCaptured: 24, order: { tax: 4, total: 24 } })
  },
  submitButtonText: async (checkout) => {
    await checkout.open({ total: 5, submitButtonText: 'Donate now' })
    await expect(checkout.button).toHaveText(/Donate now/)
  },
  allowAch: async (checkout) => {
    await checkout.open({ total: 5 })
    await expect(checkout.form.getByRole('tab')).toHaveCount(0)
    const { id } = await checkout.open({ total: 5, allowAch: true })
    await checkout.form.getByRole('tab', { name: 'Bank account' }).click()
    await checkout.field('Routing number').fill('021000021')
    await checkout.field('Account number').fill('1234567890')
    await checkout.field('Account type').selectOption('savings')
    await checkout.field('Account holder').fill('José Núñez')
    await expect(checkout.form.getByText(/authorize/i).first()).toBeVisible()
    await checkout.pay()
    await checkout.waitForReceipt()
    const { transactionId } = await checkout.client.read(id)
    expect(await checkout.client.transaction(transactionId)).toMatchObject({ method: 'check', status: 'captured' })
  },
}

/** Checks that an amount is a line of the invoice and part of the total. */
const expectAmountLine = async (checkout: CheckoutPage, more: object, line: RegExp, total: string): Promise<void> => {
  await checkout.open({ items: [{ name: 'Cup', price: 10 }], ...more })
  await expect(checkout.invoice.locator('.sums')).toHaveText(line)
  await expect(checkout.button).toHaveText(new RegExp(`Pay \\$${total.replace('.', '\\.')}`))
}

test('checkout request: every member has a test', () => {
  const { entries } = (checkoutRequest() as unknown as { pipe: [{ entries: object }] }).pipe[0]
  expect(Object.keys(members).toSorted()).toEqual(Object.keys(entries).toSorted())
})

for (const [member, check] of Object.entries(members))
  test(`checkout request: ${member} has its documented effect`, ({ checkout }) => check(checkout))
