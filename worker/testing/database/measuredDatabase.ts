import type { DatabaseUsage } from '../workers/metered/usage.ts'
import { interceptD1 } from './interceptD1.ts'

/** A D1 database that counts its usage, as billed. */
export const measuredDatabase = (real: D1Database) => {
  const counts: DatabaseUsage = { trips: 0, statements: 0, rowsRead: 0, rowsWritten: 0, bytes: 0 }
  const d1 = interceptD1(real, {
    before: ({ sql }) => {
      counts.trips += 1
      counts.statements += sql.length
    },
    after: (_batch, results) => {
      for (const { meta } of results) {
        counts.rowsRead += meta.rows_read
        counts.rowsWritten += meta.rows_written
        counts.bytes = meta.size_after
      }
    },
  })
  return {
    d1,
    /** Up to now. */
    counts: counts as Readonly<DatabaseUsage>,
    /** Runs work and returns the number of rows read. */
    rowsRead: async (work: () => Promise<unknown>): Promise<number> => {
      const before = { ...counts }
      await work()
      // The gateway handles errors of its database, so a runtime that does not count is detected here.
      if (counts.trips > before.trips && counts.bytes === 0) throw new Error('This runtime does not count rows.')
      return counts.rowsRead - before.rowsRead
    },
  }
}
