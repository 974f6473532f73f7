import { IdCollision } from '#contract/transactions/idCollision'

/** D1 errors have no codes, so they are recognized by their texts, in this file only. */

const idCollision = /UNIQUE constraint failed: (transactions|operations)\.id/

/** Load shedding, restarts and lost connections are errors without an SQLite code, or with SQLITE_BUSY. */
const transient = /^D1_[A-Z_]*ERROR: (?!.*SQLITE_(?!BUSY))/

/** Converts the error of a taken transaction id to IdCollision. Other errors are unchanged. */
export const databaseFailure = (thrown: unknown): unknown =>
  thrown instanceof Error && idCollision.test(thrown.message)
    ? new IdCollision('The transaction id is taken.', { cause: thrown })
    : thrown

/** Whether a retry of the statement may succeed. */
export const isTransientDatabaseFailure = (thrown: unknown): boolean =>
  thrown instanceof Error && transient.test(thrown.message)
