import { expect, test } from 'vitest'
import { databaseFailure } from '../../store/sql/failures.ts'
import { toApiError } from './errors.ts'

/** An exception of a Durable Object stub as the platform marks it. */
const marked = (marks: object) => Object.assign(new Error('Network connection lost.'), marks)

test.each([
  ['a lost D1 connection', databaseFailure(new Error('D1_ERROR: Network connection lost.')), 'unavailable'],
  ['a full D1 database', databaseFailure(new Error('D1_ERROR: Exceeded maximum DB size')), 'unavailable'],
  ['an exception with the text of a database', new Error('D1_ERROR: Network connection lost.'), 'internal_error'],
  ['an unreachable Durable Object', marked({ retryable: true }), 'unavailable'],
  ['an overloaded Durable Object', marked({ retryable: false, overloaded: true }), 'unavailable'],
  ['an exception inside a Durable Object', marked({ retryable: false, remote: true }), 'internal_error'],
  ['an exception', new TypeError('x is not a function'), 'internal_error'],
  ['a thrown string', 'lost', 'internal_error'],
])('%s (%s) becomes %s', (_what, thrown, type) => {
  expect(toApiError(thrown).items[0].type).toBe(type)
})
