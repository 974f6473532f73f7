import { assertInvariant } from '../kernel/invariant.ts'
import type { ExpectedSubscription } from './model.ts'
import type { Attempt, Snapshot } from './snapshot.ts'
import { dateAfter, dateAt } from './calendar.ts'

/** Days after the first attempt on which a declined bill is retried: the default of accounts. */
const retryDays = [1, 3, 5, 7]
/** This many consecutive failures of the processor do not count as a decline. */
const maxProcessorFailures = 8
const firstRetryMs = 5 * 60_000

/** The outcome by response code. A failure of the processor or an unknown outcome is not a decline. */
const outcomeOfCode: Readonly<Record<string, 'approved' | 'soft' | 'hard' | 'failure'>> = {
  '00': 'approved',
  '51': 'soft',
  '05': 'soft',
  '41': 'hard',
  '92': 'failure',
  '68': 'failure',
}

const outcomeOf = ({ code }: Attempt) => outcomeOfCode[code ?? '68'] ?? 'unexpected'

/**
 * A declined bill is retried on the days that the account sets. A new card gets one additional attempt, which does not change the schedule.
 */
export const checkDunning = (
  expected: ExpectedSubscription,
  now: Snapshot,
  zone: string,
  nowMs: number,
  detail: () => string,
): void => {
  for (const period of now.bills.keys()) checkBill(expected, now, period, zone, nowMs, detail)
}

const chargedStatuses: ReadonlySet<string> = new Set(['active', 'past_due', 'unpaid'])

const checkBill = (
  expected: ExpectedSubscription,
  { row, bills, attempts }: Snapshot,
  period: number,
  zone: string,
  now: number,
  detail: () => string,
): void => {
  const first = attempts.findIndex((attempt) => attempt.period === period)
  const own = attempts.filter((attempt) => attempt.period === period)
  if (expected.newCards.some(({ after, isSure }) => !isSure && after > first)) return
  const extra = new Set(expected.newCards.map(({ after }) => after - first).filter((number) => number > 0))
  const next = scheduleAfter(own, extra, zone)
  if (next === null) return
  const check = (condition: boolean, problem: string) =>
    assertInvariant(condition, 'retries run on schedule', () => `${problem} ${JSON.stringify(next)} ${detail()}`)
  check(!next.isEarly, 'too early')
  const last = own.at(-1)!
  // The schedule is stored with the outcome, and a new card or a pause may have changed it since.
  const isScheduled = last.status !== 'pending' && bills.get(period)!.asking === 0 && row.newMethod === 0
  if (period !== row.period || !isScheduled || !chargedStatuses.has(row.status)) return
  if (next.failures > 0) {
    // A failure of the processor is retried soon and does not change the status.
    check(row.due! <= now + firstRetryMs * 2 ** (next.failures - 1), 'too late')
    check((row.status === 'active') === (next.declines === 0 && !next.isExhausted), 'counted as a decline')
  } else if (next.date === null) check(row.status === 'unpaid' && row.due === null, 'not unpaid after the last retry')
  else {
    const due = dateAt(zone, row.due!)
    const inTime = due === next.date && row.due! > last.at
    // After a delayed sweep, retries are at least a day apart.
    const late = next.date <= dateAt(zone, now) && due > dateAt(zone, last.at) && due <= dateAfter(zone, now, 1)
    check(row.status === 'past_due' && (inTime || late), due)
  }
}

/**
 * The schedule after the attempts of a bill; null after so many failures of the processor that they count as a decline.
 *
 * @param extra indexes of attempts that were made for a new card
 */
const scheduleAfter = (attempts: readonly Attempt[], extra: ReadonlySet<number>, zone: string) => {
  let [declines, failures, isEarly, isExhausted, isExtra] = [0, 0, false, false, false]
  let date: string | null = null
  for (const [number, attempt] of attempts.entries()) {
    const isRetryOfFailure = failures > 0
    // The retry of a failed extra attempt is also extra.
    isExtra = extra.has(number) || (isRetryOfFailure && isExtra)
    if (isRetryOfFailure && !extra.has(number) && attempt.at < attempts[number - 1]!.at + firstRetryMs) isEarly = true
    if (!isExtra && !isRetryOfFailure && (isExhausted || (date !== null && dateAt(zone, attempt.at) < date)))
      isEarly = true
    const outcome = outcomeOf(attempt)
    failures = outcome === 'failure' ? failures + 1 : 0
    if (failures > maxProcessorFailures) return null
    if (outcome === 'hard') isExhausted = true
    if (outcome !== 'soft' || isExtra) continue
    const days = retryDays[declines++]
    date = days === undefined ? null : dateAfter(zone, attempts[0]!.at, days)
    isExhausted = days === undefined
  }
  return { date: isExhausted ? null : date, isExhausted, isEarly, failures, declines }
}
