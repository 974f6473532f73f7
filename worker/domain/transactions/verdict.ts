import type { OperationState, TransactionState } from '#contract/transactions/transactions'
import type { Outcome } from '../../processors/processor.ts'
import type { Money } from '../money.ts'

/** What the outcome of a transaction's first operation makes of the transaction. */
export interface Verdict {
  readonly transaction: TransactionState
  readonly operation: OperationState
  readonly responseCode: string
  /** Null unless something was approved. */
  readonly approved: Money | null
  /** Whether it is reversed: an approval against a rule, or an unknown outcome. */
  readonly reverse: boolean
  /** Facts of a decline that its code does not tell. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** A decline before the processor is called. */
export const declinedByGateway = (responseCode: string, details?: Readonly<Record<string, unknown>>): Verdict => ({
  transaction: 'declined',
  operation: 'declined',
  responseCode,
  approved: null,
  reverse: false,
  ...(details && { details }),
})

/** An approval that a rule of the account declines, which is reversed. */
export const declinedByRule = (responseCode: string): Verdict => ({ ...declinedByGateway(responseCode), reverse: true })

/** An operation that may have happened, and is reversed. */
export const unknownOutcome: Verdict = {
  // Not declined: it may have happened. The payment stays pending until the processor has acknowledged the reversal.
  transaction: 'pending',
  operation: 'pending',
  responseCode: '68',
  approved: null,
  reverse: true,
}

const notSent: Verdict = {
  transaction: 'failed',
  operation: 'failed',
  responseCode: '92',
  approved: null,
  reverse: false,
}

/**
 * What the processor's outcome makes of a transaction.
 *
 * @param state of an approved one: authorized, or refunded for a credit
 */
export const toVerdict = (outcome: Outcome, state: 'authorized' | 'refunded' = 'authorized'): Verdict => {
  switch (outcome.result) {
    case 'approved':
      return {
        transaction: state,
        operation: 'approved',
        responseCode: outcome.code,
        approved: outcome.approved,
        reverse: false,
      }
    case 'declined':
      return declinedByGateway(outcome.code)
    case 'notSent':
      return notSent
    case 'pending':
    case 'unknown':
      return unknownOutcome
  }
}

/** The state of a capture, void or credit after an outcome; null while that is unknown. */
export const toModificationVerdict = (
  outcome: Outcome,
): (Pick<Verdict, 'responseCode'> & { status: OperationState }) | null => {
  const { operation, responseCode } = toVerdict(outcome)
  return operation === 'pending' ? null : { status: operation, responseCode }
}
