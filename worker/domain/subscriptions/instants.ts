import type { Instant } from '#contract/schema/instant'
import { apiError } from '#contract/errors/apiError'
import { latestNow } from '#contract/testClock/testClock'
import { dateText } from '../localDay.ts'
import { startOfDay } from './billing/calendar.ts'

/** The time of a date in a request, in milliseconds since 1970. A date without a time means its start in the account's time zone. */
export const resolveInstant = ({ ms, isDate }: Instant, timeZone: string): number =>
  isDate ? startOfDay(dateText(ms), timeZone) : ms

/**
 * Checks that a time is neither before `firstMs` nor after the last time that transaction ids can encode. Error: out_of_range.
 *
 * @param field of the body
 * @param min the first allowed time as text for the error
 */
export const checkRange = (ms: number, firstMs: number, field: string, min: string): void => {
  if (ms >= firstMs && ms < latestNow) return
  throw apiError('out_of_range', { field, details: { min, max: new Date(latestNow).toISOString() } })
}
