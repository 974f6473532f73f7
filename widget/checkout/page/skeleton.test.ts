import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'
import { type ViewOverrides, ADDRESS, input, mockCheckout } from '../../testing/checkoutPageFixture.ts'

const openFixture = useWidgetFixture()

const TERMS = { label: null, unit: 'month', interval: 1, total: '26.25', first: null, installments: 0 } as const
const LONG = 'Something that a merchant wants to know in a great many words, so many that they take more than one line'

const FORMS: Record<string, ViewOverrides> = {
  'card only': { form: { email: 'none' } },
  'card or bank account, to be saved': { form: { email: 'required', methods: ['card', 'bank'], store: 'ask' } },
  'shipping address': { form: { shipping: true, store: 'ask' } },
  'shipping address in Brazil': { form: { shipping: true }, currency: 986 },
  'shipping address of no country': { form: { shipping: true }, currency: 978 },
  'ways of shipping': {
    form: { shipping: true },
    order: {
      takesCode: true,
      code: null,
      codeRefusal: null,
      options: [
        { id: 'post', label: 'Post', amount: '5', estimate: '3 days' },
        { id: 'pickup', label: 'Pick up', amount: '0', estimate: null },
      ],
      shippingOption: 'post',
      noShipping: false,
      address: 'shipTo',
    },
  },
  'prefilled address': { form: { billing: true, email: 'required' }, prefill: { email: '', address: ADDRESS } },
  'saved card and bank account': {
    form: { store: 'ask' },
    saved: [
      { wallet: 'w1', network: 'visa', last4: '4242', expiry: '12/30' },
      { wallet: 'w2', network: 'ach', last4: '6789', expiry: '' },
    ],
  },
  'accepted networks, in two lines on a narrow page': {
    appearance: {
      acceptedNetworks: [
        'visa',
        'mastercard',
        'amex',
        'discover',
        'diners',
        'jcb',
        'unionpay',
        'maestro',
        'cartesBancaires',
      ],
    },
  },
  'spacious and large': {
    form: { methods: ['card', 'bank'], shipping: true },
    appearance: { spacing: 'spacious', textSize: 150, radius: 24, fontFamily: 'mono' },
  },
  'compact and square': {
    form: { methods: ['card', 'bank'], shipping: true },
    appearance: { spacing: 'compact', radius: 0, acceptedNetworks: ['visa'] },
  },
  'saved bank account': { saved: [{ wallet: 'w2', network: 'ach', last4: '6789', expiry: '' }] },
  subscription: { form: { email: 'required', store: 'agreed' }, terms: TERMS },
  'merchant’s fields': {
    form: {
      fields: [
        input('note', 'text'),
        input(LONG, 'text', { required: true }),
        input('size', 'select', { options: ['S', 'L'], required: true }),
        input('delivery', 'date'),
        input('campaign', 'hidden', { value: 'x' }),
        input('gift', 'checkbox'),
        input('terms', 'checkbox', { required: true, label: LONG }),
      ],
    },
  },
}

/** Offsets of titles, terms and button from the top in pixels, at several widths. */
const positions = async (page: Page) => {
  const found: Record<string, number>[] = []
  for (const width of [1280, 800, 390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    found.push(
      await page.evaluate(() =>
        Object.fromEntries(
          [...document.querySelectorAll('main h2, main .pay, main .terms, main .lines')].map((element) => [
            element.tagName === 'H2' ? element.textContent : element.className.split(' ')[0],
            Math.round((element.getBoundingClientRect().top + scrollY) * 10) / 10,
          ]),
        ),
      ),
    )
    found.at(-1)!['end'] = await page
      .locator('#form')
      .evaluate((form) => Math.round(form.getBoundingClientRect().height * 10) / 10)
  }
  return found
}

it.each(Object.entries(FORMS))(
  'the form replaces its loading skeleton without layout shift: %s',
  async (_name, given) => {
    const checkout = await mockCheckout(await openFixture(), given)
    const { promise, resolve } = Promise.withResolvers<void>()
    checkout.scriptReady = promise
    await checkout.skeleton()
    const before = await positions(checkout.page)
    resolve()
    await checkout.page.locator('sluice-payment-form .pay').waitFor()
    expect(await positions(checkout.page)).toEqual(before)
  },
)
