import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { LAYOUTS } from '#contract/card/framePort'
import { CO_BADGED, fillCardForm, openCardForm, setFormLocale } from '../../testing/openCardForm.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'

const openFixture = useWidgetFixture()
const open = async (width = 448): Promise<Page> => openCardForm(await openFixture({ width }))

/** Name of the focused field. */
const focusedField = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    const kind = activeElement?.closest('sluice-field')?.kind.name ?? ''
    return activeElement instanceof HTMLInputElement && activeElement.type === 'radio' ? 'choice' : kind
  })

describe('tab order', () => {
  it('the tab order is that of the fields, with the network choice after the number, in both directions', async () => {
    const page = await open()
    await fillCardForm(page, CO_BADGED)
    await page.locator('input[type=radio]').first().waitFor()
    const stops = ['number', 'choice', 'expiry', 'code', 'name', 'postalCode']
    const walk = async (key: string, count: number) => {
      const seen: string[] = []
      for (let presses = 0; presses < count; presses++) {
        await page.keyboard.press(key)
        seen.push(await focusedField(page))
      }
      return seen
    }
    expect(await walk('Tab', 6)).toEqual(stops)
    expect(await walk('Shift+Tab', 5)).toEqual(stops.toReversed().slice(1))
  })

  it.each(['en', 'ar'])('the reading order of fields is their visual order (%s)', async (locale) => {
    const page = await open()
    await setFormLocale(page, locale)
    for (const layout of LAYOUTS)
      for (const width of [328, 388, 448]) {
        await page.setViewportSize({ width, height: 700 })
        const order = await page.evaluate(async (layout) => {
          const form = document.querySelector('sluice-card-form')!
          form.layout = layout
          await form.updateComplete
          const forward = document.documentElement.dir === 'rtl' ? -1 : 1
          return [...form.querySelectorAll('label')].map((label) => {
            const { top, left } = label.getBoundingClientRect()
            return [top, left * forward]
          })
        }, layout)
        expect(
          order.toSorted(([a, b], [c, d]) => a! - c! || b! - d!),
          `${layout} ${width}`,
        ).toEqual(order)
      }
  })

  it('a full field keeps the focus', async () => {
    const page = await open()
    for (const [index, text] of ['4242424242424242', '1244', '1234'].entries()) {
      const input = page.locator('input[type=text]').nth(index)
      await input.click()
      await page.keyboard.type(text)
      await expect.poll(() => input.evaluate((input) => input === document.activeElement)).toBe(true)
    }
  })
})

describe('target size', () => {
  it('targets of the card form are at least 44 px, including radio buttons', async () => {
    const page = await open()
    await fillCardForm(page, CO_BADGED)
    await page.locator('input[type=radio]').first().waitFor()
    for (const layout of LAYOUTS)
      for (const width of [288, 388, 448]) {
        await page.setViewportSize({ width, height: 700 })
        const small = await page.evaluate(async (layout) => {
          const form = document.querySelector('sluice-card-form')!
          form.layout = layout
          await form.updateComplete
          return [...form.querySelectorAll('input')]
            .map((input) => ({ name: input.name, box: input.getBoundingClientRect() }))
            .filter(({ box }) => box.width < 44 || box.height < 44)
        }, layout)
        expect(small, `${layout} ${width}`).toEqual([])
      }
  })
})
