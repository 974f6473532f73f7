/**
 * A value that must never be printed: a card number, a CVV, an account number, a key.
 *
 * String(), JSON.stringify and template literals throw, so that a leak is a failing test instead of a line in a log; inspect prints a
 * placeholder. `reveal()` is the only access, and easy to search for.
 */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  toString(): never {
    throw new TypeError('A Secret cannot be converted to text. Use reveal() where the value is allowed.')
  }

  toJSON(): never {
    return this.toString()
  }

  [Symbol.toPrimitive](): never {
    return this.toString()
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]'
  }
}
