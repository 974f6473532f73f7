import type { SweepServices } from '../../app/compose.ts'

const checkoutsAtOnce = 200

/** Forgets whom checkouts were for that were never paid, a while after they have expired. */
export const forgetUnpaid = async ({ clock, checkouts }: SweepServices) => ({
  checkoutsForgotten: await checkouts.forgetUnpaid(clock.now(), checkoutsAtOnce),
})
