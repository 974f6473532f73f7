import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { fillCard, openCheckout } from '../../testing/checkoutPageFixture.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'

const openFixture = useWidgetFixture()

const SENTENCE = 'This type of card is not accepted. Try another card.'

const open = async (acceptedNetworks: readonly string[], form = {}) => {
  const checkout = await openCheckout(await openFixture(), {
    appearance: { acceptedNetworks } as object,
    form,
  })
  return { checkout, page: checkout.page }
}

const type = async (page: Page, digits: string) => {
  await page.locator('#cc-number').fill('')
  await page.locator('#cc-number').pressSequentially(digits)
}
const message = (page: Page) => page.locator('#number-message').textContent()
const announced = (page: Page) => page.locator('sluice-networks [role=status]').textContent()

describe('accepted networks', () => {
  it('the form shows the mark of each network, with a name for screen readers, and has no axe violations', async () => {
    const { page } = await open(['visa', 'amex'])
    const marks = page.locator('.networks')
    expect(
      await marks.locator('svg').evaluateAll((all) => all.map((one) => (one as SVGElement).dataset['network'])),
    ).toEqual(['visa', 'amex'])
    expect(await page.getByRole('img', { name: 'Card: Visa and American Express' }).count()).toBe(1)
    expect(await axeViolations(page, { bestPractices: true })).toEqual([])
    await type(page, '5')
    expect(await axeViolations(page, { bestPractices: true })).toEqual([])
  })

  it('a number of another network is marked and announced while it is typed, and no longer once it is deleted', async () => {
    const { page } = await open(['visa', 'amex'])
    await type(page, '3')
    expect([await message(page), await announced(page)]).toEqual(['', ''])
    await page.keyboard.type('6')
    await expect.poll(() => message(page)).toBe(SENTENCE)
    expect(await announced(page)).toBe(SENTENCE)
    expect(await page.locator('#cc-number').getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.press('Backspace')
    await expect.poll(() => message(page)).toBe('')
    await page.keyboard.type('7')
    await page.waitForFunction(() => document.querySelector('.control [data-network=amex]'))
    expect([await message(page), await announced(page)]).toEqual(['', ''])
  })

  it('an accepted card pays, and another is not sent', async () => {
    const { checkout, page } = await open(['mastercard'])
    await fillCard(page)
    await page.locator('.pay').click()
    await expect.poll(() => message(page)).toBe(SENTENCE)
    expect(await page.evaluate(() => document.activeElement!.id)).toBe('cc-number')
    expect(checkout.attempts).toEqual([])
    await type(page, '5555555555554444')
    await page.locator('.pay').click()
    await page.getByText('Thank you').waitFor()
    expect(checkout.attempts).toHaveLength(1)
  })

  it('the choice of a co-badged card decides whether it is accepted', async () => {
    const { page } = await open(['visa'])
    await type(page, '4000002500001001')
    expect(await message(page)).toBe('')
    await page.getByRole('radio', { name: 'Cartes Bancaires' }).check()
    await expect.poll(() => message(page)).toBe(SENTENCE)
    await page.getByRole('radio', { name: 'Visa' }).check()
    await expect.poll(() => message(page)).toBe('')
  })

  it('the marks stand in the panel of the card only', async () => {
    const { page } = await open(['visa'], { methods: ['card', 'bank'] })
    expect(await page.locator('.networks').isVisible()).toBe(true)
    await page.getByRole('tab', { name: 'Bank account' }).click()
    expect(await page.locator('.networks').isVisible()).toBe(false)
  })

  it('a form that accepts all networks loads no script for them', async () => {
    const fixture = await openFixture()
    const scripts: string[] = []
    fixture.page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    const { page } = await openCheckout(fixture)
    expect(await page.locator('sluice-networks, .networks').count()).toBe(0)
    expect(scripts).toHaveLength(1)
  })
})
