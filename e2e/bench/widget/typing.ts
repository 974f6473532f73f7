import type { Browser, Frame, Page } from 'playwright-core'
import { percentile } from '../statistics.ts'
import type { BenchPage } from './benchPage.ts'
import { MOBILE, throttle } from '../throttling.ts'

/** The browser reports only events with at least this duration. */
const THRESHOLD_MS = 16

type KeyEvent = { id: number; name: string; duration: number; delay: number; work: number }
type WindowWithEvents = { events: KeyEvent[] }

/** Records every event of the frame that took at least 16 ms until paint. */
const recordKeyEvents = (frame: Frame): Promise<void> =>
  frame.evaluate((durationThreshold) => {
    const events: KeyEvent[] = []
    Object.assign(window, { events })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        const { interactionId, name, duration, startTime, processingStart, processingEnd } = entry as typeof entry & {
          interactionId: number
        }
        if (interactionId)
          events.push({
            id: interactionId,
            name,
            duration,
            delay: processingStart - startTime,
            work: processingEnd - processingStart,
          })
      }
    }).observe({ type: 'event', durationThreshold, buffered: false } as PerformanceObserverInit)
  }, THRESHOLD_MS)

/** Presses keys one at a time, at a fast typist’s speed. */
const type = async (page: Page, keys: readonly string[]): Promise<number> => {
  for (const key of keys) {
    await page.keyboard.press(key, { delay: 20 })
    await page.waitForTimeout(40)
  }
  return keys.length
}

export type Typing = { keys: number; p50: number; p98: number; worst: KeyEvent | undefined; workP98: number }

/** An interaction’s duration is that of its slowest event; unreported ones count as the threshold. */
const summarize = (keys: number, events: readonly KeyEvent[]): Typing => {
  const slowest = new Map<number, KeyEvent>()
  for (const event of events) if (event.duration > (slowest.get(event.id)?.duration ?? 0)) slowest.set(event.id, event)
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
      events.map(({ work }) => work),
      0.98,
    ),
  }
}

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
): Promise<Typing> => {
  const page = await browser.newPage()
  await throttle(page, { ...MOBILE, latencyMs: 0, downloadKbps: 1e6, uploadKbps: 1e6 })
  await benchPage[kind](page)
  const frame = childFrame(page)
  await recordKeyEvents(frame)
  let keys = 0
  for (let round = 0; round < ROUNDS; round++) {
    await frame.locator('input').first().focus()
    keys += await type(page, [...card, ...correction])
    if (kind === 'showCard') await page.evaluate(() => document.querySelector('sluice-card')!.reset())
    else await frame.locator('input').fill('')
  }
  // Entries are reported after their paint.
  await page.waitForTimeout(500)
  const result = summarize(keys, await frame.evaluate(() => (window as never as WindowWithEvents).events))
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
