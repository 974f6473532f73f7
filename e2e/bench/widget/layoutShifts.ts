import type { Browser, Page } from 'playwright-core'
import { LAYOUTS } from '#contract/card/framePort'
import { readLayoutShifts, recordLayoutShifts } from '../../support/layoutShifts.ts'
import type { BenchPage } from './benchPage.ts'

const WIDTHS = [800, 440, 390, 320, 280]

/** Typed texts and method calls that follow. */
const SCENES = [
  { texts: ['4242424242424241', '13', '1', ''], calls: ['reportValidity', 'reset'] },
  { texts: ['378282246310005', '1230', '1234', 'Robin Miller'], calls: ['reportValidity', 'declined'] },
] as const

/** Enters an invalid card with errors in every field, then a valid one that is declined. */
const fillIn = async (page: Page): Promise<void> => {
  for (const { texts, calls } of SCENES) {
    await page.frameLocator('sluice-card > iframe').locator('input').first().focus()
    for (const text of texts) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    for (const method of calls) {
      await page.evaluate((method) => void document.querySelector('sluice-card')![method](), method)
      await page.waitForTimeout(100)
    }
  }
}

export type Shifts = { looks: number; total: number; moved: string[] }

/** Everything that moves from the first paint on, while the form loads, is typed into and shows its errors. */
export const measureShifts = async (browser: Browser, benchPage: BenchPage): Promise<Shifts> => {
  const result: Shifts = { looks: 0, total: 0, moved: [] }
  for (const layout of LAYOUTS)
    for (const width of WIDTHS) {
      const page = await browser.newPage({ viewport: { width: width + 16, height: 900 } })
      await recordLayoutShifts(page)
      await benchPage.showCard(page, { layout, width })
      await fillIn(page)
      const shifts = await readLayoutShifts(page)
      result.looks++
      result.total += shifts.reduce((sum, { value }) => sum + value, 0)
      result.moved.push(
        ...shifts.map(({ value, moved }) => `${layout} ${width} px: ${value.toFixed(4)} ${moved.join(', ')}`),
      )
      await page.close()
    }
  return result
}
