import type { Frame, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { CHECKOUT, fillCard, mockCheckout, PAGE, PAID } from '../../testing/checkoutPageFixture.ts'
import { type WidgetFixture, SHOP, useWidgetFixture } from '../../testing/widgetFixture.ts'

const openFixture = useWidgetFixture()

const pay = (page: Page | Frame) => page.locator('.pay').click()
const isPaid = (page: Page | Frame) => page.getByText('Thank you').waitFor()
const THANKS = `${SHOP}/sent?transactionId=1234567&status=completed&checkoutId=${CHECKOUT}`

/** An event received by the merchant's page. */
type ReceivedEvent = Record<string, unknown>

/** Opens the checkout in a merchant's page that records all events. */
const openFramed = async (fixture: WidgetFixture, overrides: Parameters<typeof mockCheckout>[1]) => {
  const checkout = await mockCheckout(fixture, { framedBy: [SHOP], ...overrides })
  await fixture.open(`<sluice-checkout src="${PAGE}"></sluice-checkout>`)
  await fixture.page.evaluate(() => {
    const events: ReceivedEvent[] = []
    for (const type of ['ready', 'complete', 'cancel', 'decline', 'close', 'error'])
      addEventListener(type, (event) => events.push({ ...event, type, isTrusted: undefined }), true)
    Object.assign(window, { events })
  })
  const events = () => fixture.page.evaluate(() => (window as never as { events: ReceivedEvent[] }).events)
  const contentFrame = async (): Promise<Frame> => {
    await fixture.page.locator('sluice-checkout iframe').waitFor()
    const frame = () => fixture.page.frames().find((one) => one.url().startsWith(PAGE))
    await expect.poll(frame).toBeDefined()
    return frame()!
  }
  return { checkout, events, contentFrame }
}

describe('checkout in a merchant’s page', () => {
  it('a framed checkout fires decline and complete without typed values, and does not navigate the page', async () => {
    const fixture = await openFixture({ width: 600 })
    const { checkout, events, contentFrame } = await openFramed(fixture, {})
    checkout.payResponses = [
      { status: 'open', declined: 'declined', nonce: 'second' },
      { ...PAID, url: THANKS },
    ]
    const frame = await contentFrame()
    await fillCard(frame)
    await pay(frame)
    await frame.getByText('Your bank declined').waitFor()
    await frame.locator('#cc-csc').fill('123')
    await pay(frame)
    await isPaid(frame)
    await expect.poll(async () => (await events()).map(({ type }) => type)).toEqual(['ready', 'decline', 'complete'])
    const all = await events()
    expect(all[2]).toMatchObject({ transactionId: '1234567', status: 'completed', checkoutId: CHECKOUT, url: THANKS })
    expect(JSON.stringify(all)).not.toMatch(/4242|"123"/)
    expect(await frame.content()).not.toMatch(/4242 ?4242/)
    expect(fixture.page.url()).toBe(`${SHOP}/`)
  })

  it('the link to the cancelUrl fires cancel each time, and does not navigate', async () => {
    const fixture = await openFixture({ width: 600 })
    for (const state of [{}, { status: 'expired' }] as const) {
      const { events, contentFrame } = await openFramed(fixture, { cancelUrl: `${SHOP}/cart`, ...state })
      const frame = await contentFrame()
      await expect.poll(async () => (await events()).map(({ type }) => type)).toContain('ready')
      const link = frame.getByRole('link', { name: 'Back to' })
      await link.click()
      await link.click()
      await expect
        .poll(async () => (await events()).filter(({ type }) => type === 'cancel'))
        .toEqual([
          { type: 'cancel', url: `${SHOP}/cart` },
          { type: 'cancel', url: `${SHOP}/cart` },
        ])
      expect(fixture.page.url()).toBe(`${SHOP}/`)
      expect(frame.url().startsWith(PAGE)).toBe(true)
    }
  })

  it('a framed checkout accepts focus, and an appearance only in test mode', async () => {
    const fixture = await openFixture({ width: 600 })
    for (const [mode, color] of [
      ['test', 'rgb(0, 100, 0)'],
      ['live', 'rgb(54, 86, 227)'],
    ] as const) {
      const { contentFrame } = await openFramed(fixture, { mode })
      const frame = await contentFrame()
      await frame.locator('#email').waitFor()
      await fixture.page.locator('sluice-checkout').evaluate((element) => {
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
  ] as const)('a framed checkout fires close with the reason: %o', async (overrides, reason) => {
    const { events } = await openFramed(await openFixture({ width: 600 }), overrides)
    await expect.poll(async () => (await events()).find(({ type }) => type === 'close')).toMatchObject({ reason })
  })
})
