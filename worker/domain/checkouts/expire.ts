import type { CheckoutSweepStore } from '../../store/checkouts/checkoutStore.ts'
import type { Clock } from '../clock.ts'

const checkoutsAtOnce = 200
/** Until then the outcome of a payment under way is known. */
const recheckAfterMs = 60_000

interface Needs {
  readonly checkouts: Pick<CheckoutSweepStore, 'expire'>
  readonly clock: Clock
}

/** Announces checkouts that expired unpaid. */
export const expireCheckouts = async ({ clock, checkouts }: Needs) => {
  const now = clock.now()
  return { checkoutsExpired: await checkouts.expire(now, now + recheckAfterMs, checkoutsAtOnce) }
}
