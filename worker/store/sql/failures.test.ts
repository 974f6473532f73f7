import { describe, expect, test } from 'vitest'
import { IdCollision } from '#contract/transactions/idCollision'
import { DatabaseError, databaseFailure, isTransientFailure } from './failures.ts'
import type { DatabaseFailure } from './failures.ts'

describe('database errors', () => {
  test.each(['transactions', 'operations'])(
    'unique violation of %s.id becomes an IdCollision with its cause',
    (table) => {
      const thrown = new Error(`D1_ERROR: UNIQUE constraint failed: ${table}.id: SQLITE_CONSTRAINT`)
      const failure = databaseFailure(thrown)
      expect(failure).toBeInstanceOf(IdCollision)
      expect(failure).toMatchObject({ name: 'IdCollision', cause: thrown })
    },
  )

  test.each([
    new Error('D1_ERROR: UNIQUE constraint failed: plans.id: SQLITE_CONSTRAINT'),
    new Error('D1_ERROR: UNIQUE constraint failed: operations.undoes: SQLITE_CONSTRAINT'),
    new Error('D1_ERROR: no such table: accounts: SQLITE_ERROR'),
    new Error("D1_TYPE_ERROR: Type 'undefined' not supported for value 'undefined'"),
    new Error('The transaction has no row.'),
    'D1_ERROR: Network connection lost.',
    undefined,
  ])('error of a statement, or of the gateway, is unchanged: %s', (thrown) => {
    expect(databaseFailure(thrown)).toBe(thrown)
    expect(isTransientFailure(databaseFailure(thrown))).toBe(false)
  })

  test.each<[string, DatabaseFailure]>([
    ['D1_ERROR: Network connection lost.', 'away'],
    ['Network connection lost.', 'away'],
    ['D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.', 'away'],
    ["D1_ERROR: Can't read from request stream because client disconnected.", 'away'],
    ['D1_ERROR: D1 DB is overloaded. Requests queued for too long.', 'overloaded'],
    ['D1_ERROR: D1 DB is overloaded. Too many requests queued.', 'overloaded'],
    ['D1_ERROR: database is locked: SQLITE_BUSY', 'overloaded'],
    ['D1_ERROR: D1 DB reset because its code was updated.', 'reset'],
    ['D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.', 'reset'],
    ['D1_ERROR: Internal error in D1 DB storage caused object to be reset.', 'reset'],
    ['D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.', 'reset'],
    ["D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.", 'reset'],
    ['D1_ERROR: D1 DB exceeded its CPU time limit and was reset.', 'reset'],
    ['D1_ERROR: Exceeded maximum DB size.', 'full'],
    ['D1_ERROR: Exceeded maximum account storage limit.', 'full'],
    ['D1_ERROR: database or disk is full: SQLITE_FULL', 'full'],
    ['D1_ERROR: Too many API requests by single worker invocation.', 'limit'],
    ['D1_ERROR: Something new.', 'unknown'],
  ])('"%s" becomes a database error of the kind %s', (message, failure) => {
    const thrown = new Error(message)
    const error = databaseFailure(thrown)
    expect(error).toBeInstanceOf(DatabaseError)
    expect(error).toMatchObject({ name: 'DatabaseError', message, failure, cause: thrown })
    expect(isTransientFailure(error)).toBe(!['full', 'limit'].includes(failure))
  })
})
