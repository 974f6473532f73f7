import type { Frame, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { type Bench, SHOP, useBench } from '../../testing/widgetFixture.ts'
import { CHECKOUT, fillCard, openCheckout, PAGE, PAID, mockCheckout } from '../../testing/checkoutPageFixture.ts'

const bench = useBench()

const pay = (page: Page | Frame) => page.locator('.pay').click()
const isPaid = (page: Page | Frame) => page.getByText('Thank you').waitFor()
/** Its script has come as well, which clears the address and does what the receipt can do. */
const receiptIsOpen = async (page: Page) => {
  await isPaid(page)
  await expect.poll(() => page.url()).toBe(PAGE)
}
const THANKS = `${SHOP}/sent?transactionId=1234567&status=completed&checkoutId=${CHECKOUT}`

/** Everything that a page keeps, and all that it was told of its own history. */
const kept = (page: Page) =>
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

describe('once it is paid', () => {
  it('the receipt stands in the form’s place, also when it is loaded anew or come back to, and nothing of the card is left', async () => {
    const stand = await openCheckout(await bench())
    const { page } = stand
    const steps = await page.evaluate(() => history.length)
    await fillCard(page)
    // What the form leaves behind in its own document, which the receipt replaces.
    await page.evaluate(() =>
      addEventListener('pagehide', () => {
        const values = [...document.querySelectorAll('input')].map(({ value }) => value)
        const held = document.documentElement.outerHTML.match(/4242|>123</g)
        sessionStorage.setItem('left', JSON.stringify([values, held, history.state]))
      }),
    )
    await pay(page)
    await receiptIsOpen(page)
    expect(await page.evaluate(() => sessionStorage.getItem('left'))).toBe('[["","","","","",""],null,null]')
    expect(await kept(page)).not.toMatch(/4242 ?4242|"123"|1249|12 \/ 49/)
    expect(await page.evaluate(() => history.length)).toBe(steps)
    await page.reload()
    await isPaid(page)
    await page.goto('about:blank')
    await page.goBack()
    await isPaid(page)
    expect(await page.locator('input, .pay').count()).toBe(0)
    expect(stand.attempts).toHaveLength(1)
  })

  it('the shopper goes on to the merchant after three seconds, once', async () => {
    const own = await bench({ ownClock: true })
    const stand = await openCheckout(own)
    const { page } = stand
    await page.clock.install()
    stand.payResponses = [{ ...PAID, url: THANKS }]
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

  it('the shopper who does something on the receipt stays, and prints it', async () => {
    const own = await bench({ ownClock: true })
    const stand = await openCheckout(own)
    const { page } = stand
    await page.clock.install()
    stand.payResponses = [{ ...PAID, url: THANKS }]
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

describe('a checkout that is over', () => {
  it('says so where the form was: by the answer to a try, or seen when the shopper comes back or is online again', async () => {
    const gateway = await bench()
    const ways: ((page: Page) => Promise<unknown>)[] = [
      pay,
      (page) => page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
      (page) => page.evaluate(() => dispatchEvent(new Event('online'))),
    ]
    for (const way of ways) {
      const stand = await openCheckout(gateway)
      const { page } = stand
      stand.payResponses = stand.stateResponses = [{ status: 'expired' }]
      await fillCard(page)
      await way(page)
      await page.getByText('This checkout has expired').waitFor()
      expect(await page.locator('input').count()).toBe(0)
    }
  })

  it('is not taken for one that is open: who comes back to that finds what was typed', async () => {
    const stand = await openCheckout(await bench())
    const { page } = stand
    stand.stateResponses = [{ status: 'open', declined: null, nonce: 'nonce-1' }]
    await fillCard(page)
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect.poll(() => stand.stateRequests.length).toBe(1)
    expect(await page.locator('#cc-number').inputValue()).toBe('4242 4242 4242 4242')
    expect(stand.documentLoads).toBe(1)
  })
})

it('a page that was loaded while somebody paid waits for the end of that', async () => {
  const stand = await mockCheckout(await bench(), { status: 'processing' })
  await stand.page.goto(PAGE)
  await stand.page.getByText('Your payment is being processed').waitFor()
  await isPaid(stand.page)
  expect(stand.stateRequests).toEqual([{ nonce: 'nonce-1' }])
})

/** What the merchant's page heard, as it is told it. */
type Heard = Record<string, unknown>

/** Opens the checkout inside a page of the merchant's that writes down everything it hears. */
const framed = async (gateway: Bench, given: Parameters<typeof mockCheckout>[1]) => {
  const stand = await mockCheckout(gateway, { framedBy: [SHOP], ...given })
  await gateway.open(`<sluice-checkout src="${PAGE}"></sluice-checkout>`)
  await gateway.page.evaluate(() => {
    const heard: Heard[] = []
    for (const type of ['ready', 'complete', 'decline', 'close', 'error'])
      addEventListener(type, (event) => heard.push({ ...event, type, isTrusted: undefined }), true)
    Object.assign(window, { heard })
  })
  const heard = () => gateway.page.evaluate(() => (window as never as { heard: Heard[] }).heard)
  const inside = async (): Promise<Frame> => {
    await gateway.page.locator('sluice-checkout iframe').waitFor()
    const frame = () => gateway.page.frames().find((one) => one.url().startsWith(PAGE))
    await expect.poll(frame).toBeDefined()
    return frame()!
  }
  return { stand, heard, inside }
}

describe('inside of a merchant’s page', () => {
  it('it tells that a try was declined and that it is paid, nothing that was typed, and leaves no page', async () => {
    const gateway = await bench({ width: 600 })
    const { stand, heard, inside } = await framed(gateway, {})
    stand.payResponses = [
      { status: 'open', declined: 'declined', nonce: 'second' },
      { ...PAID, url: THANKS },
    ]
    const frame = await inside()
    await fillCard(frame)
    await pay(frame)
    await frame.getByText('Your bank declined').waitFor()
    await frame.locator('#cc-csc').fill('123')
    await pay(frame)
    await isPaid(frame)
    await expect.poll(async () => (await heard()).map(({ type }) => type)).toEqual(['ready', 'decline', 'complete'])
    const all = await heard()
    expect(all[2]).toMatchObject({ transactionId: '1234567', status: 'completed', checkoutId: CHECKOUT, url: THANKS })
    expect(JSON.stringify(all)).not.toMatch(/4242|"123"/)
    expect(await frame.content()).not.toMatch(/4242 ?4242/)
    expect(gateway.page.url()).toBe(`${SHOP}/`)
  })

  it('it takes the focus, and other colours where no money moves', async () => {
    const gateway = await bench({ width: 600 })
    for (const [mode, color] of [
      ['test', 'rgb(0, 100, 0)'],
      ['live', 'rgb(54, 86, 227)'],
    ] as const) {
      const { inside } = await framed(gateway, { mode })
      const frame = await inside()
      await frame.locator('#email').waitFor()
      await gateway.page.locator('sluice-checkout').evaluate((element) => {
        Object.assign(element, { appearance: { formButtonBackgroundColor: 'darkgreen' } })
        element.focus()
      })
      await expect.poll(() => frame.evaluate(() => document.activeElement!.id)).toBe('cc-number')
      const background = () => frame.locator('.pay').evaluate((button) => getComputedStyle(button).backgroundColor)
      await expect.poll(background).toBe(color)
    }
  })

  it.each([
    [{ status: 'expired' }, 'expired'],
    [{ status: 'canceled', reason: 'merchant' }, 'canceled'],
    [{ status: 'canceled', reason: 'too_many_declines' }, 'too_many_declines'],
  ] as const)('it says why it is over: %o', async (given, reason) => {
    const { heard } = await framed(await bench({ width: 600 }), given)
    await expect.poll(async () => (await heard()).find(({ type }) => type === 'close')).toMatchObject({ reason })
  })
})
