import * as platform from 'cloudflare:test'
import type { D1Migration } from 'cloudflare:test'
import type { Runtime, TestBindings } from './runtime.ts'

/** Additional bindings of the test project, see vitest/project.ts. */
interface BoundByProject extends TestBindings {
  readonly LEFTOVERS: Fetcher
  readonly TEST_MIGRATIONS: D1Migration[]
}

const bound = platform.env as unknown as BoundByProject

/** Test files share a runtime and its databases and load modules again, so the state is global. */
const shared = globalThis as { isMigrated?: boolean }

const databases = [bound.DB_00, bound.DB_01]

/** Tests in workerd, with D1 and Durable Objects of Miniflare. */
const runtime: Runtime = {
  ...platform,
  bindings: bound,
  beginFile: async () => {
    if (!shared.isMigrated)
      for (const database of databases) await platform.applyD1Migrations(database, bound.TEST_MIGRATIONS)
    shared.isMigrated = true
  },
  endFile: async (output) => {
    for (const database of databases) {
      // Otherwise sweeps of the next file would wake each webhook with pending deliveries,
      await database.exec('DELETE FROM webhooks')
      // and process each account with a test clock.
      await database.exec('UPDATE accounts SET testClockOffset = 0 WHERE testClockOffset <> 0')
    }
    await bound.LEFTOVERS.fetch('http://leftovers', { method: 'POST', body: output })
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
