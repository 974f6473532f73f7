/** Runs work that changes something, one piece after the other. */
export class Serializer {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }
}
