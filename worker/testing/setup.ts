import { applyD1Migrations } from 'cloudflare:test'
import { afterAll } from 'vitest'
import { bindings } from './bindings.ts'
import { keepLeftovers, rememberPrinted } from './printed.ts'

rememberPrinted()
// The last of a file's hooks, since it is the first that is there.
afterAll(keepLeftovers)

const databases = [bindings.DB_00, bindings.DB_01]

/** The files of tests share one runtime and its databases: the first brings them up to date. */
const runtime = globalThis as { isMigrated?: boolean }

if (!runtime.isMigrated) for (const database of databases) await applyD1Migrations(database, bindings.TEST_MIGRATIONS)
runtime.isMigrated = true

/** No file leaves endpoints behind: the sweeps of the next would wake each that still has something to deliver. */
afterAll(async () => {
  for (const database of databases) await database.exec('DELETE FROM webhooks')
})
