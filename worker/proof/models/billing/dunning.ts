import { holds } from '../kernel/model.ts'
import type { Known } from './model.ts'
import type { Attempt, Snapshot } from './snapshot.ts'
import { dateAfter, dateAt } from './calendar.ts'

/** Days after its first try on which a declined bill is tried again, as accounts have them by default. */
const retryDays = [1, 3, 5, 7]
/** So many failures of the processor in a row are no decline yet. */
const patience = 8
const pauseMs = 5 * 60_000

/** What an answer says of a card: nothing, where the processor failed or nobody knows. */
const kinds: Readonly<Record<string, 'approved' | 'soft' | 'hard' | 'failure'>> = {
  '00': 'approved',
  '51': 'soft',
  '05': 'soft',
  '41': 'hard',
  '92': 'failure',
  '68': 'failure',
}

const kindOf = ({ code }: Attempt) => kinds[code ?? '68'] ?? 'unheard of'

/**
 * A bill's tries come on the days that the account says, and end when they are used up. A new card is tried once beside them, and changes
 * nothing of the others.
 */
export const checkDunning = (known: Known, now: Snapshot, zone: string, nowMs: number, detail: () => string): void => {
  for (const period of now.bills.keys()) checkBill(known, now, period, zone, nowMs, detail)
}

const charged: ReadonlySet<string> = new Set(['active', 'past_due', 'unpaid'])

const checkBill = (
  known: Known,
  { row, bills, attempts }: Snapshot,
  period: number,
  zone: string,
  now: number,
  detail: () => string,
): void => {
  const first = attempts.findIndex((attempt) => attempt.period === period)
  const own = attempts.filter((attempt) => attempt.period === period)
  if (known.cards.some(({ after, isSure }) => !isSure && after > first)) return
  const extra = new Set(known.cards.map(({ after }) => after - first).filter((number) => number > 0))
  const next = nextOf(own, extra, zone)
  if (next === null) return
  const fits = (condition: boolean, what: string) =>
    holds(condition, 'tries come on the right days', () => `${what} ${JSON.stringify(next)} ${detail()}`)
  fits(!next.early, 'too early')
  const last = own.at(-1)!
  // Until the outcome is written down, what follows from it is not yet due; and a card or a pause may have come since.
  const isOver = last.status !== 'pending' && bills.get(period)!.asking === 0 && row.newMethod === 0
  if (period !== row.period || !isOver || !charged.has(row.status)) return
  if (next.failures > 0) {
    // No fault of the customer's: it is tried again soon, and nothing is said of it.
    fits(row.due! <= now + pauseMs * 2 ** (next.failures - 1), 'too late')
    fits((row.status === 'active') === (next.declines === 0 && !next.gone), 'a decline')
  } else if (next.date === null) fits(row.status === 'unpaid' && row.due === null, 'used up')
  else {
    const due = dateAt(zone, row.due!)
    const inTime = due === next.date && row.due! > last.at
    // Whoever comes too late keeps a day between tries.
    const late = next.date <= dateAt(zone, now) && due > dateAt(zone, last.at) && due <= dateAfter(zone, now, 1)
    fits(row.status === 'past_due' && (inTime || late), due)
  }
}

/**
 * What follows from the tries of a bill; null where failures of the processor went on for so long that they count as a decline.
 *
 * @param extra the numbers of those that were made for a new card
 */
const nextOf = (own: readonly Attempt[], extra: ReadonlySet<number>, zone: string) => {
  let [declines, failures, early, gone, beside] = [0, 0, false, false, false]
  let date: string | null = null
  for (const [number, attempt] of own.entries()) {
    const again = failures > 0
    // A failure is tried again for the same reason.
    beside = extra.has(number) || (again && beside)
    if (again && !extra.has(number) && attempt.at < own[number - 1]!.at + pauseMs) early = true
    if (!beside && !again && (gone || (date !== null && dateAt(zone, attempt.at) < date))) early = true
    const kind = kindOf(attempt)
    failures = kind === 'failure' ? failures + 1 : 0
    if (failures > patience) return null
    if (kind === 'hard') gone = true
    if (kind !== 'soft' || beside) continue
    const days = retryDays[declines++]
    date = days === undefined ? null : dateAfter(zone, own[0]!.at, days)
    gone = days === undefined
  }
  return { date: gone ? null : date, gone, early, failures, declines }
}
