import type { TransactionSweepStore } from '../../../store/transactions/transactionStore.ts'
import { countOutcomes } from '../../countOutcomes.ts'
import type { Budget } from '../../work/budget.ts'
import { retryOnIdCollision } from '../retryOnIdCollision.ts'
import type { TransactionIdNeeds } from '../retryOnIdCollision.ts'

interface Needs extends TransactionIdNeeds {
  readonly budget: Budget
  readonly transactions: Pick<TransactionSweepStore, 'expire' | 'findLapsed'>
}

/** Expires authorizations whose lifetime is over, the oldest first. A reversal releases the rest of each hold. */
export const expireAuthorizations = async (needs: Needs) => {
  const { transactions, clock, budget } = needs
  let total = 0
  for (;;) {
    const limit = Math.min(budget.room, budget.itemsAtOnce)
    const lapsed = limit > 0 ? await transactions.findLapsed(clock.now(), limit) : []
    const outcomes = await countOutcomes(lapsed, ({ id }) => budget.process(() => expire(id, needs)))
    const expired = outcomes.get('expired') ?? 0
    total += expired
    // Those that were overtaken would be found again.
    if (expired < limit || limit === 0) return { expired: total }
  }
}

const expire = async (id: number, needs: Needs): Promise<'expired' | 'overtaken'> => {
  const { transactions, clock } = needs
  const expired = await retryOnIdCollision(needs, (releaseId) =>
    transactions.expire(id, { releaseId, at: clock.now() }),
  )
  return expired ? 'expired' : 'overtaken'
}
