import { env } from 'cloudflare:test'
import type { D1Migration } from 'cloudflare:test'
import type { Bindings } from '../app/env.ts'

/** What the test project binds beside the worker's own. */
export interface TestBindings extends Bindings {
  readonly DB_00: D1Database
  readonly DB_01: D1Database
  /** Takes what a file of tests has printed, when it ends. */
  readonly LEFTOVERS: Fetcher
  readonly TEST_MIGRATIONS: D1Migration[]
}

export const bindings = env as unknown as TestBindings
