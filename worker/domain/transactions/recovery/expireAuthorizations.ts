import type { TransactionSweepStore } from '../../../store/transactions/transactionStore.ts'
import type { Clock } from '../../clock.ts'
import { countOutcomes } from '../../countOutcomes.ts'
import type { TimeLimits } from '../../timeLimits.ts'
import { retryOnIdCollision } from '../retryOnIdCollision.ts'
import type { TransactionIdNeeds } from '../retryOnIdCollision.ts'
import { scannedUntil, scanUntil } from './scans.ts'

interface Needs extends TransactionIdNeeds {
  readonly limits: Pick<TimeLimits, 'abandonAfterMs'>
  /** Without the account's test clock. */
  readonly realClock: Clock
  readonly transactions: Pick<TransactionSweepStore, 'expire' | 'findLapsed' | 'scanHolds'>
}

const paymentsPerSweep = 50

/** Expires authorizations whose lifetime is over. A reversal releases the rest of each hold. */
export const expireAuthorizations = async (needs: Needs) => {
  const { transactions, clock, realClock, limits } = needs
  await scanUntil(transactions.scanHolds, scannedUntil(realClock.now(), limits).holdsUntil)
  const lapsed = await transactions.findLapsed(clock.now(), paymentsPerSweep)
  const outcomes = await countOutcomes(lapsed, async ({ id }) => {
    const expired = await retryOnIdCollision(needs, (releaseId) =>
      transactions.expire(id, { releaseId, at: clock.now() }),
    )
    return expired ? 'expired' : 'overtaken'
  })
  return { expired: outcomes.get('expired') ?? 0 }
}
