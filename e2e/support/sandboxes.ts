import { closeSync, globSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sandboxSql } from '../../worker/cli/accounts/accountSql.ts'
import { recordSecrets } from '../../worker/proof/leaks/artifacts.ts'

/** An account with test mode only, such as that of a merchant who reads one page of the documentation. */
export interface Sandbox {
  readonly secretKey: string
  readonly publishableKey: string
}

/** More than there are pages with samples, times the languages of their code groups. */
const count = 150

/** Beside the state of the gateway, which is searched for secrets. */
const folderIn = (state: string): string => join(dirname(state), 'sandboxes')

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
 * Creates sandboxes, as `npm run account:create -- --sandbox` does, before the first test. Later it would be too late: a request to the gateway
 * that meets another process's write to the database returns 503.
 */
export const createSandboxes = async (state: string): Promise<void> => {
  const created = await Promise.all(
    Array.from({ length: count }, () =>
      sandboxSql({
        id: crypto.randomUUID(),
        shared: { name: 'Kiln & Tide' },
        own: {},
        shard: '00',
        now: Date.now(),
      }),
    ),
  )
  const database = databaseIn(state)
  database.exec(`BEGIN;\n${created.map(({ sql }) => sql).join('\n')}\nCOMMIT;`)
  database.close()
  mkdirSync(folderIn(state))
  const keys = created.map(({ secretKey, publishableKey }): Sandbox => ({ secretKey, publishableKey }))
  for (const { secretKey } of keys) recordSecrets(JSON.stringify({ key: secretKey }))
  writeFileSync(join(folderIn(state), 'keys.json'), JSON.stringify(keys))
}

/** A sandbox that no other test uses, in any process. @throws Error if all are taken */
export const takeSandbox = (state: string): Sandbox => {
  const keys = JSON.parse(readFileSync(join(folderIn(state), 'keys.json'), 'utf8')) as Sandbox[]
  for (const [index, sandbox] of keys.entries()) {
    try {
      closeSync(openSync(join(folderIn(state), String(index)), 'wx'))
      return sandbox
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  throw new Error(`All ${count} sandboxes are taken: create more in e2e/support/sandboxes.ts.`)
}
