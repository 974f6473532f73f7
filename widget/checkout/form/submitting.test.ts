import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { PageDecline, AttemptState } from '#contract/checkouts/page'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'
import {
  type CheckoutPageFixture,
  fillCard,
  openCheckout,
  PAID,
  type MockResponse,
  SAVED_METHODS,
} from '../../testing/checkoutPageFixture.ts'

const openFixture = useWidgetFixture()

const pay = (page: Page) => page.locator('.pay').click()
const alert = (page: Page) => page.locator('.lines > [role=alert]')
const focused = (page: Page) => page.evaluate(() => document.activeElement!.id)
const isPaid = (page: Page) => page.getByText('Thank you').waitFor()
const isBack = (page: Page) => page.locator('[aria-busy=false]').first().waitFor()
const NEVER_STARTED: AttemptState = { status: 'open', declined: null, nonce: 'nonce-1' }

/** Opens a form with a card, with responses to pay and state requests. */
const openFilled = async (
  payResponses: MockResponse[],
  stateResponses: MockResponse[] = [],
): Promise<CheckoutPageFixture> => {
  const checkout = await openCheckout(await openFixture())
  checkout.payResponses = payResponses
  checkout.stateResponses = stateResponses
  await fillCard(checkout.page)
  return checkout
}

describe('payment in progress', () => {
  it('a payment in progress locks the form without layout shift, and is sent once despite repeated clicks', async () => {
    const { promise, resolve } = Promise.withResolvers<AttemptState>()
    const checkout = await openFilled([() => promise])
    const { page } = checkout
    const button = page.locator('.pay')
    const before = await button.boundingBox()
    await button.dblclick()
    await page.locator('#cc-name').press('Enter')
    await page.locator('form[aria-busy=true]').waitFor()
    await page.locator('#cc-name').press('Enter')
    await page.locator('#cc-name').press('x')
    await button.click({ force: true })
    expect(await page.locator('form input:not([readonly])').count()).toBe(0)
    expect(await page.locator('#cc-name').inputValue()).toBe('Robin Miller')
    expect(await page.getByRole('button', { name: 'Processing' }).getAttribute('aria-disabled')).toBe('true')
    expect(await button.boundingBox()).toEqual(before)
    const announcements = await page.getByRole('status').allTextContents()
    expect(announcements.map((text) => text.trim()).filter(Boolean)).toEqual([
      'Processing',
      'Keep this page open until the payment is complete.',
    ])
    resolve(PAID)
    await isPaid(page)
    expect(checkout.attempts).toHaveLength(1)
  })

  it('after a lost response the form announces the check and sends no second attempt', async () => {
    const checkout = await openFilled(['lost'], [PAID])
    await pay(checkout.page)
    await checkout.page.getByText('We are checking whether the payment went through').waitFor()
    expect(await checkout.page.locator('form[aria-busy=true]').count()).toBe(1)
    // A pending outcome is no error.
    expect(await alert(checkout.page).textContent()).toBe('')
    const [waiting, muted] = await checkout.page.evaluate(() => {
      const probe = document.createElement('i')
      probe.className = 'optional'
      document.querySelector('sluice-field')!.append(probe)
      const colors = [document.querySelector('.lines > [role=status]')!, probe].map(
        (one) => getComputedStyle(one).color,
      )
      probe.remove()
      return colors
    })
    expect(waiting).toBe(muted)
    await isPaid(checkout.page)
    expect(checkout.attempts).toHaveLength(1)
    expect(checkout.stateRequests).toEqual([{ nonce: 'nonce-1' }])
  })

  it('after a 500 before the attempt began, the form keeps its values and can be sent again', async () => {
    const checkout = await openFilled([{ httpStatus: 500 }, PAID], [NEVER_STARTED])
    const { page } = checkout
    await pay(page)
    await isBack(page)
    expect(await alert(page).textContent()).toBe('Something went wrong, and nothing was charged. Try again.')
    expect(await page.locator('#cc-csc').inputValue()).toBe('123')
    await pay(page)
    await isPaid(page)
    expect(checkout.attempts[0]).toEqual(checkout.attempts[1])
  })

  it('a payment in another window is announced, and the form is unlocked if it fails', async () => {
    const checkout = await openFilled([{ status: 'processing', mine: false }, PAID], [NEVER_STARTED])
    const { page } = checkout
    await pay(page)
    await page.getByText('This payment is in progress in another window').waitFor()
    await isBack(page)
    expect(await alert(page).textContent()).toBe('')
    expect(checkout.attempts).toHaveLength(1)
  })
})

describe('decline', () => {
  /** Each reason with its sentence, the marked field with its error, and the focused field. */
  const REASONS: Record<PageDecline, [sentence: string, marked: string | null, error: string, field: string]> = {
    declined: ['Your bank declined the payment. Try another card or contact your bank.', null, '', 'cc-csc'],
    insufficientFunds: ['This card has insufficient funds. Try another card.', null, '', 'cc-number'],
    limit: ['The amount exceeds this card’s limit. Try another card.', null, '', 'cc-number'],
    expired: ['This card has expired. Try another card.', 'cc-exp', 'Check the expiry date', 'cc-exp'],
    wrongCode: ['The CVV is incorrect. Check it and try again.', 'cc-csc', 'Check the CVV', 'cc-csc'],
    notAccepted: ['This type of card is not accepted. Try another card.', null, '', 'cc-number'],
    tryLater: ['Your bank could not be reached. Try again in a moment.', null, '', 'cc-csc'],
  }
  it.each(Object.entries(REASONS) as [PageDecline, (typeof REASONS)[PageDecline]][])(
    'a decline (%s) has its sentence, marked field and focus, and clears only the security code',
    async (declined, [sentence, marked, error, field]) => {
      const checkout = await openFilled([{ status: 'open', declined, nonce: 'second' }, PAID])
      const { page } = checkout
      await pay(page)
      await isBack(page)
      expect(await alert(page).textContent()).toBe(sentence)
      expect(await focused(page)).toBe(field)
      const invalid = page.locator('[aria-invalid=true]')
      expect(await invalid.evaluateAll((inputs) => inputs.map(({ id }) => id))).toEqual(marked ? [marked] : [])
      const errors = page.locator('sluice-card-form .message:not(.help)').filter({ visible: true, hasText: /./ })
      expect(await errors.allTextContents()).toEqual(marked ? [error] : [])
      const left = await page
        .locator('input[id^=cc-]')
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
      expect(left).toEqual(['4242 4242 4242 4242', '12 / 44', '', 'Robin Miller'])
      // The issuer’s error stays until the field changes.
      if (marked) {
        await pay(page)
        expect(checkout.attempts).toHaveLength(1)
        await page.locator('#cc-exp').fill('11 / 44')
      }
      await page.locator('#cc-csc').fill('456')
      expect(await alert(page).textContent()).toBe('')
      await pay(page)
      await isPaid(page)
      expect(checkout.attempts.map(({ nonce }) => nonce)).toEqual(['nonce-1', 'second'])
    },
  )

  it.each<[PageDecline, string, string]>([
    ['insufficientFunds', 'This card has insufficient funds. Try another card.', 'false'],
    ['wrongCode', 'The CVV is incorrect. Check it and try again.', 'true'],
  ])('a decline of a saved card (%s) clears and focuses its security code', async (declined, sentence, invalid) => {
    const checkout = await openCheckout(await openFixture(), { saved: SAVED_METHODS })
    const { page } = checkout
    checkout.payResponses = [{ status: 'open', declined, nonce: 'second' }]
    const code = page.locator('#saved-code')
    await code.fill('1234')
    await pay(page)
    await page.getByText(sentence).waitFor()
    expect([await focused(page), await code.inputValue()]).toEqual(['saved-code', ''])
    await expect.poll(() => code.getAttribute('aria-invalid')).toBe(invalid)
  })

  it('a decline of a bank account for insufficient funds does not name a card’s funds', async () => {
    const checkout = await openCheckout(await openFixture(), { saved: SAVED_METHODS })
    const { page } = checkout
    checkout.payResponses = [{ status: 'open', declined: 'insufficientFunds', nonce: 'second' }]
    await page.locator('[value=w2]').check()
    await pay(page)
    await page.getByText('Your bank declined the payment').waitFor()
    expect(await alert(page).textContent()).not.toContain('This card')
  })
})

it('an offline form sends nothing and keeps its values; it can be sent once online', async () => {
  const checkout = await openFilled([PAID], [NEVER_STARTED])
  const { page } = checkout
  await page.context().setOffline(true)
  await pay(page)
  expect(await alert(page).textContent()).toContain('You are offline. Nothing was charged')
  expect(await page.locator('#cc-number').inputValue()).toBe('4242 4242 4242 4242')
  await page.context().setOffline(false)
  await expect.poll(() => alert(page).textContent()).toBe('')
  expect(checkout.attempts).toEqual([])
  await expect.poll(() => checkout.stateRequests.length).toBe(1)
  await pay(page)
  await isPaid(page)
})
