import { maxSettledPayments } from '#contract/connections/reconciliationPosition'
import type { ReconciliationPosition } from '#contract/connections/reconciliationPosition'
import { parseTransactionId } from '#contract/transactions/transactionKey'
import type { Outcome, Ref, ReportedOperation } from '../../processors/processor.ts'
import type { ReconciliationStore } from '../../store/reconciliation/reconciliationStore.ts'
import type { Modification, NewModification } from '../../store/transactions/modifications.ts'
import type { ModificationOutcome } from '../../store/transactions/modificationOutcomes.ts'
import type { ConnectionNeeds } from '../connections/connection.ts'
import { connectionLimits } from '../connections/limits.ts'
import { retryOnIdCollision } from '../transactions/retryOnIdCollision.ts'
import type { TransactionIdNeeds } from '../transactions/retryOnIdCollision.ts'
import { toModificationVerdict } from '../transactions/verdict.ts'
import { auditNote } from './auditNote.ts'
import { hasSettledThere } from './compare.ts'
import { readFacingPage } from './run.ts'
import type { Facing } from './facing.ts'
import type { Pass, ReadPageNeeds, Run } from './run.ts'
import { toRepair } from './toApi.ts'
import type { Repair } from './toApi.ts'

/** The most repairs of one request: each is a round trip. */
const repairsPerRequest = 25

export interface RecordNeeds extends ReadPageNeeds, TransactionIdNeeds, ConnectionNeeds {
  readonly clock: ReadPageNeeds['clock']
  readonly requestId: string
  readonly reconciliations: ReadPageNeeds['reconciliations'] & Pick<ReconciliationStore, 'recordModification'>
}

/**
 * The first pass: records captures, voids and credits that only the processor has, and the outcomes of pending ones. It also notes the
 * payments whose captures have settled, which must not be reversed.
 */
export const recordPage: Pass<RecordNeeds> = async (position, run, needs) => {
  const page = await readFacingPage(position, run, needs)
  const repairs: Repair[] = []
  let tried = 0
  let done = 0
  let { settled } = position
  for (const facing of page.operations) {
    const isRecorded = run.repairs && facing.finding?.repair === 'record'
    if (isRecorded && tried === repairsPerRequest) break
    done++
    settled = withSettled(settled, facing)
    if (!isRecorded) continue
    tried++
    const id = await record(facing, run, needs)
    if (id !== null) repairs.push(toRepair({ ...facing, id }, 'recorded'))
  }
  const isPageDone = done === page.operations.length
  const next: ReconciliationPosition | null =
    isPageDone && page.next === null
      ? null
      : { ...position, settled, ...(isPageDone ? { page: page.next, skip: 0 } : { skip: position.skip + done }) }
  // The last page also hands over what it has noted.
  return {
    compared: 0,
    differences: [],
    repairs,
    next: next ?? { ...position, pass: run.repairs ? 'reverse' : 'compare', page: null, skip: 0, settled },
  }
}

/** Adds the payment of a settled operation, if only the processor has it. */
const withSettled = (
  settled: ReconciliationPosition['settled'],
  { theirs, ours, original }: Facing,
): ReconciliationPosition['settled'] => {
  if (settled === null || !hasSettledThere(theirs.state) || ours !== null || original !== null) return settled
  const payment = theirs.originalOp === null ? -1 : parseTransactionId(theirs.originalOp)
  if (payment < 0 || settled.includes(payment)) return settled
  return settled.length === maxSettledPayments ? null : [...settled, payment]
}

/** A code of the report's own: it has no response codes. */
const codes = { approved: '00', declined: '05' } as const

/** The outcome that a report shows. What was voided, settled or returned was approved. */
const toOutcome = ({ state, money, theirs }: ReportedOperation, ref: Ref): Outcome => {
  const found: Ref = { ...ref, raw: ref.raw ?? theirs }
  return state === 'declined'
    ? { result: 'declined', ref: found, code: codes.declined }
    : { result: 'approved', ref: found, approved: money, code: codes.approved }
}

/** A new id for an operation of the other side whose reference it does not keep: of its time, and later than that of its payment. */
const mintId = ({ theirs, original }: Facing, { ids }: RecordNeeds): number =>
  Number(ids.transactionId(Math.max(theirs.at, (original?.operation.created ?? 0) + 1)))

/** Returns the id of the recorded operation, or null if its payment does not allow it. */
const record = async (facing: Facing, run: Run, needs: RecordNeeds): Promise<number | null> => {
  const payment = facing.ours?.payment ?? facing.original?.payment
  if (payment === undefined) return null
  return retryOnIdCollision(needs, async (releaseId) => {
    const id = facing.id ?? mintId(facing, needs)
    return (await recordAs(id, payment.id, releaseId, facing, run, needs)) ? id : null
  })
}

const recordAs = async (
  id: number,
  payment: number,
  releaseId: number,
  facing: Facing,
  run: Run,
  needs: RecordNeeds,
): Promise<boolean> => {
  const { theirs, ours, original } = facing
  const { clock, account, reconciliations, requestId } = needs
  const at = clock.now()
  const ref: Ref = ours?.operation.processorRef ?? {
    account: account.id,
    connection: run.connection,
    op: String(id),
    root: String(payment),
    created: theirs.at,
  }
  const outcome = toOutcome(theirs, ref)
  const verdict = toModificationVerdict(outcome)
  if (verdict === null) return false
  const moved = Number(theirs.money.minor)
  const change = { member: 'status', old: ours?.operation.status ?? null, new: verdict.status } as const
  const written: ModificationOutcome = {
    id,
    type: theirs.type,
    status: verdict.status,
    amount:
      ours === null || verdict.status === 'declined'
        ? (ours?.operation.amount ?? moved)
        : Math.min(ours.operation.amount, moved),
    responseCode: verdict.responseCode,
    authCode: null,
    latency: ours?.operation.latency ?? 0,
    processorRef: outcome.ref,
    at,
    releaseId,
    releaseDue: at,
    due: ours?.operation.due ?? at,
  }
  const isNamed = facing.id !== null
  const created =
    original === null || ours !== null
      ? null
      : {
          modification: toModification(id, original.operation.id, theirs, ref, at, needs),
          limits: connectionLimits(needs),
          isNamed,
        }
  const note = auditNote({ ...facing, id }, 'recorded', change, run, at)
  const recorded = await reconciliations.recordModification(written, created, note)
  return recorded?.status === verdict.status && (isNamed || recorded.requestId === requestId)
}

const toModification = (
  id: number,
  named: number,
  theirs: ReportedOperation,
  processorRef: Ref,
  due: number,
  { requestId }: RecordNeeds,
): NewModification => ({
  id,
  named,
  request: toRequest(theirs),
  processorRef,
  requestId,
  initiatedByUserId: null,
  referenceTransactionId: null,
  order: null,
  refundLimit: null,
  created: theirs.at,
  due,
  // Its id may be old.
  isOnRealTime: false,
})

const toRequest = ({ type, money: { minor, currency } }: ReportedOperation): Modification => {
  const moved = Number(minor)
  const amount = { 0: moved, 2: moved, 3: moved, 4: moved }
  if (type === 'void') return { type }
  return type === 'capture' ? { type, amount, final: false } : { type: 'credit', amount, currency, instrument: null }
}
