import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { SHOP, useWidgetFixture } from '../../testing/widgetFixture.ts'
import { CHECKOUT, fillCard, openCheckout, PAGE, PAID, mockCheckout } from '../../testing/checkoutPageFixture.ts'

const openFixture = useWidgetFixture()

const pay = (page: Page) => page.locator('.pay').click()
const isPaid = (page: Page) => page.getByText('Thank you').waitFor()
/** Waits until the receipt's script has run, which clears the URL's fragment. */
const receiptIsOpen = async (page: Page) => {
  await isPaid(page)
  await expect.poll(() => page.url()).toBe(PAGE)
}
const THANKS = `${SHOP}/sent?transactionId=1234567&status=completed&checkoutId=${CHECKOUT}`

/** All data retained by the page: document, inputs, history, storage, cookies and URL. */
const retainedData = (page: Page) =>
  page.evaluate(() => {
    const { localStorage, sessionStorage, name } = window
    const values = [...document.querySelectorAll('input')].map(({ value }) => value)
    return JSON.stringify([
      document.documentElement.outerHTML,
      values,
      history.state,
      { ...localStorage },
      { ...sessionStorage },
      name,
      document.cookie,
      location.href,
    ])
  })

describe('completed checkout', () => {
  it('the receipt replaces the form, also after reload and back navigation, and retains no card data', async () => {
    const checkout = await openCheckout(await openFixture())
    const { page } = checkout
    const steps = await page.evaluate(() => history.length)
    await fillCard(page)
    // Data left in the form's document when the receipt replaces it.
    await page.evaluate(() =>
      addEventListener('pagehide', () => {
        const values = [...document.querySelectorAll('input')].map(({ value }) => value)
        const digits = document.documentElement.outerHTML.match(/4242|>123</g)
        sessionStorage.setItem('left', JSON.stringify([values, digits, history.state]))
      }),
    )
    await pay(page)
    await receiptIsOpen(page)
    expect(await page.evaluate(() => sessionStorage.getItem('left'))).toBe('[["","","","","",""],null,null]')
    expect(await retainedData(page)).not.toMatch(/4242 ?4242|"123"|1249|12 \/ 49/)
    expect(await page.evaluate(() => history.length)).toBe(steps)
    await page.reload()
    await isPaid(page)
    await page.goto('about:blank')
    await page.goBack()
    await isPaid(page)
    expect(await page.locator('input, .pay').count()).toBe(0)
    expect(checkout.attempts).toHaveLength(1)
  })

  it('a button copies the transaction’s number and announces it', async () => {
    const checkout = await openCheckout(await openFixture())
    const { page } = checkout
    await fillCard(page)
    await pay(page)
    await receiptIsOpen(page)
    await page.evaluate(() => addEventListener('copy', () => (document.title = String(getSelection()))))
    const announcement = page.locator('[data-copy] + [aria-live]')
    expect(await announcement.textContent()).toBe('')
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    expect(await page.title()).toBe(PAID.transactionId)
    expect(await announcement.textContent()).toBe('Copied')
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor()
  })

  it.each([
    ['no-preference', 'true'],
    ['reduce', 'false'],
  ] as const)('with motion preference %s, the receipt has a view transition: %s', async (reducedMotion, transition) => {
    const checkout = await openCheckout(await openFixture())
    const { page } = checkout
    await page.emulateMedia({ reducedMotion })
    await page.addInitScript(() =>
      addEventListener('pagereveal', (event) => sessionStorage.setItem('transition', String(!!event.viewTransition))),
    )
    await fillCard(page)
    await pay(page)
    await receiptIsOpen(page)
    expect(await page.evaluate(() => sessionStorage.getItem('transition'))).toBe(transition)
  })

  it('the receipt keeps the query of its URL', async () => {
    const checkout = await openCheckout(await openFixture())
    const { page } = checkout
    await page.goto(`${PAGE}?locale=de`)
    await fillCard(page)
    await pay(page)
    await page.getByText('Vielen Dank').waitFor()
    await expect.poll(() => page.url()).toBe(`${PAGE}?locale=de`)
    expect(await page.title()).toBe('Beleg – Kiln & Tide')
  })

  it('the receipt redirects to the merchant after three seconds, once', async () => {
    const fixture = await openFixture({ ownClock: true })
    const checkout = await openCheckout(fixture)
    const { page } = checkout
    await page.clock.install()
    checkout.payResponses = [{ ...PAID, url: THANKS }]
    await fillCard(page)
    await pay(page)
    await receiptIsOpen(page)
    await page.clock.runFor(2900)
    expect(page.url()).toBe(PAGE)
    await page.clock.runFor(200)
    await page.waitForURL(THANKS)
    await page.goBack()
    await isPaid(page)
    await page.clock.runFor(10_000)
    expect(page.url()).toBe(PAGE)
  })

  it('the return is announced, and a button stops it and leaves the link', async () => {
    const fixture = await openFixture({ ownClock: true })
    const checkout = await openCheckout(fixture)
    const { page } = checkout
    await page.clock.install()
    checkout.payResponses = [{ ...PAID, url: THANKS }]
    await fillCard(page)
    await pay(page)
    await receiptIsOpen(page)
    const status = page.getByRole('status')
    expect((await status.textContent())?.trim()).toMatch(/^Back to\s+Kiln & Tide\s*:\s*in 3 seconds$/)
    const stay = page.getByRole('button', { name: 'Stay on this page' })
    await stay.focus()
    await page.keyboard.press('Enter')
    expect(await status.textContent()).toBe('')
    expect(await stay.count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(THANKS)
    await page.clock.runFor(10_000)
    expect(page.url()).toBe(PAGE)
    await page.keyboard.press('Enter')
    await page.waitForURL(THANKS)
  })

  it('a reloaded receipt announces no return', async () => {
    const checkout = await openCheckout(await openFixture())
    const { page } = checkout
    checkout.payResponses = [{ ...PAID, url: `${SHOP}/never` }]
    await fillCard(page)
    await pay(page)
    await receiptIsOpen(page)
    await page.reload()
    await isPaid(page)
    expect(await page.getByRole('status').textContent()).toBe('')
    expect(await page.getByRole('button', { name: 'Stay on this page' }).count()).toBe(0)
  })

  it('the link to the cancelUrl is hidden while a payment runs', async () => {
    const checkout = await openCheckout(await openFixture(), { cancelUrl: `${SHOP}/cart` })
    const { page } = checkout
    const link = page.getByRole('link', { name: 'Back to' })
    expect(await link.isVisible()).toBe(true)
    const { promise, resolve } = Promise.withResolvers<typeof PAID>()
    checkout.payResponses = [() => promise]
    await fillCard(page)
    await pay(page)
    await expect.poll(() => link.isVisible()).toBe(false)
    resolve(PAID)
    await isPaid(page)
  })

  it('an interaction with the receipt, such as printing, cancels the redirect', async () => {
    const fixture = await openFixture({ ownClock: true })
    const checkout = await openCheckout(fixture)
    const { page } = checkout
    await page.clock.install()
    checkout.payResponses = [{ ...PAID, url: THANKS }]
    await page.addInitScript(() => Object.assign(window, { print: () => (document.title = 'printed') }))
    await fillCard(page)
    await pay(page)
    await receiptIsOpen(page)
    await page.getByRole('button', { name: 'Print' }).click()
    expect(await page.title()).toBe('printed')
    await page.clock.runFor(10_000)
    expect(page.url()).toBe(PAGE)
  })
})

describe('closed checkout', () => {
  it('an expired checkout replaces the form after an attempt, on return to the page, and when online again', async () => {
    const fixture = await openFixture()
    const triggers: ((page: Page) => Promise<unknown>)[] = [
      pay,
      (page) => page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
      (page) => page.evaluate(() => dispatchEvent(new Event('online'))),
    ]
    for (const trigger of triggers) {
      const checkout = await openCheckout(fixture)
      const { page } = checkout
      checkout.payResponses = checkout.stateResponses = [{ status: 'expired' }]
      await fillCard(page)
      await trigger(page)
      await page.getByText('This checkout has expired').waitFor()
      expect(await page.locator('input').count()).toBe(0)
    }
  })

  it('an open checkout keeps typed values on return to the page', async () => {
    const checkout = await openCheckout(await openFixture())
    const { page } = checkout
    checkout.stateResponses = [{ status: 'open', declined: null, nonce: 'nonce-1' }]
    await fillCard(page)
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect.poll(() => checkout.stateRequests.length).toBe(1)
    expect(await page.locator('#cc-number').inputValue()).toBe('4242 4242 4242 4242')
    expect(checkout.documentLoads).toBe(1)
  })
})

it('a page loaded during a payment displays the receipt once the payment completes', async () => {
  const checkout = await mockCheckout(await openFixture(), { status: 'processing' })
  await checkout.page.goto(PAGE)
  await checkout.page.getByText('Your payment is being processed').waitFor()
  await isPaid(checkout.page)
  expect(checkout.stateRequests).toEqual([{ nonce: 'nonce-1' }])
})
