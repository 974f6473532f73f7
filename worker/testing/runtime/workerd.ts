import * as platform from 'cloudflare:test'
import type { D1Migration } from 'cloudflare:test'
import type { Runtime, TestBindings } from './runtime.ts'

/** What the test project binds for the tests' own use, see project.ts. */
interface BoundByProject extends TestBindings {
  readonly LEFTOVERS: Fetcher
  readonly TEST_MIGRATIONS: D1Migration[]
}

const bound = platform.env as unknown as BoundByProject

/** Tests run inside workerd, on the D1 and the Durable Objects of Miniflare. */
const runtime: Runtime = {
  ...platform,
  bindings: bound,
  migrate: (database) => platform.applyD1Migrations(database, bound.TEST_MIGRATIONS),
  keepLeftovers: async (printed) => {
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
  migrate,
  keepLeftovers,
} = runtime
