import type { CheckoutSweepStore } from '../../store/checkouts/checkoutStore.ts'
import type { Clock } from '../clock.ts'

const checkoutsAtOnce = 200

interface Needs {
  readonly checkouts: Pick<CheckoutSweepStore, 'redactUnpaid'>
  readonly clock: Clock
}

/** Redacts the personal data of unpaid checkouts, 90 days after their expiry. */
export const redactExpiredCheckouts = async ({ clock, checkouts }: Needs) => ({
  checkoutsRedacted: await checkouts.redactUnpaid(clock.now(), checkoutsAtOnce),
})
