import type { Environment } from './env.ts'
import { redactedStack } from '../http/log.ts'
import { Meter } from './meter.ts'
import type { Processor, Unsolicited } from '../processors/processor.ts'
import { Database } from '../store/sql/database.ts'
import { repeatReversal } from '../store/transactions/operations.ts'

/**
 * Handles responses that arrive after the deadline. A late approval of a reversed operation is reversed again by the next sweep. Other
 * late, repeated or unexpected responses are ignored: an outcome is applied once, by the request or sweep that called the processor.
 */
export const handleLateResponses = (processor: Processor, environment: Environment, now: () => number): void => {
  processor.onUnsolicited?.((late) => {
    void reverseLateApproval(late, environment, now).catch((thrown: unknown) =>
      console.error(JSON.stringify({ late: late.outcome.result, exception: redactedStack(thrown) })),
    )
  })
}

/** A reference has no shard, so every shard is updated. Operation ids are unique among all shards. */
const reverseLateApproval = async (
  { ref, outcome }: Unsolicited,
  { shards }: Environment,
  now: () => number,
): Promise<void> => {
  const operation = Number(ref.op)
  if (outcome.result !== 'approved' || !Number.isSafeInteger(operation)) return
  await Promise.all(
    [...shards.values()].map((d1) => repeatReversal({ database: new Database(d1, new Meter()) }, operation, now())),
  )
}
