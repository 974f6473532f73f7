import { quotasOf } from '#contract/endpoint'
import type { Endpoint } from '#contract/endpoint'
import { apiError } from '#contract/errors/apiError'
import type { QuotaName, Usage } from '#contract/quotas'
import type { Gateway } from '../../app/gateway.ts'
import { findUsedUp, isNearlyUsedUp } from '../../domain/accounts/quotas.ts'
import type { Warning } from '../../domain/warning.ts'
import { readUsage } from '../../store/accounts/usage.ts'
import { isKeyClaimed } from '../../store/sql/idempotency.ts'
import type { IdempotentRequest } from '../../store/sql/idempotency.ts'
import type { Authenticated } from './authenticate.ts'

/** Adds a request, which inserts at least one row. */
const addRequest = (usage: Usage, names: readonly QuotaName[], bodyBytes: number): void => {
  for (const name of names) usage[name] = (usage[name] ?? 0) + (name === 'bytes' ? bodyBytes : 1)
}

/**
 * Checks the quotas that a request uses, with the usage that was read with its key, so it costs no round trip. While the key is cached, the
 * requests of this isolate are added. An account exceeds a quota by at most what its rate limit lets through to other isolates meanwhile.
 *
 * A quota that seems used up is read again, since something may have been deleted. A repeated request gets the response of the first one.
 *
 * Warns from 80 % on. Error: quota_exceeded (403).
 */
export const requireQuotas = async (
  endpoint: Endpoint,
  idempotent: IdempotentRequest | null,
  { key: { account, usage }, database }: Authenticated,
  bodyBytes: number,
  gateway: Gateway,
  warnings: Warning[],
): Promise<void> => {
  const names = quotasOf(endpoint, idempotent !== null)
  if (isNearlyUsedUp(names, account, usage)) warnings.push('quota_nearly_used_up')
  if (findUsedUp(names, account, usage) === null) return addRequest(usage, names, bodyBytes)
  const scope = { database, owner: { account: account.id, mode: account.mode } }
  if (idempotent !== null && (await isKeyClaimed(scope, idempotent))) return
  const usedUp = findUsedUp(names, account, await readUsage(scope))
  if (usedUp !== null) throw apiError('quota_exceeded', { details: { ...usedUp } })
  gateway.keyCache.dropAccount(account.id)
}
