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

type AccountNeeds = CompleteCheckoutNeeds & SendReceiptNeeds & { readonly checkouts: Pick<CheckoutStore, 'nothingDue'> }

interface Needs {
  readonly checkouts: Pick<CheckoutSweepStore, 'claimDue'>
  readonly clock: Clock
  readonly limits: Pick<TimeLimits, 'reversalLeaseMs'>
  readonly servicesOf: (due: DueCheckout, by: string) => AccountNeeds
}

/**
 * Completes checkouts whose request ended before the customer, the payment method and the subscription were written or the receipt was sent,
 * and those whose payment had no outcome yet.
 */
export const finishCheckouts = async (services: Needs) => {
  const { clock, limits, checkouts } = services
  const now = clock.now()
  const leased = now + limits.reversalLeaseMs
  const due = await checkouts.claimDue(now, leased, checkoutsAtOnce)
  const failures: unknown[] = []
  const finishOne = async (one: DueCheckout): Promise<'completed' | 'looked' | 'failed'> => {
    try {
      return await finish(one, leased, services)
    } catch (failure) {
      failures.push(failure)
      return 'failed'
    }
  }
  const counts = await countOutcomes(due, finishOne)
  if (failures.length > 0) throw failures[0]
  return { checkoutsCompleted: counts.get('completed') ?? 0 }
}

const finish = async (one: DueCheckout, leased: number, services: Needs): Promise<'completed' | 'looked'> => {
  const payment = services.servicesOf(one, one.key)
  const found = await payment.checkouts.find(one.id)
  // It comes back when the lease ends, until its payment is known.
  if (found === null || checkoutStatus(found, payment.clock.now()).status === 'processing') return 'looked'
  if (paidAttempt(found) === undefined) {
    await payment.checkouts.nothingDue(one.id, leased, found.tries.length)
    return 'looked'
  }
  await completeCheckout(found, payment)
  await sendReceipt(one.id, payment)
  await payment.checkouts.nothingDue(one.id, leased, found.tries.length)
  return found.completion === null ? 'completed' : 'looked'
}
