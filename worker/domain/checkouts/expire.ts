import type { CheckoutSweepStore } from '../../store/checkouts/checkoutStore.ts'
import type { Clock } from '../clock.ts'

const checkoutsAtOnce = 200
/** Checkouts with a pending payment are checked again after this time: its outcome is known by then. */
const recheckAfterMs = 60_000

interface Needs {
  readonly checkouts: Pick<CheckoutSweepStore, 'expire'>
  readonly clock: Clock
}

/** Announces unpaid checkouts that expired, with `checkout.expired`. */
export const expireCheckouts = async ({ clock, checkouts }: Needs) => {
  const now = clock.now()
  return { checkoutsExpired: await checkouts.expire(now, now + recheckAfterMs, checkoutsAtOnce) }
}
