import type { Page } from 'playwright-core'
import { MOBILE, throttle } from '../throttling.ts'

const giveUpMs = 15_000

/** Milliseconds from the navigation. `firstRowMs` is null for a screen without a table. */
export type SlowVisit = { largestPaintMs: number; firstRowMs: number | null }

/**
 * Opens a screen on a network and a CPU that are really slowed down. Lighthouse computes its times from a fast visit instead, and counts
 * every script that arrived before the largest paint as if the paint needed it.
 */
export const measureSlowVisit = async (page: Page, address: string, cpu: number): Promise<SlowVisit> => {
  await throttle(page, { ...MOBILE, cpu })
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main .rows tbody tr')) return
      observer.disconnect()
      requestAnimationFrame(() => performance.mark('first row'))
    }).observe(document, { childList: true, subtree: true })
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) Object.assign(window, { largestPaintMs: startTime })
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await page.goto(address, { waitUntil: 'networkidle', timeout: giveUpMs })
  return page.evaluate(() => ({
    largestPaintMs: (window as never as SlowVisit).largestPaintMs,
    firstRowMs: performance.getEntriesByName('first row')[0]?.startTime ?? null,
  }))
}
