import type * as platform from 'cloudflare:test'
import type { Bindings } from '../../app/env.ts'

/** The worker's bindings with the databases of both test shards. */
export interface TestBindings extends Bindings {
  readonly DB_00: D1Database
  readonly DB_01: D1Database
}

/** The runtime of tests: `#runtime` resolves to workerd.ts in workerd and to node.ts in Node. */
export interface Runtime extends Pick<
  typeof platform,
  | 'createExecutionContext'
  | 'waitOnExecutionContext'
  | 'runInDurableObject'
  | 'runDurableObjectAlarm'
  | 'evictDurableObject'
> {
  readonly bindings: TestBindings
  /** Prepares the databases for a test file. */
  beginFile(): Promise<void>
  /** Stores the output of a test file and its databases for the scan at the end of the run. @param file path of the test file */
  endFile(output: string, file: string): Promise<void>
}
