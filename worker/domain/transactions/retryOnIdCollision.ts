import { IdCollision } from '#contract/transactions/idCollision'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'

export interface TransactionIdNeeds {
  readonly clock: Clock
  readonly ids: Pick<Ids, 'transactionId'>
}

const attempts = 5

/**
 * Calls `write` with a new transaction id, and with another one if that id is taken: a millisecond has 900 ids, and only the
 * primary key detects collisions. The write must be one batch, so that a failed one has written nothing.
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
