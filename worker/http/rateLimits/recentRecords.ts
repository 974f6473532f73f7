/** A bounded map of an isolate. Adding beyond its size removes the entry that was added first. */
export class RecentRecords<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #size: number

  constructor(size: number) {
    this.#size = size
  }

  get(name: string): Value | undefined {
    return this.#entries.get(name)
  }

  add(name: string, value: Value): void {
    this.#entries.delete(name)
    this.#entries.set(name, value)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#size) return
      this.#entries.delete(oldest)
    }
  }

  replaceAll(replace: (value: Value) => Value): void {
    for (const [name, value] of this.#entries) this.#entries.set(name, replace(value))
  }

  delete(name: string): void {
    this.#entries.delete(name)
  }
}
