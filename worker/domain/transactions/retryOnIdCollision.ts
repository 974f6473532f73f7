import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'

const attempts = 5

const isTaken = (thrown: unknown): boolean =>
  thrown instanceof Error && /UNIQUE constraint failed: (transactions|operations)\.id/.test(thrown.message)

/**
 * Does a write under a fresh transaction id, and again under another where the id is taken: ids hold 900 numbers a millisecond, and only
 * the primary key knows which are free. The write must be one batch, so that a failed one has left nothing.
 */
export const retryOnIdCollision = async <T>(
  { ids, clock }: { ids: Ids; clock: Clock },
  write: (id: number) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write(Number(ids.transactionId(clock.now())))
    } catch (thrown) {
      if (!isTaken(thrown) || attempt === attempts) throw thrown
    }
  }
}
