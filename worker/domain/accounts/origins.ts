import type { AccountSettings } from '#contract/accounts/accounts'

interface Owner {
  readonly allowedOrigins: readonly string[] | null
  readonly account: { readonly mode: 'test' | 'live'; readonly settings: Pick<AccountSettings, 'allowedOrigins'> }
}

/**
 * Whose pages may use a key in a browser: exact origins, or '*' for anybody. The account's list for the key's mode, narrowed by the key's
 * own. An empty list means nobody in live mode, and anybody in test mode, where nothing is at stake.
 */
export const allowedOrigins = ({ allowedOrigins: own, account }: Owner): readonly string[] | '*' => {
  const ofAccount = account.settings.allowedOrigins[account.mode]
  const listed =
    own === null || ofAccount.length === 0 ? (own ?? ofAccount) : own.filter((origin) => ofAccount.includes(origin))
  return listed.length === 0 && own === null && account.mode === 'test' ? '*' : listed
}

/** Whether a page of this origin may call with this key. The gateway's own pages always may: their parent was checked by frame-ancestors. */
export const originMayCall = (owner: Owner, origin: string, gateway: string): boolean => {
  const allowed = allowedOrigins(owner)
  return origin === gateway || allowed === '*' || allowed.includes(origin)
}
