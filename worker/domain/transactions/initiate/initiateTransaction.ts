import { apiError } from '#contract/errors/apiError'
import { inProgressCode } from '#contract/transactions/responseCodes'
import type { Money } from '../../money.ts'
import type { CallSlots } from '../../work/callSlots.ts'
import { checkTipAmounts } from '../../terminals/prompts.ts'
import { toOperationResponse } from '../responses/operationResponse.ts'
import { toTransactionResponse } from '../responses/transactionResponse.ts'
import type { TransactionResponse } from '../responses/transactionResponse.ts'
import { createPendingTransaction } from './createPending.ts'
import type { CreatePendingNeeds, NewPayment } from './createPending.ts'
import { decide } from './decide.ts'
import type { DecideNeeds } from './decide.ts'
import { payAtTerminal } from '../atTerminal/payAtTerminal.ts'
import type { PayAtTerminalNeeds } from '../atTerminal/payAtTerminal.ts'
import { clientPaymentOptions } from './paymentOptions.ts'
import type { PaymentOptions } from './paymentOptions.ts'
import { authCodeOf, verificationLetter, recordOutcome } from './recordOutcome.ts'
import type { RecordOutcomeNeeds } from './recordOutcome.ts'
import { replay } from '../responses/replay.ts'
import type { ReplayNeeds } from '../responses/replay.ts'

export type InitiateTransactionNeeds = CreatePendingNeeds &
  DecideNeeds &
  PayAtTerminalNeeds &
  RecordOutcomeNeeds &
  ReplayNeeds & { readonly callSlots: CallSlots }

/**
 * Initiates a transaction: an authorization, or an unreferenced credit.
 *
 * Inserts the pending transaction, calls the processor, records the outcome, in this order, so that a crash never hides a charge.
 * A sweep reverses what a crash leaves pending.
 */
export const initiateTransaction = async (
  type: 'payment' | 'credit',
  request: NewPayment,
  amount: Money,
  needs: InitiateTransactionNeeds,
  options: PaymentOptions = clientPaymentOptions,
): Promise<TransactionResponse> => {
  if (request.payment.terminal !== undefined) checkTipAmounts(request.payment.terminal, amount.currency)
  const created = await createPendingTransaction(type, request, amount, needs, options)
  if ('claimed' in created) return replay(created.claimed, needs)
  const { open, ...pending } = created
  if (open === null) return payAtTerminal(pending, request.payment.terminal!, needs)
  const decision = await needs.callSlots.run(() => decide({ ...pending, open }, needs))
  const { verdict, outcome, latency } = await recordOutcome(pending, decision, needs)
  // An unreferenced credit with an unknown outcome may have happened, so it is no result, although it is being reversed.
  if (type === 'credit' && verdict.operation === 'pending' && verdict.responseCode !== inProgressCode) {
    const recorded = outcome === null ? await recordedEarlier(pending.id, needs) : null
    if (recorded !== null) return recorded
    throw apiError('processor_timeout', { details: { transactionId: String(pending.id) } })
  }
  return toTransactionResponse({
    id: pending.id,
    method: pending.columns.method,
    amount: verdict.approved ?? amount,
    responseCode: verdict.responseCode,
    authCode: verdict.approved === null ? null : authCodeOf(outcome),
    latency,
    avs: verificationLetter(outcome, 'avs'),
    cvv: verificationLetter(outcome, 'cvv'),
    details: verdict.details ?? null,
    metadata: request.order?.metadata ?? null,
  })
}

/** The response to a credit whose outcome was notified before the processor responded. Null if there is none. */
const recordedEarlier = async (id: number, { transactions }: ReplayNeeds): Promise<TransactionResponse | null> => {
  const found = await transactions.find(id)
  const operation = found?.operations.find((each) => each.id === id)
  const isKnown = operation?.status === 'approved' || operation?.status === 'declined'
  return found && isKnown ? toOperationResponse(operation, found.transaction) : null
}
