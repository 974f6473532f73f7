import type { TransactionSweepStore } from '../../../store/transactions/transactionStore.ts'
import { countOutcomes } from '../../countOutcomes.ts'
import { retryOnIdCollision } from '../retryOnIdCollision.ts'
import type { TransactionIdNeeds } from '../retryOnIdCollision.ts'

interface Needs extends TransactionIdNeeds {
  readonly transactions: Pick<TransactionSweepStore, 'expire' | 'findLapsed'>
}

const paymentsPerSweep = 50

/** Expires authorizations whose lifetime is over. A reversal releases the rest of each hold. */
export const expireAuthorizations = async (needs: Needs) => {
  const { transactions, clock } = needs
  const lapsed = await transactions.findLapsed(clock.now(), paymentsPerSweep)
  const outcomes = await countOutcomes(lapsed, async ({ id }) => {
    const expired = await retryOnIdCollision(needs, (releaseId) =>
      transactions.expire(id, { releaseId, at: clock.now() }),
    )
    return expired ? 'expired' : 'overtaken'
  })
  return { expired: outcomes.get('expired') ?? 0 }
}
