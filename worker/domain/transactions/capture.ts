import type { Capture } from '#contract/transactions'
import type { RequestServices } from '../../app/compose.ts'
import { minorByExponent } from './amounts.ts'
import type { TransactionAnswer } from './answer.ts'
import { modifyTransaction } from './modification.ts'

/**
 * Takes an amount of an authorization, or all that is left of it. With `final` it is the last: the rest is given back.
 *
 * Refusals: reference_not_found, amount_precision_invalid, amount_exceeds_authorized, already_captured, already_voided,
 * authorization_expired, invalid_state, operation_in_progress, processor_timeout.
 */
export const capture = (
  { transactionId, amount, final, initiatedByUserId, referenceTransactionId }: Capture,
  services: RequestServices,
): Promise<TransactionAnswer> =>
  modifyTransaction(
    {
      named: transactionId,
      request: { type: 'capture', amount: amount == null ? null : minorByExponent(amount), final: final ?? false },
      value: amount ?? null,
      fields: { id: 'transactionId', amount: 'amount' },
      initiatedByUserId: initiatedByUserId ?? null,
      referenceTransactionId: referenceTransactionId ?? null,
    },
    services,
  )
