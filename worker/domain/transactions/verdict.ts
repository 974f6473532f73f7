import { inProgressCode } from '#contract/transactions/responseCodes'
import type { OperationState, TransactionState } from '#contract/transactions/transactions'
import type { Outcome } from '../../processors/processor.ts'
import type { Money } from '../money.ts'

/** States of a transaction and its first operation after an outcome. */
export interface Verdict {
  readonly transaction: TransactionState
  readonly operation: OperationState
  readonly responseCode: string
  /** Null unless something was approved. */
  readonly approved: Money | null
  /** Whether it is reversed: an approval against a rule of the account, or an unknown outcome. */
  readonly reverse: boolean
  /** Facts about a decline that its code does not contain. */
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

/** An approval that a rule of the account declines. It is reversed. */
export const declinedByRule = (responseCode: string): Verdict => ({ ...declinedByGateway(responseCode), reverse: true })

/** An operation that may have happened. It is reversed. */
export const unknownOutcome: Verdict = {
  // Not declined, since it may have happened. The payment stays pending until the processor has acknowledged the reversal.
  transaction: 'pending',
  operation: 'pending',
  responseCode: '68',
  approved: null,
  reverse: true,
}

/** A credit that the processor accepted and decides later. */
const pendingOutcome: Verdict = {
  transaction: 'pending',
  operation: 'pending',
  responseCode: inProgressCode,
  approved: null,
  reverse: false,
}

const notSent: Verdict = {
  transaction: 'failed',
  operation: 'failed',
  responseCode: '92',
  approved: null,
  reverse: false,
}

/**
 * Converts the processor's outcome. An authorization cannot wait for its outcome: one that is pending counts as unknown and is reversed.
 *
 * @param state of an approved transaction: authorized, or refunded for a credit
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
      // The code of an operation in progress is no decline: its reason is not given.
      return declinedByGateway(outcome.code === inProgressCode ? '05' : outcome.code)
    case 'notSent':
      return notSent
    case 'pending':
      return state === 'refunded' ? pendingOutcome : unknownOutcome
    case 'unknown':
      return unknownOutcome
  }
}

/** The state of a capture, void or credit whose outcome is known. */
export interface ModificationVerdict extends Pick<Verdict, 'responseCode'> {
  readonly status: OperationState
}

/** The state of a capture, void or credit after an outcome. Null while the outcome is pending or unknown. */
export const toModificationVerdict = (outcome: Outcome): ModificationVerdict | null => {
  const { operation, responseCode } = toVerdict(outcome)
  return operation === 'pending' ? null : { status: operation, responseCode }
}
