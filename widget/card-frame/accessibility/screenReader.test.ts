import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { LAYOUTS } from '#contract/card/framePort'
import { cardLocales } from '../../locales/locales.ts'
import {
  CARD,
  CO_BADGED,
  fillCardForm,
  openCardForm,
  setFormLocale,
  showAllErrors,
} from '../../testing/openCardForm.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'

const openFixture = useWidgetFixture()
const open = async (width = 448): Promise<Page> => openCardForm(await openFixture({ width }))

type AccessibleField = { name: string; description: string; invalid: string; required: boolean }
/** The text fields in the browser's accessibility tree. */
const textFields = async (page: Page): Promise<AccessibleField[]> => {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter(({ ignored, role }) => !ignored && role?.value === 'textbox')
    .map(({ name, description, properties = [] }) => {
      const property = (wanted: string) => properties.find(({ name }) => name === wanted)?.value.value as unknown
      return {
        name: String(name?.value),
        description: String(description?.value ?? ''),
        invalid: String(property('invalid')),
        required: Boolean(property('required')),
      }
    })
}

describe('accessible fields', () => {
  it('each field has its label as accessible name, and its required state', async () => {
    const page = await open()
    for (const locale of ['en', 'de', 'ar']) {
      await setFormLocale(page, locale)
      const { labels, optional } = cardLocales[locale]!
      const fields = await textFields(page)
      expect(fields.map(({ name, required }) => [name.replaceAll(/\s+/g, ' '), required])).toEqual([
        [labels.number, true],
        [labels.expiry, true],
        [labels.code, true],
        [labels.name, true],
        [`${labels.postalCode} ${optional}`, false],
      ])
      expect(new Set(fields.map(({ invalid }) => invalid))).toEqual(new Set(['false']))
    }
  })

  it.each(LAYOUTS)(
    'each field has its own error as description, also in a shared message line (%s)',
    async (layout) => {
      const page = await open()
      await page.evaluate((layout) => void (document.querySelector('sluice-card-form')!.layout = layout), layout)
      await showAllErrors(page)
      const fields = await textFields(page)
      expect(fields.map(({ description, invalid }) => [description, invalid])).toEqual([
        ['Enter the card number', 'true'],
        ['Enter the expiry date', 'true'],
        ['Enter the CVV', 'true'],
        ['Enter the name on the card', 'true'],
        ['', 'false'],
      ])
    },
  )

  it('the focused security code has a description of where it is printed', async () => {
    const page = await open()
    await page.locator('input').nth(2).focus()
    await page.locator('.help:not(:empty)').waitFor()
    expect((await textFields(page))[2]?.description).toBe('CVV: 3 digits on the back of the card')
  })
})

describe('live region', () => {
  const regions = '[aria-live], [role=status], [role=alert], [role=log], [role=timer], [role=marquee], output'

  it('one polite live region announces each change once, without card digits', async () => {
    const page = await open()
    await page.evaluate(() => {
      const announcements: string[] = []
      const status = document.querySelector('[role=status]')!
      new MutationObserver(() => announcements.push(status.textContent)).observe(status, {
        childList: true,
        characterData: true,
        subtree: true,
      })
      Object.assign(window, { announcements })
    })
    const announcements = async () => {
      await page.evaluate(() => document.querySelector('sluice-card-form')!.updateComplete)
      return page.evaluate(() =>
        (window as never as { announcements: string[] }).announcements.splice(0).filter((text) => text),
      )
    }
    const number = page.locator('input').first()
    await number.pressSequentially('4242424242424242')
    expect(await announcements()).toEqual(['Visa'])
    await fillCardForm(page, [...CARD.slice(0, 2), '1', ...CARD.slice(3)])
    expect(await announcements()).toEqual([])

    // The error is in the description of the focused field, and must not be announced again.
    await showAllErrors(page)
    await page.evaluate(() => document.querySelector('sluice-card-form')!.focus())
    expect(await announcements()).toEqual([])
    expect((await textFields(page))[2]).toMatchObject({ description: 'Enter the whole CVV', invalid: 'true' })
    expect(
      await page
        .locator('input')
        .nth(2)
        .evaluate((input) => input === document.activeElement),
    ).toBe(true)

    await fillCardForm(page, CARD)
    await page.evaluate(() => void (document.querySelector('sluice-card-form')!.processing = true))
    expect(await announcements()).toEqual(['Processing'])
    await page.evaluate(() => {
      const form = document.querySelector('sluice-card-form')!
      form.processing = false
      form.showDecline('')
    })
    expect(await announcements()).toEqual(['Card declined. Try another card.'])
    await number.fill('378282246310005')
    expect(await announcements()).toEqual(['American Express'])
    await fillCardForm(page, CO_BADGED)
    expect(await announcements()).toEqual(['This card works with two networks. You can choose one.'])
    expect(await page.locator(regions).count()).toBe(1)
    expect(await page.locator('[aria-live=assertive], [role=alert]').count()).toBe(0)
  })
})
