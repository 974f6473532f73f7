export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

/** A clock that is `offsetMs` ahead of another, or behind it if negative. */
export const offsetClock = (clock: Clock, offsetMs: number): Clock => ({ now: () => clock.now() + offsetMs })
