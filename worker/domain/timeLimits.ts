/** How long the gateway waits, in milliseconds. */
export interface TimeLimits {
  /** For the processor's answer. A Worker whose caller hangs up lives 30 s longer at most. */
  readonly processorTimeoutMs: number
  readonly reversalTimeoutMs: number
  /** After which a pending operation was certainly abandoned: the request that began it is over. */
  readonly abandonAfterMs: number
  /** How long a sweep that took up a piece of work keeps others from it. */
  readonly reversalLeaseMs: number
}

export const defaultTimeLimits: TimeLimits = {
  processorTimeoutMs: 25_000,
  reversalTimeoutMs: 5_000,
  abandonAfterMs: 45_000,
  reversalLeaseMs: 60_000,
}
