interface Timer {
  readonly id: number
  readonly at: number
  readonly fire: () => void
}

/** One turn of the event loop: runs everything that does not wait for a timer. */
const eventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** In milliseconds of the real clock. Generous: threads are slow on a busy machine. */
const stallTimeoutMs = 60_000

/**
 * Timers that fire in order as soon as no other work can continue. Time-outs take no real time, and the order of events does not depend on
 * the speed of the machine.
 *
 * @param isBusy whether threads are computing; timers wait for them
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
    /** Resolves when concurrent work may continue. */
    turn: (): Promise<void> => (turns === null ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    /** Runs work to its end. With `order`, waiting work continues one at a time in that order. */
    async run<T>(work: () => Promise<T>, order: readonly number[] | null): Promise<T> {
      ;[turns, turn, waiting, timers] = [order, 0, [], []]
      let isDone = false
      const done = work().finally(() => {
        isDone = true
      })
      // Returned, and thrown, by the loop below.
      done.catch(() => {})
      let lastProgress = Date.now()
      for (;;) {
        await eventLoop()
        if (isDone) return done
        if (isBusy() || continueNext() || fireNext()) lastProgress = Date.now()
        if (Date.now() - lastProgress > stallTimeoutMs) throw new Error('The run made no progress for a minute.')
      }
    },
  }
}
