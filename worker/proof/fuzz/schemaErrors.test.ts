import { expect, test } from 'vitest'
import { captureTransaction } from '#contract/transactions/transactions'
import { schemaViolation } from './schemaErrors.ts'

const valid = '{"transactionId":"91234567890123"}'
const unknownMember = '{"transactionId":"91234567890123","ammount":5}'
const twoErrors = '{"transactionId":7.5,"final":1}'

type Errors = readonly (readonly [type: string, field: string | null])[]

const violation = (body: string, status: number, errors: Errors, ignored?: string) =>
  schemaViolation(
    captureTransaction,
    {
      method: 'POST',
      path: captureTransaction.path,
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(body),
    },
    {
      status,
      text: JSON.stringify({ errors: errors.map(([type, field]) => ({ type, message: { field } })) }),
      headers: new Headers(ignored === undefined ? {} : { 'sluice-ignored': ignored }),
    },
  )

test.each<[body: string, status: number, errors: Errors, violation: string | null]>([
  [valid, 200, [], null],
  [valid, 400, [['required', 'amount']], 'was rejected'],
  [valid, 400, [['json_invalid', null]], 'rejected as invalid JSON'],
  [valid, 415, [], 'unsupported media type'],
  [valid, 413, [], 'rejected as too long'],
  ['{"transactionId":', 200, [], 'was accepted'],
  ['{"transactionId":', 400, [['json_invalid', null]], null],
  [twoErrors, 200, [], 'no error'],
  [twoErrors, 400, [['type_invalid', 'final']], 'the schema returns'],
  ['{}', 400, [['required', 'transactionId']], null],
  [unknownMember, 200, [], 'the schema returns unknown_member ammount'],
  [unknownMember, 400, [['unknown_member', 'ammount']], null],
])('response to %s with status %d and errors %j has the violation %s', (body, status, errors, expected) => {
  const found = violation(body, status, errors)
  if (expected === null) expect(found).toBeNull()
  else expect(found).toContain(expected)
})

test.each([
  [unknownMember, 200, 'ammount', null],
  [unknownMember, 200, 'amount', 'ignored members are named as amount'],
  [valid, 200, 'ammount', 'ignored members are named as ammount'],
])('response to %s with status %d and Sluice-Ignored %s has the violation %s', (body, status, ignored, expected) => {
  expect(violation(body, status, [], ignored)).toBe(expected)
})
