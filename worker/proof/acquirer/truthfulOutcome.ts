import type { ResolvedOutcome } from '#contract/transactions/attention'
import type { Ledger } from './ledger.ts'

/** An operation that needs attention, as a person sees it. */
export interface UnclearOperation {
  readonly id: string
  readonly type: string
  /** The payment's first operation. */
  readonly payment: string
  /** Status of the payment. */
  readonly status: string
}

/**
 * The verdict of a person who reads the acquirer's ledger. A payment that was declined and still stands there is reversed by hand: a reversal
 * that did not happen would leave the shopper charged.
 */
export const truthfulOutcome = (
  { find, reverse }: Pick<Ledger, 'find' | 'reverse'>,
  { id, type, payment, status }: UnclearOperation,
): ResolvedOutcome => {
  const isInEffect = (op: string): boolean => find(op)?.state === 'approved'
  if (type !== 'reversal') return isInEffect(id) ? 'happened' : 'did_not_happen'
  if (!isInEffect(payment)) return 'happened'
  if (status !== 'declined') return 'did_not_happen'
  reverse(payment)
  return 'happened'
}
