import { offsetClock } from '../domain/clock.ts'
import type { Clock } from '../domain/clock.ts'
import type { Ids } from '../domain/ids.ts'
import { applyOutcome, isFinal } from '../domain/notifications/applyOutcome.ts'
import type { ReportAttentionNeeds } from '../domain/transactions/recovery/attention.ts'
import { redactedStack } from '../http/log.ts'
import type { Processor, Unsolicited } from '../processors/processor.ts'
import { notificationStore } from '../store/notifications/notificationStore.ts'
import { findModeOfOperation } from '../store/notifications/notifications.ts'
import { Database } from '../store/sql/database.ts'
import type { Environment } from './env.ts'
import { Meter } from './meter.ts'

/** What late responses need of the gateway. */
interface LateGateway extends ReportAttentionNeeds {
  readonly clock: Clock
  readonly environment: Pick<Environment, 'shards'>
  readonly ids: Ids
}

/**
 * Handles responses that arrive after the deadline, and unsolicited outcomes of a processor. Pending captures, voids
 * and credits get their outcome. A late approval of a reversed operation is reversed again by the next sweep. What is known already changes
 * nothing.
 */
export const handleLateResponses = (processor: Processor, gateway: LateGateway): void => {
  processor.onUnsolicited?.((late) => {
    void applyLate(late, gateway).catch((thrown: unknown) =>
      console.error(JSON.stringify({ late: late.outcome.result, exception: redactedStack(thrown) })),
    )
  })
}

/** A reference has no shard, so each shard is asked. Operation ids are unique among all shards. */
const applyLate = async (late: Unsolicited, gateway: LateGateway): Promise<void> => {
  if (!isFinal(late.outcome) || !Number.isSafeInteger(Number(late.ref.op))) return
  await Promise.all([...gateway.environment.shards.values()].map((d1) => applyOnShard(late, d1, gateway)))
}

const applyOnShard = async (
  { ref, outcome }: Unsolicited,
  d1: D1Database,
  { clock, ids, reportAttention }: LateGateway,
): Promise<void> => {
  const { account, connection = null, op } = ref
  const database = new Database(d1, new Meter())
  const owner = await findModeOfOperation({ database }, account, Number(op))
  if (owner === null || !isFinal(outcome)) return
  const notifications = notificationStore({ database, owner: { account, mode: owner.mode } })
  const { found } = await notifications.find(connection, { op }, null)
  if (found === null) return
  // The late response also brings the processor's reference.
  const operation = { ...found.operation, processorRef: outcome.ref }
  await applyOutcome(outcome, { ...found, operation }, null, {
    clock: offsetClock(clock, owner.offsetMs),
    ids,
    notifications,
    reportAttention,
  })
}
