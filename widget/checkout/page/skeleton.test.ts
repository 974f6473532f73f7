import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { useBench } from '../../testing/widgetFixture.ts'
import { type ViewOverrides, ADDRESS, input, mockCheckout } from '../../testing/checkoutPageFixture.ts'

const bench = useBench()

const TERMS = { unit: 'month', interval: 1, total: '26.25', first: null, installments: 0 } as const
const LONG = 'Something that a merchant wants to know in a great many words, so many that they take more than one line'

const FORMS: Record<string, ViewOverrides> = {
  'a card alone': { form: { email: 'none' } },
  'a card or a bank account, to be saved': { form: { email: 'required', methods: ['card', 'bank'], store: 'ask' } },
  'a parcel': { form: { shipping: true, store: 'ask' } },
  'an address that is known': { form: { billing: true, email: 'required' }, prefill: { email: '', address: ADDRESS } },
  'saved methods, a card first': {
    form: { store: 'ask' },
    saved: [
      { wallet: 'w1', network: 'visa', last4: '4242' },
      { wallet: 'w2', network: 'ach', last4: '6789' },
    ],
  },
  'a saved bank account': { saved: [{ wallet: 'w2', network: 'ach', last4: '6789' }] },
  'a subscription': { form: { email: 'required', store: 'agreed' }, terms: TERMS },
  'questions of the merchant': {
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

/** Where titles, button and foot stand, in pixels from the top, at several widths. */
const places = async (page: Page) => {
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

it.each(Object.entries(FORMS))('nothing moves when the form comes: %s', async (_name, given) => {
  const stand = await mockCheckout(await bench(), given)
  const { promise, resolve } = Promise.withResolvers<void>()
  stand.scriptReady = promise
  await stand.skeleton()
  const before = await places(stand.page)
  resolve()
  await stand.page.locator('sluice-payment-form .pay').waitFor()
  expect(await places(stand.page)).toEqual(before)
})
