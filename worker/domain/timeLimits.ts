/** Timeouts of the gateway, in milliseconds. */
export interface TimeLimits {
  /** For the processor's response. A Worker whose client disconnects lives 30 s longer at most. */
  readonly processorTimeoutMs: number
  readonly reversalTimeoutMs: number
  /** Age at which a pending operation is certainly abandoned: its request has ended. */
  readonly abandonAfterMs: number
  /** Lease of a sweep on the work that it has claimed. */
  readonly reversalLeaseMs: number
}

export const defaultTimeLimits: TimeLimits = {
  processorTimeoutMs: 25_000,
  reversalTimeoutMs: 5_000,
  abandonAfterMs: 45_000,
  reversalLeaseMs: 60_000,
}

/** How long requests repeat statements while the database is away, in milliseconds. */
export const databasePatience = {
  /** For batches that only read. */
  readMs: 2_000,
  /** For batches that write. */
  writeMs: 4_000,
  /**
   * For the outcome of a processor: until its request is this old, which is about as long as clients wait. With the time for a last write it
   * stays below `abandonAfterMs`.
   */
  outcomeUntilMs: 28_000,
  /** And at least this long, however old its request is. */
  outcomeLeastMs: 3_000,
} as const
