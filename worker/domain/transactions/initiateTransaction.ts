import { refuse } from '#contract/refusal'
import type { AccountServices } from '../../app/compose.ts'
import type { Money } from '../money.ts'
import { transactionAnswer } from './answer.ts'
import type { TransactionAnswer } from './answer.ts'
import { checkTipAmounts } from '../terminals/prompts.ts'
import { payAtTerminal } from './payAtTerminal.ts'
import { decide } from './decide.ts'
import { createPendingTransaction } from './createPending.ts'
import type { NewPayment } from './createPending.ts'
import { clientPaymentOptions } from './paymentOptions.ts'
import type { PaymentOptions } from './paymentOptions.ts'
import { replay } from './replay.ts'
import { authCodeOf, letter, recordOutcome } from './recordOutcome.ts'

/**
 * The first operation of a transaction: an authorize, or a credit that refers to no payment.
 *
 * Records the intent, asks the processor, records the answer: in that order, so that a crash never hides a charge. What a crash leaves
 * pending is found by the sweep and reversed.
 */
export const initiateTransaction = async (
  type: 'payment' | 'credit',
  request: NewPayment,
  asked: Money,
  services: AccountServices,
  options: PaymentOptions = clientPaymentOptions,
): Promise<TransactionAnswer> => {
  if (request.payment.terminal !== undefined) checkTipAmounts(request.payment.terminal, asked.currency)
  const opened = await createPendingTransaction(type, request, asked, services, options)
  if ('claimed' in opened) return replay(opened.claimed, services)
  const { open, ...row } = opened
  if (open === null) return payAtTerminal(row, request.payment.terminal!, services)
  const { verdict, outcome, latency } = await recordOutcome(row, await decide({ ...row, open }, services), services)
  // Money that may have been paid out is no answer, although it is being taken back.
  if (type === 'credit' && verdict.operation === 'pending')
    throw refuse('processor_timeout', { details: { transactionId: String(opened.id) } })
  return transactionAnswer({
    id: opened.id,
    method: opened.columns.method,
    amount: verdict.approved ?? asked,
    responseCode: verdict.responseCode,
    authCode: verdict.approved === null ? null : authCodeOf(outcome),
    latency,
    avs: letter(outcome, 'avs'),
    cvv: letter(outcome, 'cvv'),
    details: verdict.details ?? null,
    metadata: request.order?.metadata ?? null,
  })
}
