import type { CancelReason, CheckoutStatus } from '#contract/checkout/view'
import type { TransactionState } from '#contract/transactions'
import type { FoundCheckout, TryRow } from '../../store/checkouts.ts'

/** After so many declined tries a checkout is closed: whoever tries cards does so elsewhere. */
export const mostDeclines = 10

/** States of a payment in which no money moves with it any more, and none did. */
const cameToNothing: ReadonlySet<TransactionState> = new Set(['declined', 'failed', 'reversed'])

/** The try that has paid, if one has. A payment that was given back later was one all the same. */
export const paidTry = ({ tries }: Pick<FoundCheckout, 'tries'>): TryRow | undefined =>
  tries.find(({ status }) => status !== 'pending' && !cameToNothing.has(status))

/**
 * How a checkout stands at a moment. That follows from its tries' payments, whoever wrote their outcome down, so it cannot disagree with
 * them.
 *
 * @param now milliseconds since 1970
 */
export const statusOf = (
  { checkout, tries }: Pick<FoundCheckout, 'checkout' | 'tries'>,
  now: number,
): { readonly status: CheckoutStatus; readonly reason: CancelReason | null } => {
  const stands = (status: CheckoutStatus, reason: CancelReason | null = null) => ({ status, reason })
  if (paidTry({ tries }) !== undefined) return stands('completed')
  if (tries.some(({ status }) => status === 'pending')) return stands('processing')
  if (checkout.canceled !== null) return stands('canceled', 'merchant')
  if (tries.filter(({ status }) => status === 'declined').length >= mostDeclines)
    return stands('canceled', 'too_many_declines')
  return stands(checkout.expires <= now ? 'expired' : 'open')
}
