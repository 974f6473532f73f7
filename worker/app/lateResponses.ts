import type { Environment } from './env.ts'
import { redactedStack } from '../http/log.ts'
import { Meter } from './meter.ts'
import type { Processor, Unsolicited } from '../processors/processor.ts'
import { Database } from '../store/sql/database.ts'
import { repeatReversal } from '../store/transactions/operations.ts'

/**
 * Listens to answers that nobody waits for any more. An approval of what is being undone, or was, is undone once more by the next sweep
 * and never shown. Whatever else comes, such as an answer that comes twice or one to a question that nobody asked, changes nothing:
 * an outcome is applied once, by the request or the sweep that asked for it.
 */
export const handleLateResponses = (processor: Processor, environment: Environment, now: () => number): void => {
  processor.onUnsolicited?.((late) => {
    void reverseLateApproval(late, environment, now).catch((thrown: unknown) =>
      console.error(JSON.stringify({ late: late.outcome.result, exception: redactedStack(thrown) })),
    )
  })
}

/** A reference names its account, and not the shard of it; an id is unique in all. */
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
