import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { FormConsent } from '#contract/checkouts/form'
import { axeViolations } from '../../testing/axe.ts'
import { fillCard, openCheckout } from '../../testing/checkoutPageFixture.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'

const openFixture = useWidgetFixture()

const TERMS: FormConsent = {
  name: 'terms',
  required: true,
  parts: [
    { text: 'I accept the ', url: null },
    { text: 'terms', url: 'https://shop.test/terms' },
    { text: '.', url: null },
  ],
}
const NEWS: FormConsent = {
  name: 'news',
  required: false,
  parts: [{ text: '<img src=x onerror="document.title=1"> & news', url: null }],
}

const pay = (page: Page) => page.locator('.pay').click()
const focused = (page: Page) => page.evaluate(() => document.activeElement!.id || document.activeElement!.textContent)
const isPaid = (page: Page) => page.getByText('Thank you').waitFor()

describe('consents', () => {
  it('a consent is a box with its text and links, without other markup and without axe violations', async () => {
    const { page } = await openCheckout(await openFixture(), { form: { consents: [TERMS, NEWS] } })
    expect(await page.locator('sluice-check').allInnerTexts()).toEqual([
      'I accept the terms.',
      '<img src=x onerror="document.title=1"> & news',
    ])
    expect(await page.locator('sluice-check img').count()).toBe(0)
    const link = page.getByRole('link', { name: 'terms' })
    expect(await link.evaluate((a: HTMLAnchorElement) => [a.href, a.target, a.rel])).toEqual([
      'https://shop.test/terms',
      '_blank',
      'noopener',
    ])
    await pay(page)
    expect(await axeViolations(page, { bestPractices: true })).toEqual([])
  })

  it('a required consent that is not given is marked, focused and named, and nothing is sent', async () => {
    const checkout = await openCheckout(await openFixture(), { form: { consents: [NEWS, TERMS] } })
    const { page } = checkout
    await fillCard(page)
    await pay(page)
    expect(await focused(page)).toBe('consent-1')
    expect(await page.locator('.lines [role=alert]').textContent()).toContain('I accept the terms.')
    expect(checkout.attempts).toEqual([])
    await page.locator('#consent-1').check()
    await pay(page)
    await isPaid(page)
    expect(checkout.attempts[0]!.answers.consents).toEqual({ news: false, terms: true })
  })

  it('the keyboard reaches the link beside the box, and a focused link stays when the form changes', async () => {
    const checkout = await openCheckout(await openFixture(), { form: { consents: [TERMS] } })
    const { page } = checkout
    await page.locator('#consent-0').focus()
    await page.keyboard.press('Space')
    expect(await page.locator('#consent-0').isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('terms')
    await page.evaluate(() => document.querySelector('sluice-payment-form')!.requestUpdate())
    expect(await focused(page)).toBe('terms')
  })

  it('a long text is cut in the sentence with the names of wrong fields', async () => {
    const long = { ...TERMS, parts: [{ text: 'I agree '.repeat(60).trim(), url: null }] }
    const { page } = await openCheckout(await openFixture(), { form: { consents: [long] } })
    await fillCard(page)
    await pay(page)
    const alert = await page.locator('.lines [role=alert]').textContent()
    expect(alert).toContain('I agree I agree')
    expect(alert).toContain('…')
    expect(alert!.length).toBeLessThan(120)
  })
})
