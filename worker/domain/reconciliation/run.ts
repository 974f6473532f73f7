import type { ReconciliationPosition } from '#contract/connections/reconciliationPosition'
import { apiError } from '#contract/errors/apiError'
import { parseTransactionId } from '#contract/transactions/transactionKey'
import type { Capabilities, ReportedOperation, ReportSpan } from '../../processors/processor.ts'
import type { ComparedRows } from '../../store/reconciliation/comparedRows.ts'
import type { ReconciliationStore } from '../../store/reconciliation/reconciliationStore.ts'
import type { Account } from '../accounts/account.ts'
import type { Clock } from '../clock.ts'
import { notSupported } from '../connections/supportedRoutes.ts'
import { timeOfTransactionId } from '../ids.ts'
import type { TimeLimits } from '../timeLimits.ts'
import { requestReport } from '../transactions/callProcessor.ts'
import type { ConnectionReference, RequestReportNeeds } from '../transactions/callProcessor.ts'
import { compareBoth, compareMissing } from './compare.ts'
import { findUnnamed, originalId, unnamedOriginalId } from './unnamed.ts'
import type { ComparisonFinding } from './compare.ts'
import type { FacedPage, Facing } from './facing.ts'
import type { Difference, Repair } from './toApi.ts'

/** A reconciliation of one connection. */
export interface Run {
  readonly connection: string
  readonly can: Capabilities
  readonly span: ReportSpan
  readonly repairs: boolean
}

/** What one request does, and where the next one continues. Null: the pass is over. */
export interface Step {
  readonly compared: number
  readonly differences: readonly Difference[]
  readonly repairs: readonly Repair[]
  readonly next: ReconciliationPosition | null
}

export type Pass<Needs> = (position: ReconciliationPosition, run: Run, needs: Needs) => Promise<Step>

export interface ReadPageNeeds extends RequestReportNeeds {
  readonly account: Pick<Account, 'id'>
  readonly clock: Clock
  readonly limits: RequestReportNeeds['limits'] & Pick<TimeLimits, 'abandonAfterMs'>
  readonly reconciliations: Pick<ReconciliationStore, 'findRows'>
}

export const referenceOf = ({ connection }: Run, account: Pick<Account, 'id'>): ConnectionReference => ({
  account: account.id,
  connection,
})

/** A page of the report. Errors: not_supported_by_processor (409); unavailable (503) if it cannot be read. */
export const readReport = async (
  run: Run,
  span: ReportSpan,
  page: string | null,
  needs: RequestReportNeeds & { readonly account: Pick<Account, 'id'> },
) => {
  const report = await requestReport(referenceOf(run, needs.account), span, page ?? undefined, needs)
  if (report === 'notSupported') throw notSupported(run.connection, 'report')
  if (report === 'unknown') throw apiError('unavailable')
  return report
}

/** How far the time in an id may be from the time of its operation at the processor. */
const idToleranceMs = 2 * 86_400_000

/**
 * The id of the operation that the gateway made. Null for another system's reference, which may be a number as well.
 *
 * @param at when the processor created it, in milliseconds since 1970
 */
export const gatewayId = (op: string | null, at: number): number | null => {
  const id = op === null ? -1 : parseTransactionId(op)
  return id > 0 && Math.abs(timeOfTransactionId(id) - at) <= idToleranceMs ? id : null
}

/** Reads a page of the report and what the gateway has of it: one round trip, after the report. */
export const readFacingPage = async (
  { page, skip, settled }: ReconciliationPosition,
  run: Run,
  needs: ReadPageNeeds,
): Promise<FacedPage> => {
  const { clock, limits, reconciliations } = needs
  const readAt = clock.now()
  const { operations, next } = await readReport(run, run.span, page, needs)
  const rest = operations.slice(skip)
  const ids = rest.flatMap((theirs) => [gatewayId(theirs.op, theirs.at) ?? -1, originalId(theirs)])
  const rows = await reconciliations.findRows(
    ids.filter((id) => id > 0),
    { updatedAfter: readAt, pendingAfter: readAt - limits.abandonAfterMs },
    rest.flatMap((theirs) => unnamedOriginalId(theirs) ?? []),
  )
  return { operations: rest.map((theirs) => face(theirs, rows, settled, run)), next }
}

const face = (
  theirs: ReportedOperation,
  { operations, others }: ComparedRows,
  settled: ReconciliationPosition['settled'],
  { connection }: Run,
): Facing => {
  const found = operations.get(originalId(theirs)) ?? null
  const original = found?.payment.connection === connection ? found : null
  const named = gatewayId(theirs.op, theirs.at)
  const unnamed = original === null ? null : findUnnamed(theirs, operations.values())
  const ours = named === null ? unnamed : (operations.get(named) ?? null)
  const id = named ?? unnamed?.operation.id ?? null
  if (ours !== null) {
    const finding: ComparisonFinding | null =
      ours.payment.connection === connection ? compareBoth(ours, theirs) : { kind: 'state', repair: 'none' }
    return { theirs, id, ours, original, finding }
  }
  const unnamedOriginal = found === original ? unnamedOriginalId(theirs) : null
  const isForeign = id === null && unnamedOriginal === null
  const missing = isForeign ? { ...theirs, op: null, originalOp: null } : theirs
  const finding = compareMissing(missing, original?.payment ?? null, {
    isOthers: others.has(id ?? unnamedOriginal ?? -1),
    hasSettled: settled === null || settled.includes(paymentId(theirs, id)),
  })
  return { theirs, id, ours, original, finding }
}

/** The id of the payment of an operation that only the processor has: captures and credits refer to its first operation. */
const paymentId = (theirs: ReportedOperation, id: number | null): number => {
  const original = originalId(theirs)
  return original < 0 ? (id ?? -1) : original
}
