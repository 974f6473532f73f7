import { applyD1Migrations } from 'cloudflare:test'
import { bindings } from './bindings.ts'

for (const database of [bindings.DB_00, bindings.DB_01]) await applyD1Migrations(database, bindings.TEST_MIGRATIONS)
