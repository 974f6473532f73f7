import { describe, expect, test } from 'vitest'
import { IdCollision } from '#contract/transactions/idCollision'
import { databaseFailure, isTransientDatabaseFailure } from './failures.ts'

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
    new Error('D1_ERROR: Network connection lost.'),
    'UNIQUE constraint failed: transactions.id',
    undefined,
  ])('other thrown value is unchanged: %s', (thrown) => {
    expect(databaseFailure(thrown)).toBe(thrown)
  })

  test.each([
    ['D1_ERROR: Network connection lost.', true],
    ['D1_EXEC_ERROR: D1 DB is overloaded.', true],
    ['D1_ERROR: database is locked: SQLITE_BUSY', true],
    ['D1_ERROR: no such table: accounts: SQLITE_ERROR', false],
    ['Lost: D1_ERROR: Network connection lost.', false],
    ['Network connection lost.', false],
  ])('error "%s" is transient: %s', (message, isTransient) => {
    expect(isTransientDatabaseFailure(new Error(message))).toBe(isTransient)
    expect(isTransientDatabaseFailure(message)).toBe(false)
  })
})
