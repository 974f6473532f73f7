import type { AccountSettings } from '#contract/accounts/accounts'
import { isHttps, isLocal } from './liveOrigins.ts'

interface Owner {
  readonly allowedOrigins: readonly string[] | null
  readonly account: { readonly mode: 'test' | 'live'; readonly settings: Pick<AccountSettings, 'allowedOrigins'> }
}

/** Which pages may frame the card form or a checkout in live mode. */
export interface PageOriginRules {
  /** Http pages of this machine too, which local runs alone allow. */
  readonly allowLocal?: boolean
}

/**
 * Origins whose pages may use a key in a browser, or '*' for any: the account's list for the key's mode, restricted by the key's
 * own list. In live mode only https counts, unless the rules allow more. An empty list allows no origin in live mode, and any origin in test mode, which moves no money.
 */
export const allowedOrigins = (
  { allowedOrigins: own, account }: Owner,
  { allowLocal = false }: PageOriginRules = {},
): readonly string[] | '*' => {
  const ofAccount = account.settings.allowedOrigins
  const both =
    own === null || ofAccount.length === 0 ? (own ?? ofAccount) : own.filter((origin) => ofAccount.includes(origin))
  const isSafe = (origin: string): boolean => isHttps(origin) || (allowLocal && isLocal(origin))
  const listed = account.mode === 'live' ? both.filter(isSafe) : both
  return listed.length === 0 && own === null && account.mode === 'test' ? '*' : listed
}

/**
 * Whether a page of this origin may call the API with this key. The gateway's own pages always may: frame-ancestors has checked
 * their parent.
 */
export const isOriginAllowed = (owner: Owner, origin: string, gateway: string): boolean => {
  const allowed = allowedOrigins(owner)
  return origin === gateway || allowed === '*' || allowed.includes(origin)
}
