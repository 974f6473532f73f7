import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { LAYOUTS } from '#contract/card/framePort'
import { openCardForm, setFormLocale, showAllErrors } from '../../testing/openCardForm.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'

const openFixture = useWidgetFixture()
const open = async (width = 448): Promise<Page> => openCardForm(await openFixture({ width }))

/** Elements that overlap, are clipped, or overflow the window. */
const defects = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const page = document.documentElement
    if (page.scrollWidth > page.clientWidth)
      found.push(`the page is ${page.scrollWidth - page.clientWidth} px too wide`)
    const elements = [...document.querySelectorAll<HTMLElement>('label, .control, .message')]
      .filter(
        (element) => getComputedStyle(element).visibility === 'visible' && element.textContent + element.className,
      )
      .filter((element) => !element.matches('.message:empty'))
      .map((element) => ({ element, box: element.getBoundingClientRect(), text: element.textContent.trim() }))
    for (const { element, box, text } of elements) {
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element
      if (text && (scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1)) found.push(`clipped: ${text}`)
      if (box.left < 0 || box.right > page.clientWidth + 0.5) found.push(`outside: ${text || element.className}`)
    }
    for (const [index, a] of elements.entries())
      for (const b of elements.slice(index + 1)) {
        const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
        const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
        // The label of a grouped field is inside of it.
        const isLabelOfField = a.element.matches('label') && a.element.parentElement === b.element.parentElement
        // Fields of one row share their edge.
        if (across > 2 && down > 2 && !isLabelOfField) found.push(`${a.text || 'a field'} over ${b.text || 'a field'}`)
      }
    return found
  })

/** Checks all layouts, with field errors and with a form error. */
const checkLayouts = async (page: Page, locale: string, note: string) => {
  await setFormLocale(page, locale)
  for (const layout of LAYOUTS) {
    await page.evaluate(async (layout) => {
      const form = document.querySelector('sluice-card-form')!
      form.layout = layout
      form.report()
      await form.updateComplete
    }, layout)
    expect(await defects(page), `${note} ${locale} ${layout} errors`).toEqual([])
    await page.evaluate(async () => {
      const form = document.querySelector('sluice-card-form')!
      form.reset()
      form.showFailure('rate_limited', {})
      await form.updateComplete
    })
    expect(await defects(page), `${note} ${locale} ${layout} sentence`).toEqual([])
  }
}

describe('reflow of the card form', () => {
  it('nothing is clipped or covered at 400 % zoom, in a window of 320 px', async () => {
    const page = await open(320)
    for (const locale of ['en', 'de', 'ar']) await checkLayouts(page, locale, '320')
    // A frame in a merchant's column.
    await page.setViewportSize({ width: 264, height: 700 })
    await checkLayouts(page, 'en', '264')
  })

  it('nothing is clipped or covered with text at 200 %', async () => {
    const page = await open(640)
    await page.addStyleTag({ content: ':root{font-size:200%!important}' })
    expect(
      await page
        .locator('label')
        .first()
        .evaluate((label) => getComputedStyle(label).fontSize),
    ).toBe('24px')
    for (const width of [640, 900])
      for (const locale of ['en', 'de', 'ar']) {
        await page.setViewportSize({ width, height: 900 })
        await checkLayouts(page, locale, String(width))
      }
  })

  it('nothing is clipped or covered with the text spacing of WCAG 1.4.12', async () => {
    const page = await open()
    await page.addStyleTag({
      content:
        '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
    })
    for (const width of [320, 388, 448])
      for (const locale of ['en', 'de']) {
        await page.setViewportSize({ width, height: 900 })
        await checkLayouts(page, locale, String(width))
      }
  })

  it('the focus ring is fully visible, above all other elements', async () => {
    const page = await open()
    await showAllErrors(page)
    for (const layout of LAYOUTS) {
      await page.evaluate((layout) => void (document.querySelector('sluice-card-form')!.layout = layout), layout)
      for (let index = 0; index < 5; index++) {
        const input = page.locator('input').nth(index)
        await input.focus()
        const seen = await input.evaluate((input) => {
          const control = input.closest('.control')!
          const { outlineWidth, outlineOffset, zIndex } = getComputedStyle(control)
          const { left, right, top, bottom } = control.getBoundingClientRect()
          const inside = left >= 4 && top + scrollY >= 4 && right <= innerWidth - 4
          const ends = [
            [left + 2, top + 24],
            [right - 2, top + 24],
            [(left + right) / 2, bottom - 2],
          ] as const
          const front = ends.every(([x, y]) => control.contains(document.elementFromPoint(x, y)))
          return { outlineWidth, outlineOffset, inside, front, above: Number(zIndex) > 2 }
        })
        expect(seen, `${layout} ${index}`).toEqual({
          outlineWidth: '2px',
          outlineOffset: '2px',
          inside: true,
          front: true,
          above: true,
        })
      }
    }
  })
})
