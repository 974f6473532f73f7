import { bindings, migrate } from '#runtime'
import { afterAll } from 'vitest'
import { keepLeftovers, rememberPrinted } from './printed.ts'

rememberPrinted()
// The last of a file's hooks, since it is the first that is there.
afterAll(keepLeftovers)

const databases = [bindings.DB_00, bindings.DB_01]

/** The files of tests share one process and its databases: the first brings them up to date. */
const shared = globalThis as { isMigrated?: boolean }

if (!shared.isMigrated) for (const database of databases) await migrate(database)
shared.isMigrated = true

/** No file leaves endpoints behind: the sweeps of the next would wake each that still has something to deliver. */
afterAll(async () => {
  for (const database of databases) await database.exec('DELETE FROM webhooks')
})
