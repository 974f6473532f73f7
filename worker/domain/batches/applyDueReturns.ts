import { builtInConnection } from '#contract/connections/builtInConnection'
import type { SimulatedStage } from '../../processors/simulatedReturn.ts'
import type { BatchSweepStore } from '../../store/batches/batchStore.ts'
import type { DueReturn } from '../../store/batches/dueReturns.ts'
import type { DisputeStore } from '../../store/disputes/disputeStore.ts'
import type { Clock } from '../clock.ts'
import { countOutcomes } from '../countOutcomes.ts'
import { recordDispute } from '../disputes/record.ts'
import type { RecordDisputeNeeds } from '../disputes/record.ts'

interface Needs extends Pick<RecordDisputeNeeds, 'ids'> {
  readonly clock: Clock
  readonly batches: Pick<BatchSweepStore, 'applyReturns' | 'readDueReturns' | 'scheduleNextStage'>
  readonly disputes: Pick<DisputeStore, 'findCase' | 'write'>
}

const operationsPerSweep = 100
/** A stage takes three round trips, a hundred returns take one. */
const disputesPerSweep = 20

/** Applies returns, and stages of disputes, that the processor scheduled at settlement, once they are due by the account's clock. */
export const applyDueReturns = async (needs: Needs) => {
  const { batches, clock } = needs
  const now = clock.now()
  const due = await batches.readDueReturns(now, operationsPerSweep)
  const returned = due.filter(({ foreseen }) => foreseen.event === 'returned')
  const disputed = due.filter(({ foreseen }) => foreseen.event === 'disputed').slice(0, disputesPerSweep)
  if (returned.length > 0)
    await batches.applyReturns(
      returned.map(({ id }) => id),
      now,
    )
  await countOutcomes(disputed, (operation) => applyDueStages(operation, now, needs))
  return { returnsApplied: returned.length + disputed.length }
}

/** Records the stages of a simulated dispute that are due, and schedules the next one. After a crash, the next sweep repeats them. */
const applyDueStages = async (operation: DueReturn, now: number, needs: Needs): Promise<'applied'> => {
  const { clock, ids, batches, disputes } = needs
  const { id, foreseen, foreseenAt } = operation
  const { reason, stages = [{ stage: 'open', at: foreseenAt }] satisfies SimulatedStage[] } = foreseen
  for (const { stage, at, evidenceDueBy = null } of stages.filter(({ at }) => at >= foreseenAt && at <= now)) {
    const report = {
      connection: builtInConnection,
      caseId: `case-${id}`,
      operation: id,
      stage,
      at,
      reason: reason === undefined ? null : { code: reason },
      evidenceDueBy,
    }
    await recordDispute(report, { clock, ids, disputes })
  }
  const later = stages.filter(({ at }) => at > now).map(({ at }) => at)
  await batches.scheduleNextStage(operation, later.length === 0 ? null : Math.min(...later))
  return 'applied'
}
