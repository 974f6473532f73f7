import type { SweepServices } from '../../app/compose.ts'
import { tally } from '../tally.ts'
import { retryOnIdCollision } from './retryOnIdCollision.ts'

const paymentsAtOnce = 50

/** Lets authorizations expire whose time has come. What they still held is given back like any rest. */
export const expireAuthorizations = async (services: SweepServices) => {
  const { transactions, clock } = services
  const lapsed = await transactions.findLapsed(clock.now(), paymentsAtOnce)
  const came = await tally(lapsed, async ({ id }) => {
    const expired = await retryOnIdCollision(services, (releaseId) =>
      transactions.expire(id, { releaseId, at: clock.now() }),
    )
    return expired ? 'expired' : 'overtaken'
  })
  return { expired: came.get('expired') ?? 0 }
}
