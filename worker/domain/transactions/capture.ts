import type { Capture } from '#contract/transactions/transactions'
import { minorByExponent } from './amounts.ts'
import type { TransactionResponse } from './responses/transactionResponse.ts'
import { modifyTransaction } from './modifications/modifyTransaction.ts'
import type { ModifyTransactionNeeds } from './modifications/modifyTransaction.ts'

/**
 * Captures an amount of an authorization, or the rest of it. A `final` capture releases what is left.
 *
 * Errors: reference_not_found, amount_precision_invalid, amount_exceeds_authorized, already_captured, already_voided,
 * authorization_expired, invalid_state, operation_in_progress, processor_timeout.
 */
export const capture = (
  { transactionId, amount, final, initiatedByUserId, referenceTransactionId }: Capture,
  needs: ModifyTransactionNeeds,
): Promise<TransactionResponse> =>
  modifyTransaction(
    {
      transactionId,
      request: { type: 'capture', amount: amount == null ? null : minorByExponent(amount), final: final ?? false },
      value: amount ?? null,
      fields: { id: 'transactionId', amount: 'amount' },
      refundLimit: null,
      initiatedByUserId: initiatedByUserId ?? null,
      referenceTransactionId: referenceTransactionId ?? null,
    },
    needs,
  )
