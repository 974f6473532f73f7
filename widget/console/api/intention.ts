import { newIdempotencyKey } from './api.ts'

/** One key per intention: the same request has the same key until its outcome is known. */
export class Intention {
  #request = ''
  #key = ''

  keyFor(request: unknown): string {
    const text = JSON.stringify(request)
    if (text !== this.#request) {
      this.#request = text
      this.#key = newIdempotencyKey()
    }
    return this.#key
  }

  /** After a known outcome the same request is a new intention. */
  end(): void {
    this.#request = ''
  }
}
