import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import en from '../../locales/checkout/en.json' with { type: 'json' }
import { axeViolations } from '../../testing/axe.ts'
import {
  ADDRESS,
  EMPTY_ADDRESS,
  fillCard,
  openCheckout,
  PAID,
  SAVED_METHODS,
} from '../../testing/checkoutPageFixture.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'

const openFixture = useWidgetFixture()

const KNOWN = { email: 'a•••@e•••.com', name: 'A••• L•••' }
const pay = (page: Page) => page.locator('.pay').click()
const isPaid = (page: Page) => page.getByText('Thank you').waitFor()
const focused = (page: Page) =>
  page.evaluate(() => {
    const { id, textContent } = document.activeElement!
    return id || textContent.trim()
  })
const remove = (page: Page, name: string) => page.getByRole('button', { name: `Remove: ${name}` })
const status = (page: Page) => page.locator('sluice-payment-form > [role=status]').textContent()
const change = (page: Page, label: string) => page.getByRole('button', { name: `Change: ${label}` })

describe('stored name and email address', () => {
  it('a form without them loads neither the script of customers nor that of consents', async () => {
    const fixture = await openFixture()
    const scripts: string[] = []
    fixture.page.on('request', (request) => scripts.push(request.url()))
    await openCheckout(fixture, { saved: SAVED_METHODS })
    expect(scripts.filter((url) => url.endsWith('.js'))).toHaveLength(1)
  })

  it('they are shown masked, and are not sent unless the shopper changes them', async () => {
    const checkout = await openCheckout(await openFixture(), {
      form: { email: 'required', shipping: true },
      known: KNOWN,
      prefill: { email: '', address: { ...ADDRESS, name: '' } },
    })
    const { page } = checkout
    expect(await page.locator('.known bdi').allTextContents()).toEqual([KNOWN.email, KNOWN.name, KNOWN.name])
    expect(await page.getByText('We already have this').first().isVisible()).toBe(true)
    expect(await axeViolations(page, { bestPractices: true })).toEqual([])
    await page.locator('#cc-number').fill('4242424242424242')
    await page.locator('#cc-exp').fill('1244')
    await page.locator('#cc-csc').fill('123')
    await pay(page)
    await isPaid(page)
    const { answers, payment } = checkout.attempts[0]!
    expect(answers.email).toBeUndefined()
    expect(answers.shipTo!.name).toBeUndefined()
    expect(payment.creditCard!.nameOnCard).toBeUndefined()
    expect(JSON.stringify(checkout.attempts)).not.toContain('•')
  })

  it('Change opens the field, and what is typed is sent', async () => {
    const checkout = await openCheckout(await openFixture(), { form: { email: 'required' }, known: KNOWN })
    const { page } = checkout
    await change(page, 'Email').focus()
    await page.keyboard.press('Enter')
    expect(await focused(page)).toBe('email')
    await page.keyboard.type('grace@example.com')
    await change(page, 'Name on card').click()
    expect(await focused(page)).toBe('cc-name')
    await page.keyboard.type('Grace Hopper')
    await fillCard(page)
    await pay(page)
    await isPaid(page)
    expect(checkout.attempts[0]!.answers.email).toBe('grace@example.com')
    expect(checkout.attempts[0]!.payment.creditCard!.nameOnCard).toBe('Robin Miller')
  })

  it('a field that is left empty shows the masked value again, at the same place', async () => {
    const { page } = await openCheckout(await openFixture(), { form: { email: 'required' }, known: KNOWN })
    const top = () => page.locator('.pay').evaluate((button) => button.getBoundingClientRect().top)
    const before = await top()
    await change(page, 'Email').click()
    expect(await top()).toBe(before)
    await page.locator('#email').fill(' ')
    await page.keyboard.press('Tab')
    await change(page, 'Email').waitFor()
    expect(await top()).toBe(before)
    await change(page, 'Email').click()
    await page.locator('#email').fill('wrong')
    await page.keyboard.press('Tab')
    expect(await change(page, 'Email').count()).toBe(0)
    expect(await page.locator('#email').getAttribute('aria-invalid')).toBe('true')
  })

  it('the form keeps the height of its skeleton', async () => {
    const fixture = await openFixture()
    const checkout = await openCheckout(fixture, {
      form: { email: 'required', shipping: true },
      known: KNOWN,
      saved: SAVED_METHODS,
      removal: true,
      prefill: { email: '', address: { ...EMPTY_ADDRESS, country: 'GB' } },
    })
    const { page } = checkout
    const top = () => page.locator('.pay').evaluate((button) => Math.round(button.getBoundingClientRect().top))
    const formTop = await top()
    checkout.scriptReady = new Promise(() => {})
    await checkout.skeleton()
    expect(await top()).toBe(formTop)
  })

  it('the buttons are disabled while the form is being sent', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof PAID>()
    const checkout = await openCheckout(await openFixture(), { saved: SAVED_METHODS, known: KNOWN, removal: true })
    checkout.payResponses = [() => promise]
    const { page } = checkout
    await page.locator('[data-path="payment.verificationValue"] input').fill('1234')
    await pay(page)
    await page.locator('form[aria-busy=true]').waitFor()
    expect(await change(page, 'Email').isDisabled()).toBe(true)
    expect(
      await page
        .getByRole('button', { name: /^Remove/ })
        .first()
        .isDisabled(),
    ).toBe(true)
    resolve(PAID)
    await isPaid(page)
  })
})

describe('security code of a saved card', () => {
  it('is not asked for if the account does not require it', async () => {
    const checkout = await openCheckout(await openFixture(), { saved: SAVED_METHODS, savedCode: false })
    expect(await checkout.page.locator('[data-path="payment.verificationValue"]').count()).toBe(0)
    await pay(checkout.page)
    await isPaid(checkout.page)
    expect(checkout.attempts[0]!.payment).toEqual({ wallet: 'w1' })
  })
})

describe('removal of saved payment methods', () => {
  const [amex, bank] = SAVED_METHODS

  it('there is no button unless the checkout allows it', async () => {
    const { page } = await openCheckout(await openFixture(), { saved: SAVED_METHODS, known: KNOWN })
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
  })

  it('the button asks first: Escape and Keep remove nothing, and the focus returns', async () => {
    const checkout = await openCheckout(await openFixture(), { saved: SAVED_METHODS, removal: true })
    const { page } = checkout
    for (const leave of ['Escape', 'Enter']) {
      await remove(page, 'American Express').focus()
      await page.keyboard.press('Enter')
      expect(await focused(page)).toBe('Keep')
      expect(await page.getByRole('group', { name: /^Remove American Express ending in 0005/ }).count()).toBe(1)
      expect(await axeViolations(page, { bestPractices: true })).toEqual([])
      await page.keyboard.press(leave)
      await remove(page, 'American Express').waitFor()
      expect(await page.evaluate(() => document.activeElement!.getAttribute('aria-label'))).toMatch(/^Remove: American/)
    }
    expect(checkout.removals).toEqual([])
  })

  it('after a removal the list is right, the rest is chosen and focused, and the removal is announced', async () => {
    const checkout = await openCheckout(await openFixture(), {
      saved: SAVED_METHODS,
      removal: true,
      form: { methods: ['card', 'bank'] },
    })
    const { page } = checkout
    await remove(page, 'American Express').click()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await remove(page, 'American Express').waitFor({ state: 'detached' })
    await page.getByRole('group', { name: /^Remove American/ }).waitFor({ state: 'detached' })
    expect(checkout.removals).toEqual([{ nonce: 'nonce-1', wallet: amex!.wallet }])
    expect(
      await page
        .locator('sluice-options input')
        .evaluateAll((radios: HTMLInputElement[]) => radios.map(({ value, checked }) => [value, checked])),
    ).toEqual([
      [bank!.wallet, true],
      ['', false],
    ])
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe(bank!.wallet)
    expect(await status(page)).toMatch(/^Removed: American Express ending in 0005/)
    // The last one: the form of a new card is open, and pays.
    await remove(page, 'Bank account').click()
    await page
      .getByRole('group', { name: /^Remove Bank/ })
      .getByText('Remove', { exact: true })
      .click()
    await page.locator('sluice-options').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('cc-number')
    await fillCard(page)
    await pay(page)
    await isPaid(page)
    expect(checkout.attempts[0]!.payment.wallet).toBeUndefined()
  })

  it.each([
    [409, en.customer.inUse],
    [429, en.failures.rateLimited],
    [500, en.failures.unavailable],
  ])('a removal that fails with %s keeps the list and says why', async (httpStatus, message) => {
    const checkout = await openCheckout(await openFixture(), { saved: SAVED_METHODS, removal: true })
    checkout.removeResponse = { httpStatus }
    const { page } = checkout
    await remove(page, 'American Express').click()
    await page.getByRole('group').getByText('Remove', { exact: true }).click()
    await page.locator('.lines [role=alert]').getByText(message).waitFor()
    expect(await page.locator('sluice-options input').count()).toBe(3)
    expect(await page.evaluate(() => document.activeElement!.getAttribute('aria-label'))).toMatch(/^Remove: American/)
  })
})
