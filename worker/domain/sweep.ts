import type { AccountJob, DueJob, ShardJob } from '../store/sql/dueJobs.ts'
import type { Lane } from '../store/work/nextDue.ts'
import { deleteRetiredCardKeys } from './accountKeys/deleteRetiredCardKeys.ts'
import { rewrapAccountKeys } from './accountKeys/rewrap.ts'
import { countQuotaUsage } from './accounts/countUsage.ts'
import { closeDueBatches } from './batches/closeDue.ts'
import { applyDueReturns } from './batches/applyDueReturns.ts'
import { expireCheckouts } from './checkouts/expire.ts'
import { completeDueCheckouts } from './checkouts/completion/finishDue.ts'
import { redactExpiredCheckouts } from './checkouts/redactExpired.ts'
import { rollUpFigures } from './figures/rollUp.ts'
import { finishErasures } from './customerData/finishErasures.ts'
import { purgeEvents, purgeIdempotencyKeys, purgeNotifications, purgeUsedCards, purgeWalletMessages } from './purge.ts'
import { readSettlementReports } from './settlementReports/readDue.ts'
import { clearTokens, clearTokensOfShard } from './tokens/clearExpired.ts'
import { billDueSubscriptions } from './subscriptions/billing/billDue.ts'
import { expireAuthorizations } from './transactions/recovery/expireAuthorizations.ts'
import { recoverFollowUps, recoverReversals } from './transactions/recovery/recoverPendingOperations.ts'
import { scanOpenHolds, scanPendingOperations } from './transactions/recovery/scans.ts'
import { wakeLaggingEndpoints } from './webhooks/wakeLagging.ts'

/** Numbers of rows by outcome. A number above zero means that there was work, and may be more. */
export type Counts = Readonly<Record<string, number>>

/** A bounded part of due work. Safe to interrupt and to run concurrently: the next run continues it. */
export type Job<Needs> = (needs: Needs) => Promise<Counts>

/** In the order in which they run. */
export type Jobs<Name extends string, Needs> = Readonly<Partial<Record<Name, Job<Needs>>>>

/** The jobs of one account and mode, in the order in which a test clock runs them at one moment. The log uses their names. */
export const accountJobs = {
  // First, so that its releases are reversed at the same moment.
  expiry: expireAuthorizations,
  reversals: recoverReversals,
  followUps: recoverFollowUps,
  // Before subscriptions, since a completed checkout may start one.
  checkouts: completeDueCheckouts,
  // After completion, and after pending payments are recovered, which may still pay a checkout.
  expiredCheckouts: expireCheckouts,
  // Before batches, so that charges before the end of a day are in that day's batch.
  subscriptions: billDueSubscriptions,
  // Before batches, which settle what the reports show.
  settlementReports: readSettlementReports,
  batches: closeDueBatches,
  dueReturns: applyDueReturns,
  tokens: clearTokens,
  walletMessages: purgeWalletMessages,
  unpaidCheckouts: redactExpiredCheckouts,
  events: purgeEvents,
} satisfies Record<AccountJob, Job<never>>

/** The jobs of each lane. */
export const jobsOfLane: Readonly<Record<Lane, readonly AccountJob[]>> = {
  reversals: ['reversals'],
  followUps: ['followUps'],
  bills: ['subscriptions'],
  checkouts: ['checkouts', 'expiredCheckouts'],
  expiries: ['expiry'],
  settlement: ['settlementReports', 'batches', 'dueReturns'],
  purges: ['tokens', 'walletMessages', 'unpaidCheckouts', 'events'],
}

/** The jobs of a whole shard that find work of accounts, by real time. */
export const scanJobs = { operationScan: scanPendingOperations, holdScan: scanOpenHolds } satisfies Jobs<
  ShardJob,
  never
>

/** The other jobs of a whole shard. */
export const shardJobs = {
  figures: rollUpFigures,
  oldTokens: clearTokensOfShard,
  keys: purgeIdempotencyKeys,
  cardKeys: deleteRetiredCardKeys,
  notifications: purgeNotifications,
  usedCards: purgeUsedCards,
  accountKeys: rewrapAccountKeys,
  erasures: finishErasures,
  usage: countQuotaUsage,
  webhooks: wakeLaggingEndpoints,
} satisfies Record<Exclude<ShardJob, keyof typeof scanJobs>, Job<never>>

/** The result of a run of jobs. */
export interface SweepResult {
  readonly counts: Counts
  /** Failed jobs. A failed job does not stop the others. */
  readonly failures: readonly { readonly job: DueJob | 'findDueJobs'; readonly reason: unknown }[]
}

export interface SweepNeeds<Name extends string> {
  /** Reads which of these jobs have due rows, in one round trip. */
  readonly findDueJobs: (candidates: readonly Name[]) => Promise<ReadonlySet<Name>>
  /** Notes which connections have responded to the jobs. Never fails. No round trip if none was called. */
  readonly noteConnections?: () => Promise<void>
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

export type AccountSweepNeeds = SweepNeeds<AccountJob> & NeedsOf<typeof accountJobs>

/**
 * Runs the jobs that have due rows, one after the other. A job may create work for later ones, so due jobs are read again after
 * each run. If none is due, that read is the only round trip. If the read fails, the next job runs anyway.
 */
export const sweep = async <Name extends DueJob, Needs extends SweepNeeds<Name>>(
  needs: Needs,
  jobs: Jobs<Name, Needs>,
): Promise<SweepResult> => {
  const counts: Record<string, number> = {}
  const failures: SweepResult['failures'][number][] = []
  const names = Object.keys(jobs) as Name[]
  let due: ReadonlySet<Name> | null = null
  for (const [at, job] of names.entries()) {
    try {
      due ??= await needs.findDueJobs(names.slice(at))
      if (!due.has(job)) continue
    } catch (reason) {
      failures.push({ job: 'findDueJobs', reason })
    }
    due = null
    try {
      for (const [name, count] of Object.entries(await jobs[job]!(needs))) counts[name] = (counts[name] ?? 0) + count
    } catch (reason) {
      failures.push({ job, reason })
    }
  }
  await needs.noteConnections?.()
  return { counts, failures }
}

/** Whether any job had work. */
export const hadWork = ({ counts }: Pick<SweepResult, 'counts'>): boolean =>
  Object.values(counts).some((count) => count > 0)
