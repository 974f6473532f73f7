import * as fc from 'fast-check'
import { virtualTime } from '../payments/virtualTime.ts'
import type { Ran, Runs } from '../payments/run.ts'
import { billingInProcess } from './inProcess.ts'
import { beginnings, play } from './play.ts'
import { histories } from './steps.ts'

const mostPieces = 14

/** Plays histories of subscriptions in this process, each on a database of its own. */
export const runInProcess = async ({ count, seed, shrink }: Runs): Promise<Ran> => {
  const onSqlite = billingInProcess('none')
  const time = virtualTime()
  const property = fc.asyncProperty(histories(mostPieces), async (history) => {
    time.begin()
    try {
      await play(history, onSqlite(time, beginnings[history.begins]!))
    } finally {
      time.end()
    }
  })
  const details = await fc.check(property, { numRuns: count, seed, endOnFailure: !shrink })
  return {
    failed: details.failed,
    count: details.numRuns,
    error: details.errorInstance,
    report: details.failed
      ? `${String(details.errorInstance)}\nSLUICE_SEED=${seed}\n${fc.defaultReportMessage(details)}`
      : '',
  }
}
