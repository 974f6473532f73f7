import type { Instant } from '#contract/instant'
import { refuse } from '#contract/refusal'
import { latestNow } from '#contract/testClock'
import { dateText } from '../localDay.ts'
import { startOfDay } from './calendar.ts'

/** The moment that a client means: of a date alone, when it begins in the account's time zone. */
export const resolveInstant = ({ ms, isDate }: Instant, timeZone: string): number =>
  isDate ? startOfDay(dateText(ms), timeZone) : ms

/**
 * Refuses a moment before the first that may be said, or one for which transactions have no ids any more: out_of_range.
 *
 * @param field of the body
 * @param min what is told of the first moment
 */
export const checkRange = (ms: number, firstMs: number, field: string, min: string): void => {
  if (ms >= firstMs && ms < latestNow) return
  throw refuse('out_of_range', { field, details: { min, max: new Date(latestNow).toISOString() } })
}
