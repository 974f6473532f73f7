import { connectionOf } from '#contract/connections/builtInConnection'
import type { RecordDispute } from '#contract/disputes/recordDispute'
import { apiError } from '#contract/errors/apiError'
import { parseTransactionId } from '#contract/transactions/transactionKey'
import type { DisputeRow } from '../../store/disputes/disputeColumns.ts'
import type { CaseKey } from '../../store/disputes/disputes.ts'
import type { DisputeChange } from '../../store/disputes/disputeWrites.ts'
import type { AcceptanceStore, DisputeStore } from '../../store/disputes/disputeStore.ts'
import type { TransactionStore } from '../../store/transactions/transactionStore.ts'
import type { Account } from '../accounts/account.ts'
import { decimalText, moneyOf } from '../money.ts'
import { resolveInstant } from '../subscriptions/instants.ts'
import { amountIn } from '../transactions/amounts.ts'
import { recordDispute } from './record.ts'
import type { RecordDisputeNeeds } from './record.ts'
import { toDispute } from './toApi.ts'

interface Needs extends Omit<RecordDisputeNeeds, 'disputes'> {
  readonly account: Pick<Account, 'settings'>
  readonly acceptances: AcceptanceStore
  readonly disputes: Pick<DisputeStore, 'findCase'>
  readonly transactions: Pick<TransactionStore, 'find'>
}

/**
 * Records a stage of a dispute that a person read at the processor, with an audit entry. Nothing is sent. The first report of a case creates
 * its dispute, and later ones move it.
 *
 * Errors: reference_not_found; invalid_state (409), for a payment without a capture; amount_precision_invalid;
 * out_of_range, for more than was captured or a stage in the future; already_exists (409), for a case of another payment.
 */
export const recordDisputeByHand = async (request: RecordDispute, needs: Needs) => {
  const { account, acceptances, clock, disputes, transactions } = needs
  const operation = parseTransactionId(request.transactionId)
  const found = await transactions.find(operation)
  if (found === null) throw apiError('reference_not_found', { field: 'transactionId' })
  const { transaction } = found
  if (transaction.captured === 0)
    throw apiError('invalid_state', { details: { state: transaction.status, allowed: [] } })
  const connection = connectionOf({ ...(transaction.connection !== null && { connection: transaction.connection }) })
  const findCase = async (of: CaseKey) => {
    const known = await disputes.findCase(of)
    if (known.dispute !== null && known.dispute.transactionId !== known.disputed?.transactionId)
      throw apiError('already_exists', { field: 'caseId', details: { id: known.dispute.id } })
    return known
  }
  const { dispute: before } = await findCase({ connection, caseId: request.caseId, operation })
  const at = stageTime(request, before, needs)
  const update = {
    connection,
    caseId: request.caseId,
    operation,
    stage: request.stage,
    at,
    amount: disputedAmount(request, transaction),
    reason: {
      code: request.reason?.code ?? null,
      ...(request.reason?.category && { category: request.reason.category }),
    },
    evidenceDueBy:
      request.evidenceDueBy == null ? null : resolveInstant(request.evidenceDueBy, account.settings.timeZone),
  }
  const write = (change: DisputeChange) =>
    acceptances.write(change, {
      at: clock.now(),
      action: 'dispute.recorded',
      detail: {
        dispute: change.row.id,
        transactionId: String(change.row.transactionId),
        caseId: update.caseId,
        reported: update.stage,
      },
    })
  const { dispute } = await recordDispute(update, { ...needs, disputes: { findCase, write } })
  if (dispute === null) throw apiError('reference_not_found', { field: 'transactionId' })
  return { dispute: toDispute(dispute), errors: null }
}

/** When the reported stage began. Without a time in the request: as recorded before, so that a repeated request is the same report. */
const stageTime = (
  { at, stage }: RecordDispute,
  before: DisputeRow | null,
  { account, clock }: Pick<Needs, 'account' | 'clock'>,
): number => {
  const now = clock.now()
  if (at == null) return before?.stage === stage ? before.stages.at(-1)!.at : now
  const ms = resolveInstant(at, account.settings.timeZone)
  if (ms > now) throw apiError('out_of_range', { field: 'at', details: { max: new Date(now).toISOString() } })
  return ms
}

/** In minor units; null if the request has none. */
const disputedAmount = (
  { amount }: RecordDispute,
  { captured, currency }: { readonly captured: number; readonly currency: number },
): number | null => {
  if (amount == null) return null
  const minor = Number(amountIn(amount, currency, 'amount').minor)
  if (minor > captured)
    throw apiError('out_of_range', { field: 'amount', details: { max: decimalText(moneyOf(captured, currency)) } })
  return minor
}
