type Method = (this: object, ...given: unknown[]) => unknown
type Class = { readonly prototype: object }

/** Wraps what the platform and the worker call of a class of Durable Objects, under the names that the class it extends has for it. */
export const countCalls = (
  of: Class,
  shipped: Class,
  around: (name: string, object: object, run: () => unknown) => unknown,
): void => {
  for (const name of Object.getOwnPropertyNames(shipped.prototype)) {
    if (name === 'constructor' || name === 'gateway') continue
    const method = Reflect.get(shipped.prototype, name) as Method
    const value: Method = function (...given) {
      return around(name, this, () => method.apply(this, given))
    }
    Object.defineProperty(of.prototype, name, { value, configurable: true, writable: true })
  }
}
