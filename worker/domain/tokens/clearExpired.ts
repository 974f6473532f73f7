import type { RetentionSweepStore } from '../../store/sql/retentionSweepStore.ts'
import type { Clock } from '../clock.ts'

const tokensAtOnce = 500

interface Needs {
  readonly clock: Clock
  readonly retention: Pick<RetentionSweepStore, 'clearExpiredTokens'>
}

/** Deletes the sealed values of expired tokens. */
export const clearTokens = async ({ retention, clock }: Needs) => ({
  tokensCleared: await retention.clearExpiredTokens(clock.now(), tokensAtOnce),
})
