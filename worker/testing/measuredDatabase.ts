/** A D1 database that counts the rows that its batches read, as it would bill them. Calls by the test itself go to the real one. */
export const measuredDatabase = (real: D1Database) => {
  let read = 0
  const batch: D1Database['batch'] = async <T>(statements: D1PreparedStatement[]) => {
    const results = await real.batch<T>(statements)
    for (const { meta } of results) read += meta.rows_read
    return results
  }
  const d1 = new Proxy(real, {
    get: (target, member) => {
      if (member === 'batch') return batch
      const value: unknown = Reflect.get(target, member)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return {
    d1,
    /** Runs a piece of work and answers how many rows it read. */
    rowsRead: async (work: () => Promise<unknown>): Promise<number> => {
      const before = read
      await work()
      return read - before
    },
  }
}
