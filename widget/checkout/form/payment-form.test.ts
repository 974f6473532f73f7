import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { AttemptState } from '#contract/checkouts/page'
import { axeViolations } from '../../testing/axe.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'
import {
  fillCard,
  ADDRESS,
  input,
  EMPTY_ADDRESS,
  mockCheckout,
  openCheckout,
  PAGE,
  SAVED_METHODS,
} from '../../testing/checkoutPageFixture.ts'

const openFixture = useWidgetFixture()

const pay = (page: Page) => page.locator('.pay').click()
const alert = (page: Page) => page.locator('.lines > [role=alert]').textContent()
const focused = (page: Page) => page.evaluate(() => document.activeElement!.id || document.activeElement!.className)
const message = (page: Page, id: string) =>
  page
    .locator(`#${id}`)
    .evaluate((input) => document.getElementById(input.getAttribute('aria-describedby')!)!.textContent)
/** Waits until the receipt has replaced the form. */
const isPaid = (page: Page) => page.getByText('Thank you').waitFor()

/** A form with all kinds of fields. */
const ALL_FIELDS = {
  form: {
    email: 'required',
    shipping: true,
    methods: ['card', 'bank'],
    store: 'ask',
    fields: [
      input('note', 'text', { value: 'none' }),
      input('campaign', 'hidden', { value: 'spring' }),
      input('size in cm.', 'select', { options: ['S', 'L'], required: true }),
      input('count', 'number'),
      input('day', 'date', { value: '2026-12-24' }),
      input('gift', 'checkbox'),
      input('agreed', 'checkbox', { required: true }),
    ],
  },
} as const

it('the payment form has no axe violations in any state', async () => {
  const { promise, resolve } = Promise.withResolvers<AttemptState>()
  // Without countries, since axe checks each option.
  const { page } = await openCheckout(await openFixture({ width: 1280 }), {
    form: { ...ALL_FIELDS.form, shipping: false },
    saved: SAVED_METHODS,
  })
  const checkAxe = async (state: string) =>
    expect(await axeViolations(page, { bestPractices: true }), state).toEqual([])
  await checkAxe('saved methods')
  await page.getByText('Another payment method').click()
  await page.getByRole('tab', { name: 'Bank account' }).click()
  await pay(page)
  await checkAxe('bank account with errors')

  const simple = await openCheckout(await openFixture({ width: 390, dark: true }))
  simple.payResponses = [() => promise]
  await fillCard(simple.page)
  await pay(simple.page)
  await simple.page.locator('[aria-busy=true]').first().waitFor()
  await checkAxe('processing')
  resolve({ status: 'open', declined: 'declined', nonce: 'n2' })
  await simple.page.getByText('Your bank declined').waitFor()
  await checkAxe('declined')
})

it('the tab order of the payment form is its reading order, and Enter pays', async () => {
  const checkout = await openCheckout(await openFixture({ width: 1280 }), {
    ...ALL_FIELDS,
    prefill: { email: 'r@example.com', address: ADDRESS },
  })
  const { page } = checkout
  const stops: string[] = []
  await page.locator('#email').focus()
  // A date has several tab stops.
  while (stops.push(await focused(page)) < 40 && stops.at(-1) !== 'pay') await page.keyboard.press('Tab')
  expect([...new Set(stops)]).toEqual([
    'email',
    ...['name', 'country', 'line1', 'line2', 'city', 'postalCode'].map((line) => `shipping-${line}`),
    ...['0', '1', '2', '3', '4', '5'].map((index) => `merchant-${index}`),
    'card-tab',
    'cc-number',
    'cc-exp',
    'cc-csc',
    'cc-name',
    'same-address',
    'save',
    'pay',
  ])
  await page.locator('#merchant-1').selectOption('L')
  await page.locator('#merchant-5').check()
  await fillCard(page)
  await page.locator('#shipping-city').press('Enter')
  await isPaid(page)
  expect(checkout.attempts).toHaveLength(1)
})

/** What the form of a British address sends: it has no state. */
const { state: _, ...GB_ADDRESS } = ADDRESS

/** An error item of the gateway. */
const error = (type: string, field: string) => ({ type, message: { field } })

describe('pay request', () => {
  it('the pay request contains the field values and the card', async () => {
    const fixture = await openFixture({ width: 1280 })
    const checkout = await openCheckout(fixture, { ...ALL_FIELDS, prefill: { email: '', address: ADDRESS } })
    const { page } = checkout
    await page.locator('#email').fill(' robin@example.com ')
    await page.locator('#merchant-1').selectOption('L')
    await page.locator('#merchant-2').fill('12,5')
    await page.locator('#merchant-5').check()
    await page.locator('#save').check()
    await fillCard(page)
    await pay(page)
    await isPaid(page)
    expect(checkout.attempts).toEqual([
      {
        nonce: 'nonce-1',
        locale: 'en',
        payment: {
          creditCard: {
            accountNumber: '4242424242424242',
            expires: '1244',
            verificationValue: '123',
            nameOnCard: 'Robin Miller',
          },
        },
        answers: {
          email: 'robin@example.com',
          shipTo: GB_ADDRESS,
          fields: { note: 'none', 'size in cm.': 'L', count: '12.5', day: '2026-12-24', gift: '', agreed: 'true' },
          save: true,
        },
      },
    ])
    // No violation of the Content-Security-Policy: no inline style, no HTML from a text.
    expect(fixture.consoleErrors).toEqual([])
  })

  it('the pay request contains a separate billing address', async () => {
    const checkout = await openCheckout(await openFixture(), {
      form: { shipping: true },
      prefill: { email: '', address: ADDRESS },
    })
    const { page } = checkout
    await page.getByText('Billing address is the same').click()
    await fillCard(page)
    await pay(page)
    expect(await focused(page)).toBe('billing-line1')
    await page.locator('#billing-country').selectOption('CA')
    await page.locator('#billing-line1').fill('2 Dock St')
    await page.locator('#billing-city').fill('Halifax')
    await page.locator('#billing-state').selectOption('NS')
    await page.locator('#billing-postalCode').fill('b3h 1a1')
    await pay(page)
    await isPaid(page)
    const { shipTo, billTo } = checkout.attempts[0]!.answers
    expect({ shipTo, billTo }).toEqual({
      shipTo: GB_ADDRESS,
      billTo: { line1: '2 Dock St', line2: '', city: 'Halifax', state: 'NS', postalCode: 'B3H 1A1', country: 'CA' },
    })
  })

  it('the pay request contains a bank account, after its debit authorization was displayed', async () => {
    const checkout = await openCheckout(await openFixture(), { form: { methods: ['card', 'bank'] } })
    const { page } = checkout
    await page.locator('#cc-number').fill('4242')
    expect(await page.locator('.debit').count()).toBe(0)
    await page.getByRole('tab', { name: 'Bank account' }).click()
    expect(await page.locator('.debit').textContent()).toContain('you authorize Kiln & Tide to debit $26.25')
    await page.locator('#routing-number').fill('021000022')
    await page.locator('#account-number').fill('123456789')
    await page.locator('#account-type').selectOption('savings')
    await page.locator('#account-holder').fill('Robin Miller')
    await pay(page)
    expect(await message(page, 'routing-number')).toBe('Check the routing number')
    await page.locator('#routing-number').fill('021000021')
    await pay(page)
    await isPaid(page)
    expect(checkout.attempts.map(({ payment }) => payment)).toEqual([
      {
        check: { routingNumber: '021000021', accountNumber: '123456789', accountType: 'savings', name: 'Robin Miller' },
      },
    ])
  })

  it('the pay request contains a saved card with its security code, or a saved bank account', async () => {
    for (const [wallet, verificationValue] of [
      ['w1', '1234'],
      ['w2', undefined],
    ] as const) {
      const checkout = await openCheckout(await openFixture(), { form: { store: 'ask' }, saved: SAVED_METHODS })
      const { page } = checkout
      await page.locator(`[value=${wallet}]`).check()
      expect(await page.locator('#save').isVisible()).toBe(false)
      if (verificationValue) await page.locator('#saved-code').fill(verificationValue)
      else expect(await page.locator('.debit').textContent()).toContain('you authorize')
      await pay(page)
      await isPaid(page)
      expect(checkout.attempts[0]!.payment).toEqual({ wallet, ...(verificationValue && { verificationValue }) })
    }
  })

  it('saved cards are shown with their expiry, bank accounts without', async () => {
    const { page } = await openCheckout(await openFixture(), { saved: SAVED_METHODS })
    const rows = await page.locator('sluice-options label').allTextContents()
    expect(rows.map((text) => text.trim())).toEqual([
      expect.stringMatching(/ ending in 0005 · Expires 12\/30$/),
      'Bank account ending in 6789',
      'Another payment method',
    ])
  })

  it('the pay request contains a new card with its chosen network, despite saved methods', async () => {
    const checkout = await openCheckout(await openFixture(), {
      form: { store: 'ask' },
      saved: SAVED_METHODS,
      prefill: { email: '', address: { ...ADDRESS, postalCode: '10115' } },
    })
    const { page } = checkout
    await page.getByText('Another payment method').click()
    await page.locator('#cc-number').fill('4035 5010 0000 0008')
    await page.getByRole('radio', { name: 'Cartes Bancaires' }).check()
    await page.locator('#cc-exp').fill('1244')
    await page.locator('#cc-csc').fill('123')
    await pay(page)
    await isPaid(page)
    expect(checkout.attempts[0]).toMatchObject({
      payment: { preferredNetwork: 'cartesBancaires', creditCard: { nameOnCard: 'Robin Miller', postalCode: '10115' } },
      answers: { save: false },
    })
  })
})

/** The labels that every country's address begins with in English. */
const STREET = ['Full name', 'Country', 'Address', 'Apartment, suite (optional)']

/** The texts of an address’s labels, in order. */
const addressLabels = (page: Page) =>
  page
    .locator('sluice-address label')
    .evaluateAll((labels) => labels.map(({ textContent }) => textContent.trim().replace(/\s+/g, ' ')))

describe('address', () => {
  it('the country list contains all country names in order, once the page is idle', async () => {
    const { page } = await openCheckout(await openFixture(), { form: { shipping: true } })
    const country = page.locator('#shipping-country')
    await country.locator('option').nth(249).waitFor({ state: 'attached' })
    const labels = await country.locator('option').allTextContents()
    expect(labels).toHaveLength(1 + 249)
    expect(labels.slice(0, 3)).toEqual(['Choose', 'Afghanistan', 'Åland Islands'])
    expect(labels.filter((label) => /^[A-Z]{2}$/.test(label))).toEqual([])
  })

  it('the form begins with the prefilled country by either code, else with the country of the currency', async () => {
    for (const [country, currency, shown] of [
      ['GBR', 840, 'GB'],
      ['gb', 840, 'GB'],
      ['', 840, 'US'],
      ['', 978, ''],
    ] as const) {
      const { page } = await openCheckout(await openFixture(), {
        form: { shipping: true },
        currency,
        prefill: { email: '', address: { ...EMPTY_ADDRESS, country } },
      })
      expect(await page.locator('#shipping-country').inputValue()).toBe(shown)
    }
  })

  it('another country has its own lines, order, labels and states; what was typed and the focus stay', async () => {
    const { page } = await openCheckout(await openFixture(), { form: { shipping: true } })
    expect(await addressLabels(page)).toEqual([...STREET, 'City', 'State', 'ZIP code'])
    await page.locator('#shipping-line1').fill('1 Dock St')
    await page.locator('#shipping-city').fill('Halifax')
    await page.locator('#shipping-postalCode').fill('b3h1a1')
    const country = page.locator('#shipping-country')
    await country.focus()
    await country.selectOption('BR')
    await page.getByText('Neighborhood').waitFor()
    expect(await focused(page)).toBe('shipping-country')
    expect(await addressLabels(page)).toEqual([...STREET, 'Neighborhood (optional)', 'City', 'State', 'Postal code'])
    expect(await page.locator('#shipping-city').inputValue()).toBe('Halifax')
    await country.selectOption('CA')
    await page.getByText('Province').waitFor()
    await page.locator('#shipping-state').selectOption({ label: 'Nova Scotia' })
    expect(await page.locator('#shipping-line1').inputValue()).toBe('1 Dock St')
    await page.locator('#shipping-name').fill('Robin')
    await fillCard(page)
    await pay(page)
    await isPaid(page)
  })

  it('a line that moves to another row while it has the focus keeps it', async () => {
    const { page } = await openCheckout(await openFixture(), { form: { shipping: true } })
    await page.route('**/address/*/DE.json', async (route) => {
      await page.locator('#shipping-city').focus()
      await route.fallback()
    })
    await page.locator('#shipping-country').selectOption('DE')
    await page.locator('#shipping-state').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('shipping-city')
  })

  it('an invalid postal code displays an example of the country', async () => {
    const { page } = await openCheckout(await openFixture(), { form: { shipping: true } })
    await page.locator('#shipping-postalCode').fill('TR1 2AB')
    await page.locator('#shipping-postalCode').blur()
    expect(await message(page, 'shipping-postalCode')).toBe('Example: 95014')
  })

  it('rules that cannot be read leave a form for any country', async () => {
    const { page } = await openCheckout(await openFixture(), { form: { shipping: true } })
    await page.route('**/address/*/FR.json', (route) => route.abort())
    await page.locator('#shipping-country').selectOption('FR')
    await page.getByText('State or region').waitFor()
    expect(await page.locator('#shipping-country').inputValue()).toBe('FR')
  })
})

describe('incomplete payment form', () => {
  it('an incomplete payment form displays all errors and focuses the first; corrected fields lose their error', async () => {
    const checkout = await openCheckout(await openFixture({ width: 1280 }), ALL_FIELDS)
    const { page } = checkout
    await pay(page)
    expect(await focused(page)).toBe('email')
    expect(await alert(page)).toBe(
      'Check the marked fields: Email, Full name, Address, City, State, ZIP code, size in cm., agreed, Card number, Expiry, CVV, Name on card.',
    )
    expect(await page.locator('[aria-invalid=true]').evaluateAll((inputs) => inputs.map(({ id }) => id))).toEqual([
      'email',
      'shipping-name',
      'shipping-line1',
      'shipping-city',
      'shipping-state',
      'shipping-postalCode',
      'merchant-1',
      'merchant-5',
      'cc-number',
      'cc-exp',
      'cc-csc',
      'cc-name',
    ])
    await page.locator('#email').fill('r@example.com')
    expect(await message(page, 'email')).toBe('We send your receipt to this address')
    expect(await alert(page)).toBe('')
    await page.locator('#merchant-5').check()
    expect(await page.locator('#merchant-5').getAttribute('aria-invalid')).toBe('false')
    expect(checkout.attempts).toEqual([])
  })

  it('the hidden payment tab keeps its values and is not validated', async () => {
    const { page } = await openCheckout(await openFixture(), { form: { methods: ['card', 'bank'] } })
    await page.locator('#cc-number').fill('4242')
    await page.getByRole('tab', { name: 'Bank account' }).click()
    await pay(page)
    expect(await focused(page)).toBe('routing-number')
    await page.getByRole('tab', { name: 'Card' }).click()
    expect(await page.locator('#cc-number').inputValue()).toBe('4242')
    expect(await message(page, 'cc-exp')).not.toBe('Enter the expiry date')
  })
})

const offer = (page: Page) => page.getByRole('status').getByRole('button')

describe('typing error in the email address', () => {
  it('a known domain is offered without layout shift, and filled in by keyboard', async () => {
    const checkout = await openCheckout(await openFixture(), { form: { email: 'required' } })
    const { page } = checkout
    const top = () => page.locator('#cc-number').evaluate((input) => input.getBoundingClientRect().top)
    const before = await top()
    await page.locator('#email').fill('robin@gmial.com')
    expect(await offer(page).count()).toBe(0)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('cc-number')
    expect((await offer(page).textContent())!.trim()).toBe('Did you mean gmail.com?')
    expect(await top()).toBe(before)
    expect(await axeViolations(page, { bestPractices: true })).toEqual([])
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    expect(await page.locator('#email').inputValue()).toBe('robin@gmail.com')
    expect(await focused(page)).toBe('email')
    expect(await offer(page).count()).toBe(0)
    await page.keyboard.press('Tab')
    await fillCard(page)
    await pay(page)
    await isPaid(page)
    expect(checkout.attempts[0]!.answers.email).toBe('robin@gmail.com')
  })

  it('the offer can be ignored, and disappears when the address is edited', async () => {
    const checkout = await openCheckout(await openFixture())
    const { page } = checkout
    await page.locator('#email').fill('robin@gmial.com')
    await page.locator('#cc-number').focus()
    await offer(page).waitFor()
    await page.locator('#email').fill('robin@gmial.co')
    expect(await offer(page).count()).toBe(0)
    await page.locator('#email').fill('robin@gmial.com')
    await fillCard(page)
    await pay(page)
    await isPaid(page)
    expect(checkout.attempts[0]!.answers.email).toBe('robin@gmial.com')
  })
})

it('API errors are displayed at their fields, and others below the button', async () => {
  const checkout = await openCheckout(await openFixture({ width: 1280 }), {
    ...ALL_FIELDS,
    prefill: { email: 'r@example.com', address: ADDRESS },
  })
  const { page } = checkout
  await page.locator('#merchant-1').selectOption('L')
  await page.locator('#merchant-5').check()
  await fillCard(page)
  checkout.payResponses = [
    {
      httpStatus: 400,
      errors: [error('required', 'answers.shipTo.city'), error('enum_invalid', 'answers.fields.size in cm.')],
    },
    {
      httpStatus: 400,
      errors: [error('expiry_past', 'payment.creditCard.expires'), error('format_invalid', 'answers.email')],
    },
    { httpStatus: 400, errors: [error('type_invalid', 'answers')] },
    { httpStatus: 429 },
    { status: 'completed', transactionId: '1', url: null },
  ]
  const attempt = async (count: number) => {
    await pay(page)
    await expect.poll(() => checkout.attempts.length).toBe(count)
    await page.locator('[aria-busy=false]').first().waitFor()
  }
  await attempt(1)
  expect([await message(page, 'shipping-city'), await message(page, 'merchant-1')]).toEqual([
    'Fill in this field',
    'Check this field',
  ])
  expect([await focused(page), await alert(page)]).toEqual([
    'shipping-city',
    'Check the marked fields: City, size in cm.',
  ])
  // The error stays until the value changes.
  await pay(page)
  expect(checkout.attempts).toHaveLength(1)
  await page.locator('#shipping-city').fill('Bath')
  await page.locator('#merchant-1').selectOption('S')
  await attempt(2)
  expect([await message(page, 'email'), await message(page, 'cc-exp')]).toEqual([
    'Enter an email address',
    'This card has expired',
  ])
  expect(await focused(page)).toBe('email')
  await page.locator('#email').fill('robin@example.com')
  await page.locator('#cc-exp').fill('12 / 43')
  await attempt(3)
  expect(await alert(page)).toBe('Something went wrong, and nothing was charged. Try again.')
  await attempt(4)
  expect(await alert(page)).toBe('Too many attempts. Try again in a minute.')
  await pay(page)
  await isPaid(page)
  // No attempt began, so all have the page's nonce.
  expect(new Set(checkout.attempts.map(({ nonce }) => nonce))).toEqual(new Set(['nonce-1']))
})

it('the form is shown with its country before the browser reads names of countries', async () => {
  const { page } = await mockCheckout(await openFixture({ width: 1280 }), { form: { shipping: true } })
  await page.addInitScript(() => {
    const { DisplayNames } = Intl
    const shownBefore: boolean[] = []
    class Recorded extends DisplayNames {
      constructor(...all: ConstructorParameters<typeof DisplayNames>) {
        super(...all)
        shownBefore.push(document.querySelector('sluice-payment-form')!.checkVisibility())
      }
    }
    Object.assign(Intl, { DisplayNames: Recorded })
    Object.assign(window, { shownBefore })
  })
  await page.goto(PAGE)
  const country = page.locator('#shipping-country')
  await expect.poll(() => country.locator('option').count()).toBeGreaterThan(200)
  expect(await page.evaluate(() => (window as never as { shownBefore: boolean[] }).shownBefore)).toEqual([true])
  expect(await country.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.label)).toBe('United States')
})
