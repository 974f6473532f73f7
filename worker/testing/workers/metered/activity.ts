/** The active time of objects as billed: overlapping calls of one object count once. */
export class Activity {
  ms = 0
  readonly #active = new WeakMap<object, { calls: number; since: number }>()

  async measure<T>(object: object, work: () => T | Promise<T>): Promise<T> {
    const active = this.#active.get(object) ?? { calls: 0, since: 0 }
    this.#active.set(object, active)
    if (active.calls++ === 0) active.since = Date.now()
    try {
      return await work()
    } finally {
      if (--active.calls === 0) this.ms += Date.now() - active.since
    }
  }
}
