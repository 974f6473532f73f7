import { IdCollision } from '#contract/transactions/idCollision'

/** D1 errors have no codes, so they are recognized by their texts, in this file only. */

/**
 * Why the database failed. None of them is an error of a statement.
 *
 * - `away`: it was not reached, or its response was lost
 * - `overloaded`: it rejected the statement, since too many wait
 * - `reset`: it restarted during the statement
 * - `full`: it has reached its largest size. It can still be read.
 * - `limit`: a limit of the invocation or of the platform's account
 * - `unknown`: an error of D1 itself that has no name here
 */
export type DatabaseFailure = 'away' | 'overloaded' | 'reset' | 'full' | 'limit' | 'unknown'

/**
 * The documented texts, the first match counts. `reset` comes late: an overloaded database is reset as well.
 *
 * @see https://developers.cloudflare.com/d1/observability/debug-d1/#error-list
 */
const texts: readonly (readonly [DatabaseFailure, RegExp])[] = [
  ['full', /exceeded maximum (DB size|account storage)|database or disk is full|SQLITE_FULL/i],
  ['limit', /too many (API requests|subrequests)|daily.* limit/i],
  ['overloaded', /D1 DB is overloaded|SQLITE_BUSY|SQLITE_LOCKED/],
  ['reset', /D1 DB.* reset\b/],
  ['away', /network connection lost|cannot resolve D1 DB|client disconnected/i],
]

/** An error with an SQLite code that no text above names is an error of the statement. */
const ofStatement = /SQLITE_/
const ofDatabase = /^D1_(EXEC_)?ERROR: /

const failureOf = (thrown: Error): DatabaseFailure | null => {
  const named = texts.find(([, text]) => text.test(thrown.message))
  if (named !== undefined) return named[0]
  return ofDatabase.test(thrown.message) && !ofStatement.test(thrown.message) ? 'unknown' : null
}

/** The database failed, not the statement. The statements may have taken effect. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly failure: DatabaseFailure

  constructor(failure: DatabaseFailure, cause: Error) {
    super(cause.message, { cause })
    this.failure = failure
  }
}

const idCollision = /UNIQUE constraint failed: (transactions|operations)\.id/

const passkeyCollision = /UNIQUE constraint failed: passkeys\.id/

/** Whether a batch failed, with nothing stored, since the id of its passkey is registered already. */
export const isPasskeyCollision = (thrown: unknown): boolean =>
  thrown instanceof Error && passkeyCollision.test(thrown.message)

/** Converts what D1 threw: a taken transaction id to IdCollision, a failure of the database to DatabaseError. Other errors are unchanged. */
export const databaseFailure = (thrown: unknown): unknown => {
  if (!(thrown instanceof Error)) return thrown
  if (idCollision.test(thrown.message)) return new IdCollision('The transaction id is taken.', { cause: thrown })
  const failure = failureOf(thrown)
  return failure === null ? thrown : new DatabaseError(failure, thrown)
}

const transient: ReadonlySet<DatabaseFailure> = new Set(['away', 'overloaded', 'reset', 'unknown'])

/** Whether the same statements may succeed within seconds. */
export const isTransientFailure = (thrown: unknown): boolean =>
  thrown instanceof DatabaseError && transient.has(thrown.failure)
