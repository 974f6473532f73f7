import { MinuteCron } from './minuteCron.ts'
import { purgedRows, seedOldPayments } from './seed.ts'
import type { BenchAccount, WorkSubject } from './subject.ts'
import { waitUntilNone } from './waitUntilNone.ts'

const minuteMs = 60_000

export interface PurgeFigures {
  /** Runs of the cron that failed. */
  readonly failedRuns: number
  readonly payments: number
  readonly isDone: boolean
  readonly seconds: number
  /** Payments per second that the cron keeps up with: a run purges for a part of its minute, so that a begun minute counts as a whole one. */
  readonly perSecond: number
}

/** The newest event of an account loses its content and stays. */
const left = `SELECT max(0, (SELECT count(*) FROM events WHERE account = ?1) - 1) + (SELECT count(*) FROM tokens WHERE account = ?1)
                + (SELECT count(*) FROM idempotency WHERE account = ?1) AS left`

/** Deletes the rows of payments that are past their retention. */
export const measurePurges = async (
  subject: WorkSubject,
  { account, payments, log }: PurgeOptions,
): Promise<PurgeFigures> => {
  const rows = Object.values(purgedRows).reduce((sum, count) => sum + count, 0) * payments
  log(`Inserting ${rows.toLocaleString('en')} rows of ${payments.toLocaleString('en')} old payments …`)
  await seedOldPayments(subject, account, payments)
  const cron = new MinuteCron(subject)
  const start = cron.start()
  const patienceMs = 2 * minuteMs + (payments / 25) * 1000
  const isDone = await waitUntilNone(subject, { patienceMs, what: 'rows', log }, left, account.id)
  const ms = Date.now() - start
  const failedRuns = await cron.stop()
  return {
    payments,
    isDone,
    seconds: ms / 1000,
    failedRuns,
    perSecond: isDone ? payments / (Math.ceil(ms / minuteMs) * 60) : 0,
  }
}

export interface PurgeOptions {
  readonly account: BenchAccount
  readonly payments: number
  readonly log: (text: string) => void
}
