import { parseTransactionId } from '#contract/transactions/transactionKey'
import type { ReportedOperation } from '../../processors/processor.ts'
import type { ComparedOperation, ComparedRows } from '../../store/reconciliation/comparedRows.ts'
import type { ShownOperations } from '../../store/settlementReports/applyReport.ts'
import { hasSettledThere } from '../reconciliation/compare.ts'
import { findUnnamed, originalId } from '../reconciliation/unnamed.ts'

/** The ids in a page of a report: those of its operations and of their originals. */
export const idsIn = (operations: readonly ReportedOperation[]): number[] =>
  operations
    .filter(({ state }) => hasSettledThere(state))
    .flatMap((theirs) => [theirs.op === null ? -1 : parseTransactionId(theirs.op), originalId(theirs)])
    .filter((id) => id > 0)

/** The capture or credit of the connection that a line shows as settled. Null for others. */
const findSettled = (
  theirs: ReportedOperation,
  rows: ComparedRows['operations'],
  connection: string,
): ComparedOperation | null => {
  const ours =
    theirs.op === null ? findUnnamed(theirs, rows.values()) : (rows.get(parseTransactionId(theirs.op)) ?? null)
  if (ours?.payment.connection !== connection) return null
  if (ours.operation.type !== 'authorize') return ours
  // What the authorization took has its reference. A capture of its own has another.
  const capture = [...rows.values()].find(
    ({ operation, payment }) =>
      payment.id === ours.payment.id &&
      operation.type === 'capture' &&
      operation.processorRef?.op === String(ours.operation.id),
  )
  return capture ?? null
}

/** The captures and credits that a page of a report shows as settled or returned, and that are not so here. */
export const shownOperations = (
  operations: readonly ReportedOperation[],
  rows: ComparedRows['operations'],
  connection: string,
): ShownOperations => {
  const found = operations
    .filter(({ state }) => hasSettledThere(state))
    .flatMap((theirs) => {
      const ours = findSettled(theirs, rows, connection)
      return ours === null ? [] : [{ theirs, ...ours.operation }]
    })
  return {
    settled: found.filter(({ status }) => status === 'approved').map(({ id }) => id),
    returned: found
      .filter(({ theirs, status }) => theirs.state === 'returned' && (status === 'approved' || status === 'settled'))
      .map(({ theirs, id }) => ({ id, code: theirs.returnCode ?? null })),
  }
}
