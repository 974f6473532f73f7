import type { DisputeCategory } from '#contract/disputes/disputeReasons'
import { pendingStages, withdrawingStages } from '#contract/disputes/disputeStages'
import type { DisputeStage } from '#contract/disputes/disputeStages'
import type { DisputeReport, DisputeRow } from '../../store/disputes/disputeColumns.ts'
import type { DisputedOperation } from '../../store/disputes/disputes.ts'
import type { DisputeStore } from '../../store/disputes/disputeStore.ts'
import type { DisputeChange } from '../../store/disputes/disputeWrites.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { addReport, foldReports } from './foldReports.ts'

/** What a processor reports about a case. */
export interface DisputeUpdate {
  readonly connection: string
  /** The id of the case at the processor: the same in all reports about it. */
  readonly caseId: string
  /** The disputed capture, or any other operation of its payment. */
  readonly operation: number
  readonly stage: DisputeStage
  /** When the stage began, or when it was reported, by the processor's clock. Milliseconds since 1970. */
  readonly at: number
  /** In minor units of the payment's currency. Absent for all of the operation, or as reported before. */
  readonly amount?: number | null
  /** The network's reason code, and the category for codes that the gateway's table lacks. Absent: as reported before. */
  readonly reason?: { readonly code: string | null; readonly category?: DisputeCategory } | null
  /** Milliseconds since 1970. Absent if the processor reported no deadline. */
  readonly evidenceDueBy?: number | null
}

/**
 * - `recorded`: the dispute is new or has changed
 * - `unchanged`: a report that was recorded before, or that changes nothing
 * - `unknownOperation`: no such operation in this account and mode
 */
export type DisputeRecord =
  | { readonly outcome: 'recorded' | 'unchanged'; readonly dispute: DisputeRow }
  | { readonly outcome: 'unknownOperation'; readonly dispute: null }

export interface RecordDisputeNeeds {
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly disputes: Pick<DisputeStore, 'findCase' | 'write'>
}

/** Concurrent reports about one case are rare; more attempts than this mean a defect. */
const maxAttempts = 10

/**
 * Records what a processor reports about a dispute: two round trips. The result depends on the reports, not on the order in which they arrive,
 * and a report that arrives twice changes nothing. The events are inserted with the change.
 *
 * @throws Error if concurrent reports prevent it: repeat the report
 */
export const recordDispute = async (update: DisputeUpdate, needs: RecordDisputeNeeds): Promise<DisputeRecord> => {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const { dispute, disputed } = await needs.disputes.findCase(update)
    if (disputed === null) return { outcome: 'unknownOperation', dispute: null }
    const change = changeOf(dispute, disputed, update, needs)
    if (change === null) return { outcome: 'unchanged', dispute: dispute! }
    if (await needs.disputes.write(change))
      return { outcome: change.events.length > 0 ? 'recorded' : 'unchanged', dispute: change.row }
  }
  throw new Error('A dispute was changed by too many concurrent reports.')
}

const toReport = ({ stage, at, amount = null, reason = null, evidenceDueBy = null }: DisputeUpdate): DisputeReport => ({
  stage,
  at,
  amount,
  reasonCode: reason?.code ?? null,
  reasonCategory: reason?.category ?? null,
  evidenceDueBy,
})

/** The change that a report makes; null if it was recorded before. */
const changeOf = (
  before: DisputeRow | null,
  disputed: DisputedOperation,
  update: DisputeUpdate,
  { clock, ids }: RecordDisputeNeeds,
): DisputeChange | null => {
  const known = before?.reports ?? []
  const reports = addReport(known, toReport(update))
  if (reports === known) return null
  const at = clock.now()
  const state = foldReports(reports, before?.amount ?? disputed.amount)
  const { operationId, transactionId, currency } = disputed
  const created = { id: ids.uuid(), operationId, transactionId, currency, created: at, updated: at }
  const base = before ?? { ...created, connection: update.connection, caseId: update.caseId, revision: 0 }
  const events = eventsOf(before, state)
  const disputedAt = withdrawnSince(state.stages)
  return {
    row: { ...base, ...state, updated: events.length > 0 ? at : base.updated, revision: base.revision + 1 },
    from: before?.revision ?? null,
    events,
    disputedAt,
    isFirstWithdrawal: disputedAt !== null && withdrawnSince(before?.stages ?? []) === null,
    isOver: state.stage === 'accepted',
    at,
  }
}

/** When the bank first withdrew the amount; null if it did not. Milliseconds since 1970. */
const withdrawnSince = (stages: DisputeRow['stages']): number | null =>
  stages.find(({ stage }) => withdrawingStages.includes(stage))?.at ?? null

type Visible = Pick<DisputeRow, 'stage' | 'stages' | 'amount' | 'reasonCode' | 'reasonCategory' | 'evidenceDueBy'>

const visible = ({ stages, amount, reasonCode, reasonCategory, evidenceDueBy }: Visible): string =>
  JSON.stringify([stages, amount, reasonCode, reasonCategory, evidenceDueBy])

const eventsOf = (before: Visible | null, after: Visible): DisputeChange['events'] => {
  const isClosed = !pendingStages.includes(after.stage)
  if (before === null) return ['dispute.created', ...(isClosed ? (['dispute.closed'] as const) : [])]
  if (visible(before) === visible(after)) return []
  return [isClosed && before.stage !== after.stage ? 'dispute.closed' : 'dispute.updated']
}
