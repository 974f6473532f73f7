import type { Page } from 'playwright-core'
import { MOBILE, throttle } from '../throttling.ts'

const giveUpMs = 15_000

/**
 * Opens a list on a slow network and a quarter of the CPU.
 *
 * @returns milliseconds from the navigation to the frame with the first row of a table; null for a screen without one
 */
export const measureFirstRow = async (page: Page, address: string): Promise<number | null> => {
  await throttle(page, MOBILE)
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main .rows tbody tr')) return
      observer.disconnect()
      requestAnimationFrame(() => performance.mark('first row'))
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(address, { waitUntil: 'networkidle', timeout: giveUpMs })
  return page.evaluate(() => performance.getEntriesByName('first row')[0]?.startTime ?? null)
}
