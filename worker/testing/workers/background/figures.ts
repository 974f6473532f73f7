/** What the worker of the bench records. Times are real, in milliseconds since 1970. */

/** `cron`: a run of the minute cron. `round`: an alarm of an account's object. `lane`: a call of a lane worker. */
export type InvocationKind = 'cron' | 'round' | 'lane' | 'request'

/** One invocation of the worker or of one of its objects. */
export interface InvocationRecord {
  readonly kind: InvocationKind
  readonly began: number
  /** From its begin to its end. */
  readonly ms: number
  /** From its begin to its last database batch. A run of the cron then waits for the objects that it has woken. */
  readonly workedMs: number
  readonly batches: number
  readonly statements: number
  /** The most connections at a time, of the database and of processors. */
  readonly connections: number
}

/** What a processor did for one connection. */
export interface ConnectionRecord {
  readonly calls: number
  /** The most calls under way at a time. */
  readonly mostAtOnce: number
  /** Calls whose deadline passed before the processor responded. */
  readonly timedOut: number
  /** Calls that waited for one of the connections of their invocation after their deadline had begun. */
  readonly waited: number
  /** The id of the operation and the time of each charge. An id that was charged twice is there twice. */
  readonly charges: readonly (readonly [op: string, at: number])[]
  readonly reversals: readonly (readonly [op: string, at: number])[]
}

/** Usage since the start of the worker, as billed. */
export interface BackgroundUsage {
  readonly batches: number
  readonly statements: number
  readonly rowsRead: number
  readonly rowsWritten: number
  /** The time of statements in the database alone, in milliseconds. */
  readonly databaseMs: number
  readonly objectCalls: number
  readonly objectRowsWritten: number
  readonly objectMs: number
  readonly logged: number
}

/** Times of a processor, in milliseconds. */
export interface ProcessorTimes {
  /** Charges by the merchant, such as bills, and reversals. */
  readonly background: number
  /** Payments of customers. */
  readonly customer: number
}

/** A request of the bench: POST /bench with one of these as JSON. */
export type Control =
  /** Runs the minute cron to its end. */
  | { readonly control: 'cron' }
  /** Returns the invocations that have ended since the last call. */
  | { readonly control: 'invocations' }
  /** Returns the usage since the start. */
  | { readonly control: 'usage' }
  /** Returns the record of a connection. */
  | { readonly control: 'connection'; readonly connection: string }
  /** Sets the times of a connection's processor and begins a new record. */
  | { readonly control: 'times'; readonly connection: string; readonly times: ProcessorTimes }
  /** Runs a statement without latency and outside of the record, and returns its rows. */
  | { readonly control: 'sql'; readonly sql: string; readonly values: readonly (string | number | null)[] }
