import type * as platform from 'cloudflare:test'
import type { Bindings } from '../../app/env.ts'

/** What tests have bound beside the worker's own. */
export interface TestBindings extends Bindings {
  readonly DB_00: D1Database
  readonly DB_01: D1Database
}

/** What tests need of the runtime that they run in: `#runtime` is workerd.ts inside workerd, and node.ts elsewhere. */
export interface Runtime extends Pick<
  typeof platform,
  | 'createExecutionContext'
  | 'waitOnExecutionContext'
  | 'runInDurableObject'
  | 'runDurableObjectAlarm'
  | 'evictDurableObject'
> {
  readonly bindings: TestBindings
  /** Brings a database up to date. */
  migrate(database: D1Database): Promise<void>
  /** Takes what a file of tests has printed, when it ends: that and everything stored is searched for cards and secrets. */
  keepLeftovers(printed: string): Promise<void>
}
