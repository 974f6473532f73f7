import type { OperationState, TransactionState } from '#contract/transactions'
import type { Outcome } from '../../processors/processor.ts'
import type { Money } from '../money.ts'

/** What an answer to a transaction's first operation means for it. */
export interface Verdict {
  readonly transaction: TransactionState
  readonly operation: OperationState
  readonly responseCode: string
  /** Null unless something was approved. */
  readonly approved: Money | null
  /** An approval to undo, or an operation that may have happened. */
  readonly reverse: boolean
  /** Facts of a decline that its code does not tell. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** The gateway said no before it asked. */
export const declinedByGateway = (responseCode: string, details?: Readonly<Record<string, unknown>>): Verdict => ({
  transaction: 'declined',
  operation: 'declined',
  responseCode,
  approved: null,
  reverse: false,
  ...(details && { details }),
})

/** The account's rules said no to an approval, which is undone. */
export const declinedByRule = (responseCode: string): Verdict => ({ ...declinedByGateway(responseCode), reverse: true })

/** It may have happened, and is being undone. */
export const unknownOutcome: Verdict = {
  // Not declined: it may have happened. The payment stays pending until the other side has acknowledged the reversal.
  transaction: 'pending',
  operation: 'pending',
  responseCode: '68',
  approved: null,
  reverse: true,
}

const neverSent: Verdict = {
  transaction: 'failed',
  operation: 'failed',
  responseCode: '92',
  approved: null,
  reverse: false,
}

/**
 * The processor's answer to a transaction's first operation.
 *
 * @param state where an approval puts it: authorized, or refunded where it was a credit
 */
export const verdictOf = (outcome: Outcome, state: 'authorized' | 'refunded' = 'authorized'): Verdict => {
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
      return neverSent
    case 'pending':
    case 'unknown':
      return unknownOutcome
  }
}

/** What an answer to a capture, void or credit means for it; null as long as nobody knows. */
export const modificationVerdict = (
  outcome: Outcome,
): (Pick<Verdict, 'responseCode'> & { status: OperationState }) | null => {
  const { operation, responseCode } = verdictOf(outcome)
  return operation === 'pending' ? null : { status: operation, responseCode }
}
