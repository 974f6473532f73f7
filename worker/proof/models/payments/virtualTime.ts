interface Timer {
  readonly id: number
  readonly at: number
  readonly fire: () => void
}

/** A turn of the event loop: whatever can go on without a timer has gone on then. */
const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
declare const setImmediate: (run: () => void) => unknown

/** Cryptography works beside the loop, and a busy machine may take its time for it. Milliseconds of the real clock. */
const patienceMs = 60_000

/**
 * Timers that fire when nothing else can happen, in their order: time-outs and pauses cost no time, and no machine's speed decides which of
 * two things is first.
 *
 * @param isBusy whether something is being done beside the loop, which is waited for before anything else may go on
 */
export const virtualTime = (isBusy: () => boolean = () => false) => {
  const real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
  }
  let timers: Timer[] = []
  let now = 0
  let ids = 0
  let waiting: (() => void)[] = []
  let turns: readonly number[] | null = null
  let turn = 0

  const fireNext = (): boolean => {
    const [next, ...rest] = timers.sort((a, b) => a.at - b.at || a.id - b.id)
    if (next === undefined) return false
    timers = rest
    now = next.at
    next.fire()
    return true
  }

  const letOneGoOn = (): boolean => {
    if (waiting.length === 0) return false
    const chosen = (turns?.[turn++] ?? 0) % waiting.length
    const [goOn] = waiting.splice(chosen, 1)
    goOn?.()
    return true
  }

  return {
    /** Puts these timers in the place of the real ones. */
    begin(): void {
      Object.assign(globalThis, {
        setTimeout: (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): number => {
          timers.push({ id: ++ids, at: now + ms, fire: () => work(...args) })
          return ids
        },
        clearTimeout: (id: number): void => {
          timers = timers.filter((timer) => timer.id !== id)
        },
      })
    },
    end(): void {
      Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout })
    },
    /** Where work that is done at once waits for its turn. */
    turn: (): Promise<void> => (turns === null ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    /** Runs work to its end. With `order`, everything that waits for its turn goes on one by one in that order. */
    async run<T>(work: () => Promise<T>, order: readonly number[] | null): Promise<T> {
      ;[turns, turn, waiting, timers] = [order, 0, [], []]
      const state = { over: false }
      const done = work().finally(() => {
        state.over = true
      })
      // It is thrown below, when the loop has seen that all is over.
      done.catch(() => {})
      let moved = Date.now()
      while (!state.over) {
        await turnOfTheLoop()
        if (!state.over && (isBusy() || letOneGoOn() || fireNext())) moved = Date.now()
        if (Date.now() - moved > patienceMs) throw new Error('Nothing goes on any more.')
      }
      return done
    },
  }
}
