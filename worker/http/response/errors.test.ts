import { expect, test } from 'vitest'
import { toApiError } from './errors.ts'

/** As the platform throws it where the way to an object breaks. */
const marked = (marks: object) => Object.assign(new Error('Network connection lost.'), marks)

test.each([
  ['D1 that loses its connection', new Error('D1_ERROR: Network connection lost.'), 'unavailable'],
  ['an object that cannot be reached', marked({ retryable: true }), 'unavailable'],
  ['an object that has too much to do', marked({ retryable: false, overloaded: true }), 'unavailable'],
  ['a fault of ours in an object', marked({ retryable: false, remote: true }), 'internal_error'],
  ['a fault of ours', new TypeError('x is not a function'), 'internal_error'],
  ['what is no error', 'lost', 'internal_error'],
])('%s: %s is %s', (_what, thrown, type) => {
  expect(toApiError(thrown).faults[0].type).toBe(type)
})
