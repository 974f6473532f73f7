import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkSubject } from './subject.ts'

/** Between two looks at what is left. */
const pollMs = 1_000
/** Between two lines about it. */
const loggedEveryMs = 60_000

export interface Patience {
  readonly patienceMs: number
  /** Name of the rows in the progress. */
  readonly what: string
  readonly log: (text: string) => void
}

/** Waits until a statement counts no rows (`left`). @returns whether that was before the end of the patience */
export const waitUntilNone = async (
  subject: WorkSubject,
  { patienceMs, what, log }: Patience,
  sql: string,
  ...values: (string | number)[]
): Promise<boolean> => {
  const began = Date.now()
  let logged = began
  for (; Date.now() < began + patienceMs; await sleep(pollMs)) {
    const [row] = await subject.sql<{ left: number }>(sql, ...values)
    if (row!.left === 0) return true
    if (Date.now() - logged < loggedEveryMs) continue
    logged = Date.now()
    log(`After ${Math.round((logged - began) / 60_000)} min: ${row!.left.toLocaleString('en')} ${what} are left.`)
  }
  return false
}
