import { demoAccount } from './demoAccount.ts'
import { accountSql, keySql, settingsSql } from '../accounts/accountSql.ts'
import { memberSql } from '../accounts/teamSql.ts'

/** A row id from the key's last characters, so that a changed key in demo/account.json becomes a new row. */
const rowId = (key: string): string => `demo-key-${key.slice(-6)}`

/** The keys of one mode. */
const keysSql = (
  { secretKey, publishableKey }: { readonly secretKey: string; readonly publishableKey: string },
  now: number,
): Promise<string[]> =>
  Promise.all(
    [
      { key: secretKey, name: 'Server of the shop' },
      { key: publishableKey, name: 'Pages of the shop' },
    ].map((named) => keySql({ ...named, id: rowId(named.key), account: demoAccount.id, now })),
  )

/** Statements that insert the demo account, its two keys of test mode and its owner, if they are missing. */
export const seedSql = async (): Promise<string[]> => {
  const { id, account, owner } = demoAccount
  const now = Date.now()
  return [
    accountSql({ id, settings: account, now }),
    ...(await keysSql(demoAccount, now)),
    memberSql({ ...owner, account: id, role: 'owner', now }),
  ]
}

/**
 * Statements that insert the demo account's keys of live mode, if they are missing, and let the pages of one origin use them. The API accepts
 * https origins only in live mode.
 */
export const seedLiveSql = async (origin: string): Promise<string[]> => {
  const { id, live } = demoAccount
  const now = Date.now()
  return [
    ...(await keysSql(live, now)),
    ...settingsSql({ account: id, mode: 'live', change: { allowedOrigins: [origin] }, now }),
  ]
}
