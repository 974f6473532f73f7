import { applyD1Migrations } from 'cloudflare:test'
import { bindings } from './bindings.ts'

/** The files of tests share one runtime and its databases: the first brings them up to date. */
const runtime = globalThis as { isMigrated?: boolean }

if (!runtime.isMigrated)
  for (const database of [bindings.DB_00, bindings.DB_01]) await applyD1Migrations(database, bindings.TEST_MIGRATIONS)
runtime.isMigrated = true
