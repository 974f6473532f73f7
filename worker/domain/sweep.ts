import type { SweepServices } from '../app/compose.ts'
import type { DueJob } from '../store/sql/dueJobs.ts'
import { rewrapAccountKeys } from './accountKeys/rewrap.ts'
import { closeDueBatches } from './batches/closeDue.ts'
import { applyDueReturns } from './batches/foreseen.ts'
import { expireCheckouts } from './checkouts/expire.ts'
import { finishCheckouts } from './checkouts/finishDue.ts'
import { forgetUnpaid } from './checkouts/forget.ts'
import { finishErasures } from './customerData/finishErasures.ts'
import { forgetEvents, forgetKeys, forgetWalletMessages } from './forget.ts'
import { clearTokens } from './tokens/clear.ts'
import { billDueSubscriptions } from './subscriptions/billDue.ts'
import { expireAuthorizations } from './transactions/expire.ts'
import { recoverPendingOperations } from './transactions/recoverPendingOperations.ts'
import { wakeEndpointsBehind } from './webhooks/wakeBehind.ts'

/** How many pieces of work came to what. Above zero means that something was done, and that there may be more of it. */
export type Counts = Readonly<Record<string, number>>

/** One thing that time drives: a bounded batch of it, that may be ended at any point, may run twice at once, and goes on where it stopped. */
export type Job = (services: SweepServices) => Promise<Counts>

/** In the order in which they have their turn. */
export type Jobs = Readonly<Partial<Record<DueJob, Job>>>

/** What time drives on the clock of each account, in the order in which it is done. The names are those in the log. */
export const timedJobs = {
  // First, so that what it gives up is given back in the same sweep.
  expiry: expireAuthorizations,
  unfinished: recoverPendingOperations,
  // Before subscriptions, since it may begin one.
  checkouts: finishCheckouts,
  // After that, and after what may yet be a payment was given up.
  expiredCheckouts: expireCheckouts,
  // Before batches, so that what is charged before the end of a day is in the batch of that day.
  subscriptions: billDueSubscriptions,
  batches: closeDueBatches,
  foreseen: applyDueReturns,
  tokens: clearTokens,
  keys: forgetKeys,
  walletMessages: forgetWalletMessages,
  unpaidCheckouts: forgetUnpaid,
  events: forgetEvents,
} satisfies Jobs

/** What the cron does on the clock of each account: last, it tells of what happened. */
export const cronJobs = { ...timedJobs, webhooks: wakeEndpointsBehind } satisfies Jobs

/** All of that for a whole shard, and what no clock drives. */
export const shardJobs = {
  ...cronJobs,
  accountKeys: rewrapAccountKeys,
  erasures: finishErasures,
} satisfies Record<DueJob, Job>

/** What one sweep did. */
export interface Swept {
  readonly counts: Counts
  /** What kept a job from its end: each had its turn, whatever became of the others. */
  readonly failures: readonly { readonly job: DueJob | 'findDueJobs'; readonly reason: unknown }[]
}

/**
 * Gives each job its turn that has something to do, one after the other. What a job took up and could not end comes back to a later sweep.
 * After each it is asked anew what is due, since a job may make work for those that follow. Where nothing is due, that question is all there
 * is; where it cannot be answered, the job has its turn all the same.
 */
export const sweep = async (services: SweepServices, jobs: Jobs = timedJobs): Promise<Swept> => {
  const counts: Record<string, number> = {}
  const failures: Swept['failures'][number][] = []
  const names = Object.keys(jobs) as DueJob[]
  let due: ReadonlySet<DueJob> | null = null
  for (const [at, job] of names.entries()) {
    try {
      due ??= await services.findDueJobs(names.slice(at))
      if (!due.has(job)) continue
    } catch (reason) {
      failures.push({ job: 'findDueJobs', reason })
    }
    due = null
    try {
      Object.assign(counts, await jobs[job]!(services))
    } catch (reason) {
      failures.push({ job, reason })
    }
  }
  return { counts, failures }
}

/** Whether a sweep found anything to do. */
export const didSomething = ({ counts }: Swept): boolean => Object.values(counts).some((count) => count > 0)
