interface Timer {
  readonly id: number
  readonly at: number
  readonly fire: () => void
}

/** One turn of the event loop: everything runs on that waits for no timer. */
const eventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Work beside the event loop may take its time on a busy machine. In milliseconds of the real clock. */
const patienceMs = 60_000

/**
 * Timers that fire, in their order, when nothing else can happen: time-outs take no time, and no machine's speed decides which of two things
 * is first.
 *
 * @param isBusy whether work is done beside the event loop, which is waited for
 */
export const virtualTime = (isBusy: () => boolean) => {
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }
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

  const continueNext = (): boolean => {
    if (waiting.length === 0) return false
    const [next] = waiting.splice((turns?.[turn++] ?? 0) % waiting.length, 1)
    next?.()
    return true
  }

  const virtual = {
    setTimeout: (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): number => {
      timers.push({ id: ++ids, at: now + ms, fire: () => work(...args) })
      return ids
    },
    clearTimeout: (id: number): void => {
      timers = timers.filter((timer) => timer.id !== id)
    },
  }

  return {
    begin: (): void => void Object.assign(globalThis, virtual),
    end: (): void => void Object.assign(globalThis, real),
    /** Where concurrent work waits for its turn. */
    turn: (): Promise<void> => (turns === null ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    /** Runs work to its end. With `order`, whatever waits for its turn continues one by one in that order. */
    async run<T>(work: () => Promise<T>, order: readonly number[] | null): Promise<T> {
      ;[turns, turn, waiting, timers] = [order, 0, [], []]
      let isOver = false
      const done = work().finally(() => {
        isOver = true
      })
      // It is thrown below, when the loop has seen the end.
      done.catch(() => {})
      let moved = Date.now()
      for (;;) {
        await eventLoop()
        if (isOver) return done
        if (isBusy() || continueNext() || fireNext()) moved = Date.now()
        if (Date.now() - moved > patienceMs) throw new Error('Nothing continues.')
      }
    },
  }
}
