import { tokenRetentionMs, tokenTime } from '#contract/tokens/tokenTime'
import type { RetentionSweepStore, ShardRetentionStore } from '../../store/sql/retentionSweepStore.ts'
import type { TokenTimes } from '../../store/tokens/tokens.ts'
import type { Clock } from '../clock.ts'
import { tokenLifetimeMs } from './create.ts'

/** @param nowMs real time, milliseconds since 1970 */
export const tokenTimes = (nowMs: number): TokenTimes => ({
  expired: tokenTime(nowMs - tokenLifetimeMs),
  deletable: tokenTime(nowMs - tokenRetentionMs),
})

const tokensAtOnce = 500
const scannedAtOnce = 5_000
const mostScans = 5

interface Needs {
  readonly clock: Clock
  readonly retention: Pick<RetentionSweepStore, 'clearTokensByClock'>
}

/** Deletes the sealed values of expired tokens of an account that has or had a test clock. */
export const clearTokens = async ({ retention, clock }: Needs) => ({
  tokensCleared: await retention.clearTokensByClock(clock.now(), tokensAtOnce),
})

interface ShardNeeds {
  /** Real time. */
  readonly clock: Clock
  readonly retention: Pick<ShardRetentionStore, 'clearTokensById' | 'deleteOldTokens'>
}

/** Deletes the sealed values of expired tokens, and tokens past their retention, of all accounts by their ids. */
export const clearTokensOfShard = async ({ retention, clock }: ShardNeeds) => {
  const times = tokenTimes(clock.now())
  let tokensCleared = 0
  for (let scan = 1; scan <= mostScans; scan++) {
    const cleared = await retention.clearTokensById(times, scannedAtOnce)
    if (cleared === null) break
    tokensCleared += cleared
  }
  return { tokensCleared, tokensDeleted: await retention.deleteOldTokens(times, scannedAtOnce) }
}
