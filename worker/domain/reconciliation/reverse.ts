import type { Ref } from '../../processors/processor.ts'
import type { ReconciliationStore } from '../../store/reconciliation/reconciliationStore.ts'
import type { OperationRow } from '../../store/transactions/columns.ts'
import type { TimeLimits } from '../timeLimits.ts'
import { attemptReversal } from '../transactions/recovery/reversalAttempts.ts'
import type { AttemptReversalNeeds } from '../transactions/recovery/reversalAttempts.ts'
import { retryOnIdCollision } from '../transactions/retryOnIdCollision.ts'
import type { TransactionIdNeeds } from '../transactions/retryOnIdCollision.ts'
import { unknownOutcome } from '../transactions/verdict.ts'
import { auditNote } from './auditNote.ts'
import { readFacingPage } from './run.ts'
import type { Facing } from './facing.ts'
import type { Pass, ReadPageNeeds, Run } from './run.ts'
import { toRepair } from './toApi.ts'
import type { Repair } from './toApi.ts'

/** The most reversals of one request: each is two round trips and a call of the processor. */
const reversalsPerRequest = 10

export type ReverseNeeds = ReadPageNeeds &
  TransactionIdNeeds &
  AttemptReversalNeeds & {
    readonly requestId: string
    readonly limits: Pick<TimeLimits, 'reversalLeaseMs'>
    readonly reconciliations: Pick<ReconciliationStore, 'insertLostPayment' | 'insertReversalOfStanding'>
  }

/**
 * The second pass: reverses payments that stand at the processor, and that only it has, or that are not approved here. The reversal is stored
 * before it is sent, so that the sweep repeats one that a crash or a lost response left open.
 */
export const reversePage: Pass<ReverseNeeds> = async (position, run, needs) => {
  const page = await readFacingPage(position, run, needs)
  const repairs: Repair[] = []
  let tried = 0
  let done = 0
  for (const facing of page.operations) {
    const isReversed = facing.finding?.repair === 'reverse' && isFirst(facing)
    if (isReversed && tried === reversalsPerRequest) break
    done++
    if (!isReversed) continue
    tried++
    const result = await reverse(facing, run, needs)
    if (result !== null) repairs.push(toRepair(facing, result))
  }
  const isPageDone = done === page.operations.length
  const next =
    isPageDone && page.next === null
      ? { ...position, pass: 'compare' as const, page: null, skip: 0 }
      : { ...position, ...(isPageDone ? { page: page.next, skip: 0 } : { skip: position.skip + done }) }
  return { compared: 0, differences: [], repairs, next }
}

/** Captures and credits are undone with their payment. */
const isFirst = ({ id, ours, theirs }: Facing): boolean =>
  ours === null ? theirs.original === null : ours.payment.id === id

const reverse = async (facing: Facing, run: Run, needs: ReverseNeeds): Promise<'reversed' | 'reversing' | null> => {
  const reversal = await storeReversal(facing, run, needs)
  if (reversal?.processorRef == null || reversal.undoes === null) return null
  const { undoes, processorRef: ref, attempts } = reversal
  const result = await attemptReversal({ undoes, ref, attempts }, needs)
  return result === 'done' ? 'reversed' : 'reversing'
}

const storeReversal = (facing: Facing, run: Run, needs: ReverseNeeds): Promise<OperationRow | null> => {
  const { theirs, ours } = facing
  const { account, clock, limits, reconciliations, requestId } = needs
  const at = clock.now()
  const note = auditNote(
    facing,
    'reversed',
    { member: 'reversal', old: ours?.reversal ?? null, new: 'pending' },
    run,
    at,
  )
  const { responseCode } = unknownOutcome
  return retryOnIdCollision(needs, async (reversalId) => {
    const reversal = { id: reversalId, due: at + limits.reversalLeaseMs }
    if (ours !== null)
      return reconciliations.insertReversalOfStanding(
        ours.operation,
        { theirs: theirs.theirs, responseCode },
        reversal,
        note,
      )
    const id = facing.id!
    const op = String(id)
    const processorRef: Ref = {
      account: account.id,
      connection: run.connection,
      op,
      root: op,
      created: theirs.at,
      raw: theirs.theirs,
    }
    const lost = {
      id,
      type: theirs.type === 'credit' ? ('credit' as const) : ('payment' as const),
      currency: theirs.money.currency,
      amount: Number(theirs.money.minor),
      connection: run.connection,
      processorRef,
      responseCode,
      requestId,
      created: theirs.at,
      at,
    }
    return reconciliations.insertLostPayment(lost, reversal, note)
  })
}
