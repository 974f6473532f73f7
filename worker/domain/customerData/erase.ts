import type { RequestServices } from '../../app/compose.ts'
import { notFound } from '../notFound.ts'
import { erasePayments } from './erasePayments.ts'

/** Payments that one request erases at most are so many times those of one round trip. */
const piecesOfRequest = 20

/**
 * Forgets who a customer is, deleting it first where it is not deleted; what the merchant's books need stays. The first round trip does all
 * but the payments. Those follow piece by piece: `complete: false` says that there are more of them than one request may change, and the
 * sweep ends what was begun, as it does after a crash.
 *
 * Refusal: not_found (404). To erase again is none.
 */
export const eraseCustomer = async (id: string, { account, customerData, clock }: RequestServices) => {
  const at = clock.now()
  const known = await customerData.beginErasure(id, { at, action: 'customer.erased', detail: { customer: id } })
  if (!known) throw notFound('customer')
  const erasure = { account: account.id, mode: account.mode, customer: id }
  const complete = await erasePayments(erasure, piecesOfRequest, { clock, eraseNext: customerData.eraseNext })
  return { complete, errors: null }
}
