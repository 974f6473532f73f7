import { demoAccount } from './demoAccount.ts'
import { accountSql, keySql } from '../accounts/accountSql.ts'

/** A key's own last characters name its row, so that another key in demo/account.json becomes another row. */
const rowOf = (key: string): string => `demo-key-${key.slice(-6)}`

/** Statements that write the demo account and its two keys. What is there already stays as it is. */
export const seedSql = async (): Promise<string[]> => {
  const { id, account, secretKey, publishableKey } = demoAccount
  const now = Date.now()
  return Promise.all([
    accountSql({ id, settings: account, now }),
    ...[secretKey, publishableKey].map((key) => keySql({ id: rowOf(key), account: id, key, now })),
  ])
}
