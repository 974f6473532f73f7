import { tokenTime } from '#contract/tokens/tokenTime'
import type { ShardRetentionStore } from '../../store/sql/retentionSweepStore.ts'
import type { Clock } from '../clock.ts'
import { tokenLifetimeMs } from '../tokens/create.ts'

/** Between two counts of tokens and idempotency keys. Their quotas are exact to this time. */
export const usageCountedEveryMs = 10 * 60_000

interface Needs {
  readonly clock: Clock
  readonly retention: Pick<ShardRetentionStore, 'countUsage'>
}

/** Counts what accounts use of the quotas whose rows come and go within a day. Runs by real time. */
export const countQuotaUsage = async ({ retention, clock }: Needs) => {
  const at = clock.now()
  await retention.countUsage({ tokensFrom: tokenTime(at - 2 * tokenLifetimeMs), at })
  // Nothing is left to do: no count of the log.
  return {}
}
