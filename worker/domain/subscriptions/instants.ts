import type { Instant } from '#contract/schema/instant'
import { refuse } from '#contract/errors/apiError'
import { latestNow } from '#contract/testClock/testClock'
import { dateText } from '../localDay.ts'
import { startOfDay } from './billing/calendar.ts'

/** The moment of a client's date: a date without a time begins in the account's time zone. */
export const resolveInstant = ({ ms, isDate }: Instant, timeZone: string): number =>
  isDate ? startOfDay(dateText(ms), timeZone) : ms

/**
 * Error: out_of_range, for a moment before the first allowed one, or after the last that transaction ids can encode.
 *
 * @param field of the body
 * @param min the first moment as the error shows it
 */
export const checkRange = (ms: number, firstMs: number, field: string, min: string): void => {
  if (ms >= firstMs && ms < latestNow) return
  throw refuse('out_of_range', { field, details: { min, max: new Date(latestNow).toISOString() } })
}
