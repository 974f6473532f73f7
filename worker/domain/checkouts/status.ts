import { unpaidStates, maxDeclines } from '#contract/checkouts/attempts'
import type { CancelReason, CheckoutStatus } from '#contract/checkouts/view'
import type { TransactionState } from '#contract/transactions/transactions'
import type { CheckoutRow } from '../../store/checkouts/checkoutColumns.ts'
import type { FoundCheckout } from '../../store/checkouts/findCheckout.ts'
import type { CheckoutAttemptRow } from '../../store/checkouts/attemptRows.ts'

const unsuccessful: ReadonlySet<TransactionState> = new Set(unpaidStates)

/** The attempt that paid, if any. A payment that was voided or refunded later counts. */
export const paidAttempt = ({ attempts }: Pick<FoundCheckout, 'attempts'>): CheckoutAttemptRow | undefined =>
  attempts.find(({ status }) => status !== 'pending' && !unsuccessful.has(status))

const result = (status: CheckoutStatus, reason: CancelReason | null = null) => ({ status, reason })

/**
 * The status of a checkout at a moment. It is derived from the payments of its attempts, so that the two never disagree. A checkout that was
 * announced as expired stays expired when the test clock goes back.
 *
 * @param now milliseconds since 1970
 */
export const checkoutStatus = (
  {
    checkout,
    attempts,
  }: Pick<FoundCheckout, 'attempts'> & {
    readonly checkout: Pick<CheckoutRow, 'canceled' | 'expires' | 'announceExpiry'>
  },
  now: number,
): { readonly status: CheckoutStatus; readonly reason: CancelReason | null } => {
  if (paidAttempt({ attempts }) !== undefined) return result('completed')
  if (attempts.some(({ status }) => status === 'pending')) return result('processing')
  if (checkout.canceled !== null) return result('canceled', 'merchant')
  if (attempts.filter(({ status }) => status === 'declined').length >= maxDeclines)
    return result('canceled', 'too_many_declines')
  return result(checkout.expires <= now || checkout.announceExpiry === null ? 'expired' : 'open')
}
