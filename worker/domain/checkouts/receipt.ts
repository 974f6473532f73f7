import type { PaymentServices } from '../../services.ts'
import { paidTry } from './states.ts'
import { viewOf } from './view.ts'

/**
 * Sends the receipt of a checkout, if one is due. Of any number who want to at once one does; a receipt that could not be sent stays so, and
 * the payment stands.
 */
export const sendReceipt = async (id: string, services: PaymentServices): Promise<void> => {
  const { checkouts, mailReceipt } = services
  const found = await checkouts.find(id)
  const paid = found === null ? undefined : paidTry(found)
  if (found === null || paid === undefined || found.checkout.receipt !== 'due') return
  if (!(await checkouts.takeReceipt(id))) return
  if (await mailReceipt(viewOf(found, services), { to: paid.email, locale: paid.locale }))
    await checkouts.receiptSent(id)
}
