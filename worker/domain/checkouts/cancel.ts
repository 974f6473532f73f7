import { apiError } from '#contract/errors/apiError'
import type { ApiError } from '#contract/errors/apiError'
import type { CheckoutStore } from '../../store/checkouts/checkoutStore.ts'
import type { FoundCheckout } from '../../store/checkouts/findCheckout.ts'
import type { Clock } from '../clock.ts'
import { findCheckout } from './get.ts'
import { toCheckoutDetails } from './toApi.ts'
import { checkoutStatus } from './status.ts'

const cancelError = (found: FoundCheckout, now: number): ApiError | null => {
  const { status, reason } = checkoutStatus(found, now)
  if (status === 'open') return null
  if (status === 'processing') return apiError('operation_in_progress')
  return reason === 'merchant'
    ? apiError('already_canceled')
    : apiError('checkout_closed', { details: { state: status } })
}

interface Needs {
  readonly checkouts: Pick<CheckoutStore, 'cancel' | 'find'>
  readonly clock: Clock
}

/**
 * Cancels a checkout. Of a concurrent payment and cancellation one succeeds.
 *
 * Errors: not_found (404); operation_in_progress, already_canceled, checkout_closed (409).
 */
export const cancelCheckout = async (id: string, services: Needs) => {
  const { checkouts, clock } = services
  const found = await findCheckout(id, services)
  const at = clock.now()
  const error = cancelError(found, at)
  if (error !== null) throw error
  const changes = { status: { old: 'open', new: 'canceled' } }
  if (!(await checkouts.cancel(id, { at, action: 'checkout.canceled', detail: { checkout: id, changes } })))
    // A concurrent payment or cancellation was first. If the checkout is open again, the payment was declined.
    throw cancelError(await findCheckout(id, services), clock.now()) ?? apiError('operation_in_progress')
  return toCheckoutDetails({ ...found, checkout: { ...found.checkout, canceled: at } }, at)
}
