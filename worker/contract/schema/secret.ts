/**
 * A value that must never be printed: a card number, a CVV, an account number, a key.
 *
 * Every road by which a value usually reaches a log or an answer (String(), JSON.stringify, template literals, inspect)
 * refuses by throwing, so that a leak is a failing test and not a line in a log. `reveal()` is the one way in, and easy to search for.
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
    throw new TypeError('A secret has no text. Use reveal() where the value may go.')
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
