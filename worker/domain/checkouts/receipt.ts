import type { AccountServices } from '../../app/compose.ts'
import { paidTry } from './states.ts'
import { viewOf } from './view.ts'

/**
 * Sends the receipt of a checkout, if one is due. Of any number who want to at once one does; a receipt that could not be sent stays so, and
 * the payment stands. It is drawn before it is taken, so that one that cannot be drawn stays due, and is heard of at every sweep.
 */
export const sendReceipt = async (id: string, services: AccountServices): Promise<void> => {
  const { checkouts, drawReceipt } = services
  const found = await checkouts.find(id)
  const paid = found === null ? undefined : paidTry(found)
  if (found === null || paid === undefined || found.checkout.receipt !== 'due') return
  const send = await drawReceipt(viewOf(found, services), { to: paid.email, locale: paid.locale })
  if ((await checkouts.takeReceipt(id)) && (await send())) await checkouts.receiptSent(id)
}
