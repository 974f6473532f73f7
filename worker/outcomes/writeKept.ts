import type { Ids } from '../domain/ids.ts'
import type { Clock } from '../domain/clock.ts'
import type { ReportAttentionNeeds } from '../domain/transactions/recovery/attention.ts'
import { retryOnIdCollision } from '../domain/transactions/retryOnIdCollision.ts'
import type { Database } from '../store/sql/database.ts'
import { operationStore, transactionStore } from '../store/transactions/transactionStore.ts'
import type { AuthorizationOutcome } from '../store/transactions/authorizationOutcomes.ts'
import { decodeOutcome } from './stored/storedOutcome.ts'
import type { StoredOutcome } from './stored/storedOutcome.ts'

export interface WriteKeptNeeds extends ReportAttentionNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
}

/** Ids for the rows of a batch: first the one that was chosen with the outcome, then new ones if that is taken. */
const idsFrom = (chosen: number | null, { ids, clock }: WriteKeptNeeds) => {
  let next = chosen
  return {
    clock,
    ids: {
      transactionId: (now: number): string => {
        const id = next === null ? ids.transactionId(now) : String(next)
        next = null
        return id
      },
    },
  }
}

/** Whether the processor approved, which an account's rule may have declined afterwards. */
const wasApproved = ({ operationStatus, reversal }: AuthorizationOutcome): boolean =>
  operationStatus === 'approved' || (operationStatus === 'declined' && reversal !== null)

/**
 * Writes a kept outcome by the statements of its request, which have an effect only while the operation waits for it. Safe to repeat.
 *
 * @returns whether the operation has this outcome now. False if it ended otherwise: an approval is reversed once more then.
 * @throws DatabaseError while the database is away
 */
export const writeKept = async (stored: StoredOutcome, needs: WriteKeptNeeds): Promise<boolean> => {
  const { kept, owner } = decodeOutcome(stored)
  const { database, clock, reportAttention } = needs
  const transactions = transactionStore({ database, owner })
  switch (kept.kind) {
    case 'authorization': {
      const { outcome } = kept
      const isRecorded = await retryOnIdCollision(
        idsFrom(outcome.captureId ?? outcome.reversal?.id ?? null, needs),
        (id) =>
          transactions.recordAuthorizationOutcome({
            ...outcome,
            captureId: outcome.captureId === null ? null : id,
            reversal: outcome.reversal && { ...outcome.reversal, id },
          }),
      )
      if (!isRecorded && wasApproved(outcome))
        await operationStore({ database }).repeatReversal(outcome.id, clock.now())
      return isRecorded
    }
    case 'modification': {
      const { status } = await retryOnIdCollision(idsFrom(kept.outcome.releaseId, needs), (releaseId) =>
        transactions.recordModificationOutcome({ ...kept.outcome, releaseId }),
      )
      return status !== 'pending'
    }
    case 'accepted': {
      const { attention } = await transactions.recordAcceptedOperation(kept.outcome)
      if (attention !== null) reportAttention(attention)
      return true
    }
  }
}
