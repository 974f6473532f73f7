export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

/** A clock that runs so many milliseconds ahead of another, or behind it where they are negative. */
export const offsetClock = (clock: Clock, offsetMs: number): Clock => ({ now: () => clock.now() + offsetMs })
