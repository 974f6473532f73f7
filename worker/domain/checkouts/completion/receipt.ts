import type { CheckoutView } from '#contract/checkouts/view'
import type { CheckoutStore } from '../../../store/checkouts/checkoutStore.ts'
import { paidAttempt } from '../status.ts'
import { toCheckoutView } from '../page/view.ts'
import type { ViewNeeds } from '../page/view.ts'

export interface SendReceiptNeeds extends ViewNeeds {
  readonly checkouts: Pick<CheckoutStore, 'find' | 'markReceiptSent' | 'claimReceipt'>
  /** Renders a receipt and returns the function that sends it, which returns false if it could not be sent. */
  readonly drawReceipt: (
    view: CheckoutView,
    mail: { readonly to: string; readonly locale: string },
  ) => Promise<() => Promise<boolean>>
}

/**
 * Sends the receipt of a checkout if one is due, once even under concurrent calls. A receipt that could not be sent is not retried. It is
 * rendered before it is claimed, so that a receipt that cannot be rendered stays due and fails in each sweep.
 */
export const sendReceipt = async (id: string, services: SendReceiptNeeds): Promise<void> => {
  const { checkouts, drawReceipt } = services
  const found = await checkouts.find(id)
  const paid = found === null ? undefined : paidAttempt(found)
  if (found === null || paid === undefined || found.checkout.receipt !== 'due') return
  const send = await drawReceipt(toCheckoutView(found, services, 'mail'), { to: paid.email, locale: paid.locale })
  if ((await checkouts.claimReceipt(id)) && (await send())) await checkouts.markReceiptSent(id)
}
