import { cameToNothing, mostDeclines } from '#contract/checkouts/attempts'
import type { CancelReason, CheckoutStatus } from '#contract/checkouts/view'
import type { TransactionState } from '#contract/transactions/transactions'
import type { CheckoutRow } from '../../store/checkouts/checkoutColumns.ts'
import type { FoundCheckout, TryRow } from '../../store/checkouts/checkouts.ts'

const unsuccessful: ReadonlySet<TransactionState> = new Set(cameToNothing)

/** The try that has paid, if one has. A payment that was given back later was one all the same. */
export const paidAttempt = ({ tries }: Pick<FoundCheckout, 'tries'>): TryRow | undefined =>
  tries.find(({ status }) => status !== 'pending' && !unsuccessful.has(status))

const stands = (status: CheckoutStatus, reason: CancelReason | null = null) => ({ status, reason })

/**
 * How a checkout stands at a moment. That follows from its tries' payments, whoever wrote their outcome down, so it cannot disagree with
 * them. One that was announced as expired stays that, by whichever clock.
 *
 * @param now milliseconds since 1970
 */
export const checkoutStatus = (
  {
    checkout,
    tries,
  }: Pick<FoundCheckout, 'tries'> & { readonly checkout: Pick<CheckoutRow, 'canceled' | 'expires' | 'announceExpiry'> },
  now: number,
): { readonly status: CheckoutStatus; readonly reason: CancelReason | null } => {
  if (paidAttempt({ tries }) !== undefined) return stands('completed')
  if (tries.some(({ status }) => status === 'pending')) return stands('processing')
  if (checkout.canceled !== null) return stands('canceled', 'merchant')
  if (tries.filter(({ status }) => status === 'declined').length >= mostDeclines)
    return stands('canceled', 'too_many_declines')
  return stands(checkout.expires <= now || checkout.announceExpiry === null ? 'expired' : 'open')
}
