import { IdCollision } from '#contract/transactions/idCollision'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'

export interface TransactionIdNeeds {
  readonly clock: Clock
  readonly ids: Pick<Ids, 'transactionId'>
}

const attempts = 5

/**
 * Writes under a fresh transaction id, and again under another where the id is taken: there are 900 ids a millisecond, and only the primary
 * key knows which are free. The write must be one batch, so that a failed one has written nothing.
 */
export const retryOnIdCollision = async <T>(
  { ids, clock }: TransactionIdNeeds,
  write: (id: number) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write(Number(ids.transactionId(clock.now())))
    } catch (thrown) {
      if (!(thrown instanceof IdCollision) || attempt === attempts) throw thrown
    }
  }
}
