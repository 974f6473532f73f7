import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { CARD, CO_BADGED, fillCardForm, openCardForm, showAllErrors } from '../../testing/openCardForm.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'

const openFixture = useWidgetFixture()
const open = async (width = 448): Promise<Page> => openCardForm(await openFixture({ width }))

/** The compared style properties. */
const PROPERTIES = [
  'borderColor',
  'borderTopWidth',
  'borderBottomWidth',
  'outlineStyle',
  'outlineColor',
  'outlineWidth',
  'backgroundColor',
  'color',
  'opacity',
] as const
const style = (page: Page, selector: string, pseudo = '') =>
  page
    .locator(selector)
    .first()
    .evaluate(
      (element, [pseudo, properties]) => {
        const computed = getComputedStyle(element, pseudo)
        return Object.fromEntries(properties.map((property) => [property, computed[property]])) as Record<
          (typeof properties)[number],
          string
        >
      },
      [pseudo, PROPERTIES] as const,
    )

describe('user preferences', () => {
  it('borders, errors, focus and the chosen network are visible in forced colours', async () => {
    const page = await open()
    await page.emulateMedia({ forcedColors: 'active' })
    const canvas = await page.evaluate(() => {
      document.body.style.color = 'Canvas'
      const { color } = getComputedStyle(document.body)
      document.body.style.color = ''
      return color
    })
    for (const variant of ['outlined', 'filled', 'standard']) {
      await page.evaluate((variant) => (document.documentElement.dataset['variant'] = variant), variant)
      const control = await style(page, '.control')
      expect(control.borderBottomWidth).toBe('1px')
      expect(control.borderColor).not.toContain(canvas)
    }
    await page.evaluate(() => (document.documentElement.dataset['variant'] = 'outlined'))
    await showAllErrors(page)
    expect((await style(page, '.message', '::before')).backgroundColor).not.toBe(canvas)
    // Forced colours have no red: the border is thicker.
    expect(await style(page, '.invalid')).toMatchObject({ outlineStyle: 'solid', outlineWidth: '2px' })
    await page.locator('input').first().focus()
    expect((await style(page, '.control')).outlineStyle).toBe('solid')
    expect((await style(page, '.control')).outlineColor).not.toBe(canvas)
    await fillCardForm(page, CO_BADGED)
    const radio = page.locator('input[type=radio]').first()
    const chosen = 'input[type=radio] + *'
    await radio.waitFor()
    expect((await style(page, chosen)).outlineStyle).toBe('none')
    await radio.click()
    expect((await style(page, chosen)).outlineStyle).toBe('solid')
    expect((await style(page, chosen)).outlineColor).not.toBe(canvas)
  })

  it('borders, icons and notes have the text’s contrast with prefers-contrast: more', async () => {
    const page = await open()
    const text = (await style(page, 'label')).color
    expect((await style(page, '.control')).borderColor).not.toBe(text)
    await page.emulateMedia({ contrast: 'more' })
    await expect.poll(async () => (await style(page, '.control')).borderColor).toBe(text)
    for (const quiet of ['.mark', '.optional']) expect((await style(page, quiet)).color).toBe(text)
    expect((await style(page, 'input', '::placeholder')).color).toBe(text)
  })

  it('there are no transitions or animations with prefers-reduced-motion', async () => {
    const page = await open()
    const moving = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('*')].flatMap((element) =>
          ['', '::before', '::after', '::placeholder'].flatMap((pseudo) => {
            const { transitionDuration, animationName, transitionProperty } = getComputedStyle(element, pseudo)
            const still = /^(0s(, )?)+$/.test(transitionDuration) || transitionProperty === 'none'
            return still && animationName === 'none' ? [] : [`${element.localName}${pseudo}`]
          }),
        ),
      )
    await fillCardForm(page, CARD)
    await showAllErrors(page)
    expect(await moving()).toContain('div')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await fillCardForm(page, CO_BADGED)
    expect(await moving()).toEqual([])
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
})
