import type { CheckoutSweepStore } from '../../../store/checkouts/checkoutStore.ts'
import type { CheckoutStore } from '../../../store/checkouts/checkoutStore.ts'
import type { DueCheckout } from '../../../store/checkouts/dueCheckouts.ts'
import type { Budget } from '../../work/budget.ts'
import { workThrough } from '../../work/workThrough.ts'
import type { Clock } from '../../clock.ts'
import type { TimeLimits } from '../../timeLimits.ts'
import { completeCheckout } from './complete.ts'
import type { CompleteCheckoutNeeds } from './complete.ts'
import { sendReceipt } from './receipt.ts'
import type { SendReceiptNeeds } from './receipt.ts'
import { paidAttempt, checkoutStatus } from '../status.ts'

type AccountNeeds = CompleteCheckoutNeeds & SendReceiptNeeds & { readonly checkouts: Pick<CheckoutStore, 'clearDue'> }

interface Needs {
  readonly budget: Budget
  readonly clock: Clock
  readonly checkouts: Pick<CheckoutSweepStore, 'claimDue'>
  readonly limits: Pick<TimeLimits, 'reversalLeaseMs'>
  /** The services of the account. @param by the API key that created the checkout */
  actAs(by: string): AccountNeeds
}

/**
 * Completes paid checkouts whose request ended before customer, payment method and subscription were stored, before the receipt was sent, or
 * before the payment had an outcome.
 */
export const completeDueCheckouts = async (needs: Needs) => {
  const { clock, limits, checkouts, budget, actAs } = needs
  const counts = await workThrough(
    async (limit) => {
      const nowMs = clock.now()
      const leaseUntil = nowMs + limits.reversalLeaseMs
      const claimed = await checkouts.claimDue({ nowMs, leaseUntil, limit })
      return claimed.map((due) => ({ due, leaseUntil }))
    },
    ({ due, leaseUntil }) => completeDue(due, leaseUntil, actAs(due.key)),
    budget,
  )
  return { checkoutsCompleted: counts.get('completed') ?? 0 }
}

const completeDue = async (
  due: DueCheckout,
  leased: number,
  services: AccountNeeds,
): Promise<'completed' | 'unchanged'> => {
  const found = await services.checkouts.find(due.id)
  // The checkout is due again when the lease ends, until its payment has an outcome.
  if (found === null || checkoutStatus(found, services.clock.now()).status === 'processing') return 'unchanged'
  if (paidAttempt(found) === undefined) {
    await services.checkouts.clearDue(due.id, leased, found.attempts.length)
    return 'unchanged'
  }
  await completeCheckout(found, services)
  await sendReceipt(due.id, services)
  await services.checkouts.clearDue(due.id, leased, found.attempts.length)
  return found.completion === null ? 'completed' : 'unchanged'
}
