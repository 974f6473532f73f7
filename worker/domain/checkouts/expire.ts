import type { SweepServices } from '../../app/compose.ts'

const checkoutsAtOnce = 200
/** Until then it is known what became of a try that was under way. */
const againMs = 60_000

/** Announces checkouts that ran out before anybody paid them. */
export const expireCheckouts = async ({ clock, checkouts }: SweepServices) => {
  const now = clock.now()
  return { checkoutsExpired: await checkouts.expire(now, now + againMs, checkoutsAtOnce) }
}
