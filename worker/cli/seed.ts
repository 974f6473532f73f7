import { demoAccount } from './demoAccount.ts'
import { accountSql, keySql } from './sql.ts'
import { executeSql, type Place } from './wrangler.ts'

/** A key's own last characters name its row, so that another key in demo/account.json becomes another row. */
const rowOf = (key: string): string => `demo-key-${key.slice(-6)}`

/** Writes the demo account and its two keys into the first database. Those that are there stay as they are. */
export const seed = async (place: Place): Promise<void> => {
  const { id, account, secretKey, publishableKey } = demoAccount
  const now = Date.now()
  const statements = await Promise.all([
    accountSql({ id, settings: account, now }),
    ...[secretKey, publishableKey].map((key) => keySql({ id: rowOf(key), account: id, key, now })),
  ])
  await executeSql('DB_00', statements.join('\n'), place)
}
