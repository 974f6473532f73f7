import { hadWork } from '../domain/sweep.ts'
import type { SweepResult } from '../domain/sweep.ts'
import { redactedStack } from '../http/log.ts'

/** What was worked on: an account and mode with a lane, or a whole shard. */
export interface WorkedOn {
  readonly shard: string
  readonly account?: string
  readonly mode?: string
  readonly lane?: string
}

/** Logs one line if there was work, and one line per failed job. */
export const report = ({ shard, ...on }: WorkedOn, { counts, failures }: SweepResult): void => {
  const done = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  if (hadWork({ counts })) console.log(JSON.stringify({ work: shard, ...on, ...done }))
  for (const { job, reason } of failures) reportFailure({ shard, ...on }, reason, job)
}

/** Logs a failure. @param job null if it happened outside of a job */
export const reportFailure = ({ shard, ...on }: WorkedOn, reason: unknown, job: string | null): void =>
  console.error(JSON.stringify({ work: shard, ...on, job, exception: redactedStack(reason) }))
