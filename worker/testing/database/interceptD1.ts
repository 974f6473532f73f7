/** A batch of statements. */
export interface Batch {
  /** Counts from 1. */
  readonly call: number
  /** The SQL of each statement. */
  readonly sql: readonly string[]
  /** The bound values of each statement. */
  readonly values: readonly (readonly unknown[])[]
}

export interface Interceptor {
  /** Runs before a batch. If it throws, the batch fails without an effect. */
  before?(batch: Batch): unknown
  /** Runs after a batch. If it throws, the batch fails although it took effect. */
  after?(batch: Batch, results: readonly D1Result[]): unknown
  /** Wraps a batch: may skip it, or handle its failure. */
  around?<T>(batch: Batch, run: () => Promise<T>): Promise<T>
}

/** The error of a lost connection: the batch may have run. */
export const connectionLost = (): Error => new Error('D1_ERROR: Network connection lost.')

/** A D1 database with intercepted batches. Single statements are not intercepted, since the gateway uses none. */
export const interceptD1 = (real: D1Database, { before, after, around }: Interceptor): D1Database => {
  let calls = 0
  // D1 does not return the text and values of a statement.
  const texts = new WeakMap<object, { readonly text: string; readonly values: readonly unknown[] }>()
  const prepare = (text: string): D1PreparedStatement => {
    const statement = real.prepare(text)
    const bindReal = statement.bind.bind(statement)
    const bind = (...values: unknown[]): D1PreparedStatement => {
      const bound = bindReal(...values)
      texts.set(bound, { text, values })
      return bound
    }
    texts.set(statement, { text, values: [] })
    return Object.assign(statement, { bind })
  }
  const batch: D1Database['batch'] = async <T>(statements: D1PreparedStatement[]) => {
    const prepared = statements.map((statement) => texts.get(statement) ?? { text: '', values: [] })
    const intercepted: Batch = {
      call: ++calls,
      sql: prepared.map(({ text }) => text),
      values: prepared.map(({ values }) => values),
    }
    const run = async (): Promise<D1Result<T>[]> => {
      if (before !== undefined) await before(intercepted)
      const results = await real.batch<T>(statements)
      if (after !== undefined) await after(intercepted, results)
      return results
    }
    return around === undefined ? run() : around(intercepted, run)
  }
  return new Proxy(real, {
    get: (target, member) => {
      if (member === 'prepare') return prepare
      if (member === 'batch') return batch
      const value: unknown = Reflect.get(target, member)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
