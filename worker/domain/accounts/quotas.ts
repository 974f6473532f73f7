import { quotaNames, quotas, quotaWarningRatio } from '#contract/quotas'
import type { QuotaName, Usage } from '#contract/quotas'
import type { AccountStore } from '../../store/accounts/accountStore.ts'
import type { Account } from './account.ts'

/** The limit of an account in its mode. Null if it has none. */
const limitOf = ({ mode, settings }: Pick<Account, 'mode' | 'settings'>, name: QuotaName): number | null =>
  settings.rateTier === 'unlimited' ? null : (settings.quotas[mode]?.[name] ?? quotas[name][mode])

export interface UsedQuota {
  readonly quota: QuotaName
  readonly limit: number
  readonly used: number
}

const limited = (
  names: readonly QuotaName[],
  account: Pick<Account, 'mode' | 'settings'>,
  usage: Usage,
): readonly UsedQuota[] =>
  names.flatMap((quota) => {
    const limit = limitOf(account, quota)
    return limit === null ? [] : [{ quota, limit, used: usage[quota] ?? 0 }]
  })

/** The first of these quotas that is used up. Null if none is. */
export const findUsedUp = (...quotasOf: Parameters<typeof limited>): UsedQuota | null =>
  limited(...quotasOf).find(({ used, limit }) => used >= limit) ?? null

/** Whether one of these quotas is nearly used up. */
export const isNearlyUsedUp = (...quotasOf: Parameters<typeof limited>): boolean =>
  limited(...quotasOf).some(({ used, limit }) => used >= quotaWarningRatio * limit)

/** Returns all quotas of the key's account in the key's mode, with their use. */
export const getQuotas = async ({
  account,
  accounts,
}: {
  readonly account: Account
  readonly accounts: Pick<AccountStore, 'readUsage'>
}) => {
  const usage = await accounts.readUsage()
  return {
    quotas: quotaNames.map((name) => ({ name, limit: limitOf(account, name), used: usage[name] ?? 0 })),
    errors: null,
  }
}
