import type { CheckoutSweepStore } from '../../../store/checkouts/checkoutStore.ts'
import type { CheckoutStore } from '../../../store/checkouts/checkoutStore.ts'
import type { DueCheckout } from '../../../store/checkouts/checkouts.ts'
import { countOutcomes } from '../../countOutcomes.ts'
import type { Clock } from '../../clock.ts'
import type { TimeLimits } from '../../timeLimits.ts'
import { completeCheckout } from './complete.ts'
import type { CompleteCheckoutNeeds } from './complete.ts'
import { sendReceipt } from './receipt.ts'
import type { SendReceiptNeeds } from './receipt.ts'
import { paidAttempt, checkoutStatus } from '../status.ts'

const checkoutsAtOnce = 50

type AccountNeeds = CompleteCheckoutNeeds & SendReceiptNeeds & { readonly checkouts: Pick<CheckoutStore, 'clearDue'> }

interface Needs {
  readonly checkouts: Pick<CheckoutSweepStore, 'claimDue'>
  readonly clock: Clock
  readonly limits: Pick<TimeLimits, 'reversalLeaseMs'>
  readonly servicesOf: (due: DueCheckout, by: string) => AccountNeeds
}

/**
 * Completes paid checkouts whose request ended before customer, payment method and subscription were stored, before the receipt was sent, or
 * before the payment had an outcome.
 */
export const completeDueCheckouts = async (services: Needs) => {
  const { clock, limits, checkouts } = services
  const now = clock.now()
  const leased = now + limits.reversalLeaseMs
  const claimed = await checkouts.claimDue(now, leased, checkoutsAtOnce)
  const failures: unknown[] = []
  const completeOne = async (due: DueCheckout): Promise<'completed' | 'unchanged' | 'failed'> => {
    try {
      return await completeDue(due, leased, services)
    } catch (failure) {
      failures.push(failure)
      return 'failed'
    }
  }
  const counts = await countOutcomes(claimed, completeOne)
  if (failures.length > 0) throw failures[0]
  return { checkoutsCompleted: counts.get('completed') ?? 0 }
}

const completeDue = async (due: DueCheckout, leased: number, services: Needs): Promise<'completed' | 'unchanged'> => {
  const accountServices = services.servicesOf(due, due.key)
  const found = await accountServices.checkouts.find(due.id)
  // The checkout is due again when the lease ends, until its payment has an outcome.
  if (found === null || checkoutStatus(found, accountServices.clock.now()).status === 'processing') return 'unchanged'
  if (paidAttempt(found) === undefined) {
    await accountServices.checkouts.clearDue(due.id, leased, found.attempts.length)
    return 'unchanged'
  }
  await completeCheckout(found, accountServices)
  await sendReceipt(due.id, accountServices)
  await accountServices.checkouts.clearDue(due.id, leased, found.attempts.length)
  return found.completion === null ? 'completed' : 'unchanged'
}
