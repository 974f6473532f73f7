import { refuse } from '#contract/errors/apiError'
import type { Refusal } from '#contract/errors/apiError'
import type { CheckoutStore } from '../../store/checkouts/checkoutStore.ts'
import type { FoundCheckout } from '../../store/checkouts/checkouts.ts'
import type { Clock } from '../clock.ts'
import { findCheckout } from './get.ts'
import { shownCheckout } from './toApi.ts'
import { checkoutStatus } from './status.ts'

const whyNot = (found: FoundCheckout, now: number): Refusal | null => {
  const { status, reason } = checkoutStatus(found, now)
  if (status === 'open') return null
  if (status === 'processing') return refuse('operation_in_progress')
  return reason === 'merchant' ? refuse('already_canceled') : refuse('checkout_closed', { details: { state: status } })
}

interface Needs {
  readonly checkouts: Pick<CheckoutStore, 'cancel' | 'find'>
  readonly clock: Clock
}

/**
 * Cancels a checkout. A payment at the same moment either comes first or finds it canceled.
 *
 * Errors: not_found; operation_in_progress, already_canceled, checkout_closed (409).
 */
export const cancelCheckout = async (id: string, services: Needs) => {
  const { checkouts, clock } = services
  const found = await findCheckout(id, services)
  const at = clock.now()
  const refusal = whyNot(found, at)
  if (refusal !== null) throw refusal
  if (!(await checkouts.cancel(id, { at, action: 'checkout.canceled', detail: { checkout: id } })))
    // Somebody was faster: to pay, or to cancel it. Open once more: whoever tried to pay was declined meanwhile.
    throw whyNot(await findCheckout(id, services), clock.now()) ?? refuse('operation_in_progress')
  return shownCheckout({ ...found, checkout: { ...found.checkout, canceled: at } }, at)
}
