import { countRepeats } from './figures.ts'
import { MinuteCron } from './minuteCron.ts'
import { seedAbandoned } from './seed.ts'
import type { BenchAccount, WorkSubject } from './subject.ts'
import { middleRate } from './figures.ts'
import { waitUntilNone } from './waitUntilNone.ts'

const minuteMs = 60_000
const pending = `SELECT count(*) AS left FROM operations WHERE account = ? AND status = 'pending' AND due IS NOT NULL`

export interface ReversalFigures {
  /** Runs of the cron that failed. */
  readonly failedRuns: number
  readonly count: number
  readonly isDone: boolean
  readonly minutes: number
  /** Operations that the processor reversed. */
  readonly reversed: number
  /** Reversals beyond the first of each operation. */
  readonly repeated: number
  readonly mostAtOnce: number
  readonly perSecond: number
}

/** Reverses payments whose requests ended without an outcome, all due at once. */
export const measureReversals = async (
  subject: WorkSubject,
  { account, count, processorMs, log }: ReversalOptions,
): Promise<ReversalFigures> => {
  await subject.setTimes(account, { background: processorMs, customer: 300 })
  log(`Inserting ${count.toLocaleString('en')} abandoned payments …`)
  await seedAbandoned(subject, account, { count, due: Date.now() - minuteMs })
  const cron = new MinuteCron(subject)
  const start = cron.start()
  const patienceMs = 2 * minuteMs + count * processorMs
  const isDone = await waitUntilNone(subject, { patienceMs, what: 'reversals', log }, pending, account.id)
  const failedRuns = await cron.stop()
  const { reversals, mostAtOnce } = await subject.connection(account)
  const ids = reversals.map(([op]) => op)
  const times = reversals.map(([, at]) => at)
  return {
    count,
    isDone,
    minutes: (Math.max(start, ...times.slice(-100)) - start) / minuteMs,
    reversed: new Set(ids).size,
    repeated: countRepeats(ids),
    mostAtOnce,
    failedRuns,
    perSecond: middleRate(times),
  }
}

export interface ReversalOptions {
  readonly account: BenchAccount
  readonly count: number
  readonly processorMs: number
  readonly log: (text: string) => void
}
