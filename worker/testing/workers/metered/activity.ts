/** For how long objects are at work: calls of one object that overlap are one time, as they are billed. */
export class Activity {
  ms = 0
  readonly #atWork = new WeakMap<object, { calls: number; since: number }>()

  async during<T>(object: object, work: () => T | Promise<T>): Promise<T> {
    const own = this.#atWork.get(object) ?? { calls: 0, since: 0 }
    this.#atWork.set(object, own)
    if (own.calls++ === 0) own.since = Date.now()
    try {
      return await work()
    } finally {
      if (--own.calls === 0) this.ms += Date.now() - own.since
    }
  }
}
