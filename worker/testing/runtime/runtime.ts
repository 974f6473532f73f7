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
  /** Makes the databases ready for a file of tests. */
  beginFile(): Promise<void>
  /** Takes what a test file has printed, by its path: that and everything stored is searched for cards and secrets at the end of the run. */
  endFile(printed: string, file: string): Promise<void>
}
