import type { OperationState, TransactionState } from '#contract/transactions'
import type { Outcome } from '../../processors/processor.ts'
import type { Money } from '../money.ts'

/** What an answer to an authorize means for the payment. */
export interface Verdict {
  readonly transaction: TransactionState
  readonly operation: OperationState
  readonly responseCode: string
  /** Null unless something was approved. */
  readonly approved: Money | null
  /** An approval to undo, or an operation that may have happened. */
  readonly reverse: boolean
}

/** The gateway said no before it asked. */
export const declinedByGateway = (responseCode: string): Verdict => ({
  transaction: 'declined',
  operation: 'declined',
  responseCode,
  approved: null,
  reverse: false,
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

/** The processor's answer to an authorize. */
export const verdictOf = (outcome: Outcome): Verdict => {
  switch (outcome.result) {
    case 'approved':
      return {
        transaction: 'authorized',
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
