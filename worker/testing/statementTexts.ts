/** Prepares statements and remembers their texts, since D1 does not say which text a statement was prepared from. */
export const rememberTexts = (d1: D1Database) => {
  const texts = new WeakMap<object, string>()
  return {
    prepare: (text: string) => ({
      bind: (...values: unknown[]): D1PreparedStatement => {
        const bound = d1.prepare(text).bind(...values)
        texts.set(bound, text)
        return bound
      },
    }),
    textOf: (statement: object): string => texts.get(statement) ?? '',
  }
}
