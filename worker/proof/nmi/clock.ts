export type NmiClock = ReturnType<typeof createNmiClock>

/** A clock that runs like another and can be advanced. */
export const createNmiClock = (base: () => number) => {
  let offset = 0
  return {
    /** Milliseconds since 1970. */
    now: (): number => base() + offset,
    advance(ms: number): void {
      offset += ms
    },
  }
}
