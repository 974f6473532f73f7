import { demoAccount } from './demoAccount.ts'
import { accountSql, keySql } from '../accounts/accountSql.ts'

/** A row id from the key's last characters, so that a changed key in demo/account.json becomes a new row. */
const rowId = (key: string): string => `demo-key-${key.slice(-6)}`

/** Statements that insert the demo account and its two keys of test mode, if they are missing; on request those of live mode, too. */
export const seedSql = async ({ withLiveKeys }: { withLiveKeys: boolean }): Promise<string[]> => {
  const { id, account, secretKey, publishableKey, live } = demoAccount
  const keys = [secretKey, publishableKey, ...(withLiveKeys ? [live.secretKey, live.publishableKey] : [])]
  const now = Date.now()
  return Promise.all([
    accountSql({ id, settings: account, now }),
    ...keys.map((key) => keySql({ id: rowId(key), account: id, key, now })),
  ])
}
