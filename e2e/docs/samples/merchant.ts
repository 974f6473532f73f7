import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sandboxSql } from '../../../worker/cli/accounts/accountSql.ts'
import { recordSecrets } from '../../../worker/proof/leaks/artifacts.ts'

/** A merchant who reads one page. */
export interface Merchant {
  readonly secretKey: string
  readonly publishableKey: string
}

/** The database of a running local gateway. */
const databaseIn = (state: string): DatabaseSync => {
  for (const file of globSync('v3/d1/**/*.sqlite', { cwd: state })) {
    const database = new DatabaseSync(join(state, file), { timeout: 10_000 })
    if (database.prepare("SELECT name FROM sqlite_master WHERE name = 'accounts'").get()) return database
    database.close()
  }
  throw new Error(`There is no database with accounts in ${state}.`)
}

/**
 * Creates a sandbox, as `npm run account:create -- --sandbox` does: pages must not share payments, events and a test clock. It writes to the
 * database directly, since the command takes seconds.
 */
export const createMerchant = async (state: string): Promise<Merchant> => {
  const { sql, secretKey, publishableKey } = await sandboxSql({
    id: crypto.randomUUID(),
    shared: { name: 'Kiln & Tide' },
    own: {},
    shard: '00',
    now: Date.now(),
  })
  const database = databaseIn(state)
  database.exec(sql)
  database.close()
  recordSecrets(JSON.stringify({ key: secretKey }))
  return { secretKey, publishableKey }
}
