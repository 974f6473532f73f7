import type { Browser, Frame, Page } from 'playwright-core'
import { recordEvents, summarizeEvents, typeKeys, type Interactions, type WindowWithEvents } from '../interactions.ts'
import { percentile } from '../statistics.ts'
import type { BenchPage } from './benchPage.ts'
import { MOBILE, throttle } from '../throttling.ts'

const childFrame = (page: Page): Frame => page.frames().find((frame) => frame.parentFrame() !== null)!

const ROUNDS = 7
const card = [...'4242424242424242', 'Tab', ...'1230', 'Tab', ...'123', 'Tab', ...'Robin Miller']
/** Corrects the name key by key. */
const correction = [...Array<string>(4).fill('Backspace'), ...'ller']

/**
 * Types cards into the form with a fourfold CPU slowdown in page and frame.
 *
 * @returns milliseconds from key press to paint
 */
export const measureTyping = async (
  browser: Browser,
  benchPage: BenchPage,
  kind: 'showCard' | 'showBaseline',
): Promise<Interactions> => {
  const page = await browser.newPage()
  await throttle(page, { ...MOBILE, latencyMs: 0, downloadKbps: 1e6, uploadKbps: 1e6 })
  await benchPage[kind](page)
  const frame = childFrame(page)
  await recordEvents(frame)
  let keys = 0
  for (let round = 0; round < ROUNDS; round++) {
    await frame.locator('input').first().focus()
    keys += await typeKeys(page, [...card, ...correction])
    if (kind === 'showCard') await page.evaluate(() => document.querySelector('sluice-card')!.reset())
    else await frame.locator('input').fill('')
  }
  // Entries are reported after their paint.
  await page.waitForTimeout(500)
  const result = summarizeEvents(keys, await frame.evaluate(() => (window as never as WindowWithEvents).events))
  await page.close()
  return result
}

export type Work = { p50: number; p98: number; heaviest: string }

/**
 * CPU time of the frame's main thread per key in milliseconds: handlers, styles, layout and paint. Other load on the machine affects it
 * little.
 */
export const measureWork = async (
  browser: Browser,
  benchPage: BenchPage,
  kind: 'showCard' | 'showBaseline',
): Promise<Work> => {
  const page = await browser.newPage()
  await benchPage[kind](page)
  const frame = childFrame(page)
  const session = await page.context().newCDPSession(frame)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spentMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  await frame.locator('input').first().focus()
  const costs: { key: string; cost: number }[] = []
  for (const key of [...card, ...correction]) {
    const before = await spentMs()
    await typeKeys(page, [key])
    costs.push({ key, cost: (await spentMs()) - before })
  }
  await page.close()
  const heaviest = costs.toSorted((a, b) => b.cost - a.cost).slice(0, 3)
  const values = costs.map(({ cost }) => cost)
  return {
    p50: percentile(values, 0.5),
    p98: percentile(values, 0.98),
    heaviest: heaviest.map(({ key, cost }) => `${key} ${cost.toFixed(1)} ms`).join(', '),
  }
}
