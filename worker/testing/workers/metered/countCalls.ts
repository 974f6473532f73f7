type Method = (this: object, ...args: unknown[]) => unknown
type Class = { readonly prototype: object }

/** Wraps all methods of a Durable Object class that the production class defines, which the platform and the worker call. */
export const countCalls = (
  of: Class,
  shipped: Class,
  around: (name: string, object: object, run: () => unknown) => unknown,
): void => {
  for (const name of Object.getOwnPropertyNames(shipped.prototype)) {
    if (name === 'constructor' || name === 'gateway') continue
    const method = Reflect.get(shipped.prototype, name) as Method
    const value: Method = function (...args) {
      return around(name, this, () => method.apply(this, args))
    }
    Object.defineProperty(of.prototype, name, { value, configurable: true, writable: true })
  }
}
