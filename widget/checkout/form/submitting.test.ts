import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { PageDecline, TryState } from '#contract/checkouts/page'
import { useBench } from '../../testing/widgetFixture.ts'
import {
  type CheckoutPageFixture,
  fillCard,
  openCheckout,
  PAID,
  type MockResponse,
  SAVED_METHODS,
} from '../../testing/checkoutPageFixture.ts'

const bench = useBench()

const pay = (page: Page) => page.locator('.pay').click()
const alert = (page: Page) => page.locator('.lines > [role=alert]')
const focused = (page: Page) => page.evaluate(() => document.activeElement!.id)
const isPaid = (page: Page) => page.getByText('Thank you').waitFor()
const isBack = (page: Page) => page.locator('[aria-busy=false]').first().waitFor()
const NEVER_BEGUN: TryState = { status: 'open', declined: null, nonce: 'nonce-1' }

/** Opens a form with a card in it, for a gateway that answers so. */
const filled = async (pays: MockResponse[], states: MockResponse[] = []): Promise<CheckoutPageFixture> => {
  const stand = await openCheckout(await bench())
  stand.payResponses = pays
  stand.stateResponses = states
  await fillCard(stand.page)
  return stand
}

describe('while it is paid', () => {
  it('the form is locked, says so, keeps its places, and is sent once however often it is', async () => {
    const { promise, resolve } = Promise.withResolvers<TryState>()
    const stand = await filled([() => promise])
    const { page } = stand
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
    const said = await page.getByRole('status').allTextContents()
    expect(said.map((text) => text.trim()).filter(Boolean)).toEqual([
      'Processing',
      'Keep this page open until it is done.',
    ])
    resolve(PAID)
    await isPaid(page)
    expect(stand.attempts).toHaveLength(1)
  })

  it('and the answer was lost, the form says that it is looking, and sends no second try', async () => {
    const stand = await filled(['lost'], [PAID])
    await pay(stand.page)
    await stand.page.getByText('We are checking whether the payment went through').waitFor()
    expect(await stand.page.locator('form[aria-busy=true]').count()).toBe(1)
    await isPaid(stand.page)
    expect(stand.attempts).toHaveLength(1)
    expect(stand.stateRequests).toEqual([{ nonce: 'nonce-1' }])
  })

  it('and the gateway fails before the try began, what was typed stays and may be sent again', async () => {
    const stand = await filled([{ httpStatus: 500 }, PAID], [NEVER_BEGUN])
    const { page } = stand
    await pay(page)
    await isBack(page)
    expect(await alert(page).textContent()).toBe('That did not work, and nothing was charged. Try again.')
    expect(await page.locator('#cc-csc').inputValue()).toBe('123')
    await pay(page)
    await isPaid(page)
    expect(stand.attempts[0]).toEqual(stand.attempts[1])
  })

  it('in another window, the form says so, and is open again when nothing came of that', async () => {
    const stand = await filled([{ status: 'processing', mine: false }, PAID], [NEVER_BEGUN])
    const { page } = stand
    await pay(page)
    await page.getByText('This is being paid in another window').waitFor()
    await isBack(page)
    expect(await alert(page).textContent()).toBe('')
    expect(stand.attempts).toHaveLength(1)
  })
})

describe('a declined try', () => {
  it.each<[PageDecline, string, string]>([
    ['declined', 'Your bank declined the payment. Try another card or contact your bank.', 'cc-csc'],
    ['expired', 'This card has expired. Try another one.', 'cc-number'],
  ])('(%s) says what to do, and leaves all but the code', async (declined, sentence, field) => {
    const stand = await filled([{ status: 'open', declined, nonce: 'second' }, PAID])
    const { page } = stand
    await pay(page)
    await isBack(page)
    expect(await alert(page).textContent()).toBe(sentence)
    expect(await focused(page)).toBe(field)
    const left = await page
      .locator('input[id^=cc-]')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
    expect(left).toEqual(['4242 4242 4242 4242', '12 / 49', '', 'Robin Miller'])
    await page.locator('#cc-csc').fill('456')
    expect(await alert(page).textContent()).toBe('')
    await pay(page)
    await isPaid(page)
    expect(stand.attempts.map(({ nonce }) => nonce)).toEqual(['nonce-1', 'second'])
  })

  it('of a saved card asks for its code again', async () => {
    const stand = await openCheckout(await bench(), { saved: SAVED_METHODS })
    const { page } = stand
    stand.payResponses = [{ status: 'open', declined: 'insufficientFunds', nonce: 'second' }]
    await page.locator('#saved-code').fill('1234')
    await pay(page)
    await page.getByText('There is not enough money on this card').waitFor()
    expect([await focused(page), await page.locator('#saved-code').inputValue()]).toEqual(['saved-code', ''])
  })
})

it('offline nothing is sent and everything stays; back online it can be sent', async () => {
  const stand = await filled([PAID], [NEVER_BEGUN])
  const { page } = stand
  await page.context().setOffline(true)
  await pay(page)
  expect(await alert(page).textContent()).toContain('You are offline. Nothing was charged')
  expect(await page.locator('#cc-number').inputValue()).toBe('4242 4242 4242 4242')
  await page.context().setOffline(false)
  await expect.poll(() => alert(page).textContent()).toBe('')
  expect(stand.attempts).toEqual([])
  await expect.poll(() => stand.stateRequests.length).toBe(1)
  await pay(page)
  await isPaid(page)
})
