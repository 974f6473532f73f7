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
