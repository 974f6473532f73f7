import type { DatabaseCounts } from './counted/counts.ts'

/** A D1 database that counts the rows that its batches read and write, as it would bill them. Calls by the test itself go to the real one. */
export const measuredDatabase = (real: D1Database) => {
  const counts: DatabaseCounts = { trips: 0, statements: 0, rowsRead: 0, rowsWritten: 0, bytes: 0 }
  const batch: D1Database['batch'] = async <T>(statements: D1PreparedStatement[]) => {
    counts.trips += 1
    counts.statements += statements.length
    const results = await real.batch<T>(statements)
    for (const { meta } of results) {
      counts.rowsRead += meta.rows_read
      counts.rowsWritten += meta.rows_written
      counts.bytes = meta.size_after
    }
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
    /** Up to now. */
    counts: counts as Readonly<DatabaseCounts>,
    /** Runs a piece of work and answers how many rows it read. */
    rowsRead: async (work: () => Promise<unknown>): Promise<number> => {
      const before = counts.rowsRead
      await work()
      return counts.rowsRead - before
    },
  }
}
