import type { CheckoutSweepStore } from '../../store/checkouts/checkoutStore.ts'
import type { Clock } from '../clock.ts'

const checkoutsAtOnce = 200

interface Needs {
  readonly checkouts: Pick<CheckoutSweepStore, 'redactUnpaid'>
  readonly clock: Clock
}

/** Redacts the personal data of checkouts that expired unpaid a while ago. */
export const forgetUnpaid = async ({ clock, checkouts }: Needs) => ({
  checkoutsForgotten: await checkouts.redactUnpaid(clock.now(), checkoutsAtOnce),
})
