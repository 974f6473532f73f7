import * as platform from 'cloudflare:test'
import type { D1Migration } from 'cloudflare:test'
import { limitedD1 } from '../database/limitedD1.ts'
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

/**
 * Deletes all rows, as a test file in Node begins with an empty database. Otherwise sweeps of the next file would process rows of this one, and
 * the positions of its scans would be those of this file's clocks. Referencing tables come first, the last created: the check of a foreign key
 * without an index reads a whole table for each deleted row.
 */
const empty = async (database: D1Database): Promise<void> => {
  const { results } = await database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'd1_*' AND name NOT GLOB 'sqlite_*' ORDER BY rowid DESC",
    )
    .all<{ name: string }>()
  // Triggers of the others write the use of quotas.
  const tables = results.map(({ name }) => name).filter((name) => name !== 'usage')
  await database.batch([
    database.prepare('PRAGMA defer_foreign_keys = on'),
    // Operations reference operations.
    database.prepare('CREATE INDEX operationsByTarget ON operations (target)'),
    ...[...tables, 'usage'].map((name) => database.prepare(`DELETE FROM ${name}`)),
    database.prepare('DROP INDEX operationsByTarget'),
  ])
}

/** Tests in workerd, with D1 and Durable Objects of Miniflare. */
const runtime: Runtime = {
  ...platform,
  // Durable Objects have the databases without limits.
  bindings: { ...bound, DB_00: limitedD1(bound.DB_00).d1, DB_01: limitedD1(bound.DB_01).d1 },
  beginFile: async () => {
    if (!shared.isMigrated)
      for (const database of databases) await platform.applyD1Migrations(database, bound.TEST_MIGRATIONS)
    shared.isMigrated = true
  },
  endFile: async (output) => {
    for (const database of databases) await empty(database)
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
