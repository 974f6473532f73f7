import * as platform from 'cloudflare:test'
import type { D1Migration } from 'cloudflare:test'
import type { Runtime, TestBindings } from './runtime.ts'

/** What the test project binds for the tests' own use, see project.ts. */
interface BoundByProject extends TestBindings {
  readonly LEFTOVERS: Fetcher
  readonly TEST_MIGRATIONS: D1Migration[]
}

const bound = platform.env as unknown as BoundByProject

/** The files of tests share one runtime and its databases, and load modules anew. */
const shared = globalThis as { isMigrated?: boolean }

const databases = [bound.DB_00, bound.DB_01]

/** Tests run inside workerd, on the D1 and the Durable Objects of Miniflare. */
const runtime: Runtime = {
  ...platform,
  bindings: bound,
  beginFile: async () => {
    if (!shared.isMigrated)
      for (const database of databases) await platform.applyD1Migrations(database, bound.TEST_MIGRATIONS)
    shared.isMigrated = true
  },
  endFile: async (printed) => {
    for (const database of databases) {
      // The sweeps of the next file would wake each webhook that still has something to deliver,
      await database.exec('DELETE FROM webhooks')
      // and drive each account that has a clock of its own.
      await database.exec('UPDATE accounts SET testClockOffset = 0 WHERE testClockOffset <> 0')
    }
    await bound.LEFTOVERS.fetch('http://leftovers', { method: 'POST', body: printed })
  },
}

export const {
  bindings,
  createExecutionContext,
  waitOnExecutionContext,
  runInDurableObject,
  runDurableObjectAlarm,
  evictDurableObject,
  beginFile,
  endFile,
} = runtime
