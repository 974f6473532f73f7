import type { DueJob } from '../store/sql/dueJobs.ts'
import { deleteRetiredCardKeys } from './accountKeys/deleteRetiredCardKeys.ts'
import { rewrapAccountKeys } from './accountKeys/rewrap.ts'
import { countQuotaUsage } from './accounts/countUsage.ts'
import { closeDueBatches } from './batches/closeDue.ts'
import { applyDueReturns } from './batches/applyDueReturns.ts'
import { expireCheckouts } from './checkouts/expire.ts'
import { completeDueCheckouts } from './checkouts/completion/finishDue.ts'
import { redactExpiredCheckouts } from './checkouts/redactExpired.ts'
import { finishErasures } from './customerData/finishErasures.ts'
import { purgeEvents, purgeIdempotencyKeys, purgeNotifications, purgeUsedCards, purgeWalletMessages } from './purge.ts'
import { clearTokens } from './tokens/clearExpired.ts'
import { billDueSubscriptions } from './subscriptions/billing/billDue.ts'
import { expireAuthorizations } from './transactions/recovery/expireAuthorizations.ts'
import { recoverPendingOperations } from './transactions/recovery/recoverPendingOperations.ts'
import { wakeLaggingEndpoints } from './webhooks/wakeLagging.ts'

/** Numbers of rows by outcome. A number above zero means that there was work, and may be more. */
export type Counts = Readonly<Record<string, number>>

/** A bounded batch of due work. Safe to interrupt and to run concurrently: the next run continues it. */
export type Job<Needs> = (needs: Needs) => Promise<Counts>

/** In the order in which they run. */
export type Jobs<Needs> = Readonly<Partial<Record<DueJob, Job<Needs>>>>

/** Jobs on the clock of each account, in the order in which they run. The log uses their names. */
export const accountClockJobs = {
  // First, so that its releases are reversed in the same sweep.
  expiry: expireAuthorizations,
  unfinished: recoverPendingOperations,
  // Before subscriptions, since a completed checkout may start one.
  checkouts: completeDueCheckouts,
  // After completion, and after pending payments are recovered, which may still pay a checkout.
  expiredCheckouts: expireCheckouts,
  // Before batches, so that charges before the end of a day are in that day's batch.
  subscriptions: billDueSubscriptions,
  batches: closeDueBatches,
  dueReturns: applyDueReturns,
  tokens: clearTokens,
  walletMessages: purgeWalletMessages,
  unpaidCheckouts: redactExpiredCheckouts,
  events: purgeEvents,
} satisfies Jobs<never>

/** The cron's jobs on the clock of each account. Webhooks come last, since they deliver the events of the others. */
export const cronJobs = { ...accountClockJobs, webhooks: wakeLaggingEndpoints } satisfies Jobs<never>

/** The cron's jobs for a whole shard, with those that depend on no account's clock. */
export const shardJobs = {
  ...cronJobs,
  keys: purgeIdempotencyKeys,
  cardKeys: deleteRetiredCardKeys,
  notifications: purgeNotifications,
  usedCards: purgeUsedCards,
  accountKeys: rewrapAccountKeys,
  erasures: finishErasures,
  usage: countQuotaUsage,
} satisfies Record<DueJob, Job<never>>

/** The result of one sweep. */
export interface SweepResult {
  readonly counts: Counts
  /** Failed jobs. A failed job does not stop the others. */
  readonly failures: readonly { readonly job: DueJob | 'findDueJobs'; readonly reason: unknown }[]
}

export interface SweepNeeds {
  /** Reads which of these jobs have due rows, in one round trip. */
  readonly findDueJobs: (candidates: readonly DueJob[]) => Promise<ReadonlySet<DueJob>>
  /** Notes which connections have responded to the jobs. Never fails. No round trip if none was called. */
  readonly noteConnections: () => Promise<void>
}

/** The needs of all jobs of a table together: the intersection of their parameters. */
type NeedsOf<Table> = (
  Table[keyof Table] extends infer Each
    ? Each extends (needs: infer Needs) => unknown
      ? (needs: Needs) => void
      : never
    : never
) extends (needs: infer All) => void
  ? All
  : never

export type AccountClockSweepNeeds = SweepNeeds & NeedsOf<typeof accountClockJobs>

/**
 * Runs the jobs that have due rows, one after the other. A job may create work for later ones, so due jobs are read again after
 * each run. If none is due, that read is the only round trip. If the read fails, the next job runs anyway.
 */
export const sweep = async <Needs extends SweepNeeds>(needs: Needs, jobs: Jobs<Needs>): Promise<SweepResult> => {
  const counts: Record<string, number> = {}
  const failures: SweepResult['failures'][number][] = []
  const names = Object.keys(jobs) as DueJob[]
  let due: ReadonlySet<DueJob> | null = null
  for (const [at, job] of names.entries()) {
    try {
      due ??= await needs.findDueJobs(names.slice(at))
      if (!due.has(job)) continue
    } catch (reason) {
      failures.push({ job: 'findDueJobs', reason })
    }
    due = null
    try {
      Object.assign(counts, await jobs[job]!(needs))
    } catch (reason) {
      failures.push({ job, reason })
    }
  }
  await needs.noteConnections()
  return { counts, failures }
}

/** Whether any job had work. */
export const hadWork = ({ counts }: SweepResult): boolean => Object.values(counts).some((count) => count > 0)
