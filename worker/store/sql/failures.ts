import { IdCollision } from '#contract/transactions/idCollision'

/** Errors of D1 have no codes: their texts alone say what failed. Nothing else in the worker knows these texts. */

const idCollision = /UNIQUE constraint failed: (transactions|operations)\.id/

/** D1 sheds load, restarts and loses connections by errors that name no SQLite code, or say that it is busy. */
const transient = /^D1_[A-Z_]*ERROR: (?!.*SQLITE_(?!BUSY))/

/** The error that a batch throws: IdCollision for a transaction id that is taken, and all others as they are. */
export const databaseFailure = (thrown: unknown): unknown =>
  thrown instanceof Error && idCollision.test(thrown.message)
    ? new IdCollision('The transaction id is taken.', { cause: thrown })
    : thrown

/** Whether the same statement may succeed a moment later. */
export const isTransientDatabaseFailure = (thrown: unknown): boolean =>
  thrown instanceof Error && transient.test(thrown.message)
