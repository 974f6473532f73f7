import type { Void } from '#contract/transactions/transactions'
import type { TransactionResponse } from './responses/transactionResponse.ts'
import { refundLimitOf } from './refundLimit.ts'
import type { RefundLimitNeeds } from './refundLimit.ts'
import { modifyTransaction } from './modifications/modifyTransaction.ts'
import type { ModifyTransactionNeeds } from './modifications/modifyTransaction.ts'

/**
 * Voids what has not settled: a whole payment by the id of its authorize, or one capture or credit by its own id.
 *
 * Errors: reference_not_found, already_voided, already_settled, authorization_expired, invalid_state, operation_in_progress,
 * processor_timeout.
 */
export const voidTransaction = (
  { transactionId, initiatedByUserId, referenceTransactionId }: Void,
  needs: ModifyTransactionNeeds & RefundLimitNeeds,
): Promise<TransactionResponse> =>
  modifyTransaction(
    {
      transactionId,
      request: { type: 'void' },
      value: null,
      fields: { id: 'transactionId', amount: 'amount' },
      refundLimit: refundLimitOf(needs),
      initiatedByUserId: initiatedByUserId ?? null,
      referenceTransactionId: referenceTransactionId ?? null,
    },
    needs,
  )
