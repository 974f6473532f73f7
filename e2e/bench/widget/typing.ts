import type { Browser, Frame, Page } from 'playwright-core'
import { percentile } from '../statistics.ts'
import type { Shop } from './benchPage.ts'
import { MOBILE, slowDown } from './throttling.ts'

/** The browser reports no event that was on the screen sooner than this. */
const THRESHOLD_MS = 16

type Seen = { id: number; name: string; duration: number; delay: number; work: number }
type Watched = { seen: Seen[] }

/** Keeps every event of the frame that took 16 ms or more until it was painted. */
const watch = (frame: Frame): Promise<void> =>
  frame.evaluate((durationThreshold) => {
    const seen: Seen[] = []
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        const { interactionId, name, duration, startTime, processingStart, processingEnd } = entry as typeof entry & {
          interactionId: number
        }
        if (interactionId)
          seen.push({
            id: interactionId,
            name,
            duration,
            delay: processingStart - startTime,
            work: processingEnd - processingStart,
          })
      }
    }).observe({ type: 'event', durationThreshold, buffered: false } as PerformanceObserverInit)
  }, THRESHOLD_MS)

/** One after the other as fast fingers do, never two at once. */
const type = async (page: Page, keys: readonly string[]): Promise<number> => {
  for (const key of keys) {
    await page.keyboard.press(key, { delay: 20 })
    await page.waitForTimeout(40)
  }
  return keys.length
}

export type Typing = { keys: number; p50: number; p98: number; worst: Seen | undefined; workP98: number }

/** An interaction takes as long as its slowest event; what is not reported took less than the threshold. */
const summary = (keys: number, seen: readonly Seen[]): Typing => {
  const slowest = new Map<number, Seen>()
  for (const event of seen) if (event.duration > (slowest.get(event.id)?.duration ?? 0)) slowest.set(event.id, event)
  const reported = [...slowest.values()]
  const durations = [
    ...reported.map(({ duration }) => duration),
    ...Array<number>(Math.max(0, keys - reported.length)).fill(THRESHOLD_MS),
  ]
  return {
    keys,
    p50: percentile(durations, 0.5),
    p98: percentile(durations, 0.98),
    worst: reported.toSorted((a, b) => b.duration - a.duration)[0],
    workP98: percentile(
      seen.map(({ work }) => work),
      0.98,
    ),
  }
}

const frameOf = (page: Page): Frame => page.frames().find((frame) => frame.parentFrame() !== null)!

const ROUNDS = 7
const card = [...'4242424242424242', 'Tab', ...'1230', 'Tab', ...'123', 'Tab', ...'Robin Miller']
/** The field is emptied key by key, since that is typing, too; then one turns around and makes room for the next card. */
const correction = [...Array<string>(4).fill('Backspace'), ...'ller']

/**
 * Types cards into the form under a CPU that is four times as slow, in the page and in the frame.
 *
 * @returns how long it takes from a key until the screen shows it, in milliseconds
 */
export const measureTyping = async (
  browser: Browser,
  shop: Shop,
  kind: 'showCard' | 'showBaseline',
): Promise<Typing> => {
  const page = await browser.newPage()
  await slowDown(page, { ...MOBILE, latencyMs: 0, downloadKbps: 1e6, uploadKbps: 1e6 })
  await shop[kind](page)
  const frame = frameOf(page)
  await watch(frame)
  let keys = 0
  for (let round = 0; round < ROUNDS; round++) {
    await frame.locator('input').first().focus()
    keys += await type(page, [...card, ...correction])
    if (kind === 'showCard') await page.evaluate(() => document.querySelector('sluice-card')!.reset())
    else await frame.locator('input').fill('')
  }
  // The last entries come after the paint that they tell of.
  await page.waitForTimeout(500)
  const result = summary(keys, await frame.evaluate(() => (window as never as Watched).seen))
  await page.close()
  return result
}

export type Work = { p50: number; p98: number; heaviest: string }

/**
 * What a key costs the frame's main thread in milliseconds of its own CPU time, handlers, styles, layout and paint
 * together: unlike the time until it is painted, this hardly depends on what else the machine does.
 */
export const measureWork = async (browser: Browser, shop: Shop, kind: 'showCard' | 'showBaseline'): Promise<Work> => {
  const page = await browser.newPage()
  await shop[kind](page)
  const frame = frameOf(page)
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
    await type(page, [key])
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
