import type { Frame, Page } from 'playwright-core'
import { percentile } from './statistics.ts'

/** The browser reports only events with at least this duration. */
const THRESHOLD_MS = 16

export type PageEvent = { id: number; name: string; duration: number; delay: number; work: number }
export type WindowWithEvents = { events: PageEvent[] }

/** Records every event of the frame that took at least 16 ms until paint. */
export const recordEvents = (frame: Frame): Promise<void> =>
  frame.evaluate((durationThreshold) => {
    const events: PageEvent[] = []
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
export const typeKeys = async (page: Page, keys: readonly string[]): Promise<number> => {
  for (const key of keys) {
    await page.keyboard.press(key, { delay: 20 })
    await page.waitForTimeout(40)
  }
  return keys.length
}

/** Milliseconds from an input to its paint. */
export type Interactions = { keys: number; p50: number; p98: number; worst: PageEvent | undefined; workP98: number }

/** An interaction’s duration is that of its slowest event; unreported ones count as the threshold. */
export const summarizeEvents = (keys: number, events: readonly PageEvent[]): Interactions => {
  const slowest = new Map<number, PageEvent>()
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
