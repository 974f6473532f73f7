import { mostReceipts } from '#contract/checkouts/checkouts'
import type { SendReceipt } from '#contract/checkouts/checkouts'
import { apiError } from '#contract/errors/apiError'
import type { CheckoutStore } from '../../../store/checkouts/checkoutStore.ts'
import { findCheckoutWithReceipts } from '../get.ts'
import { toCheckoutView } from '../page/view.ts'
import { checkoutStatus, paidAttempt } from '../status.ts'
import { toCheckoutWithReceipts } from '../toApi.ts'
import type { SendReceiptNeeds } from './receipt.ts'

type Needs = Omit<SendReceiptNeeds, 'checkouts'> & {
  readonly checkouts: Pick<CheckoutStore, 'findWithReceipts' | 'insertReceipt' | 'markReceiptResent'>
}

const dayMs = 86_400_000

/**
 * Sends the receipt of a paid checkout again, to the shopper or to another address. It is recorded before it is sent, so a request that ends
 * early sends nothing that the record lacks.
 *
 * Errors: not_found (404); invalid_state (409), if it is not paid; required, without an address; limit_reached (409).
 */
export const resendReceipt = async (id: string, { email }: SendReceipt, services: Needs) => {
  const { checkouts, clock, drawReceipt } = services
  const found = await findCheckoutWithReceipts(id, services)
  const paid = paidAttempt(found)
  if (paid === undefined) {
    const { status } = checkoutStatus(found, clock.now())
    throw apiError('invalid_state', { details: { state: status, allowed: ['completed'] } })
  }
  const to = email ?? paid.email
  if (to === '') throw apiError('required', { field: 'email' })
  const recipient = to === paid.email ? 'shopper' : 'other'
  const view = toCheckoutView(found, services, recipient === 'shopper' ? 'mail' : 'anybody')
  const send = await drawReceipt(view, { to, locale: paid.locale })
  const at = clock.now()
  const nth = await checkouts.insertReceipt({ checkout: id, at, recipient, most: mostReceipts, since: at - dayMs })
  if (nth === null) throw apiError('limit_reached', { details: { max: mostReceipts } })
  if (await send()) await checkouts.markReceiptResent(id, nth)
  return toCheckoutWithReceipts(await findCheckoutWithReceipts(id, services), clock.now())
}
