import { expect, test } from 'vitest'
import { captureTransaction } from '#contract/transactions/transactions'
import { schemaComplaint } from './schemaErrors.ts'

const good = '{"transactionId":"91234567890123"}'
const twoErrors = '{"transactionId":7.5,"final":1}'

const complaint = (
  body: string,
  status: number,
  ...errors: readonly (readonly [type: string, field: string | null])[]
) =>
  schemaComplaint(
    captureTransaction,
    {
      method: 'POST',
      path: captureTransaction.path,
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(body),
    },
    { status, text: JSON.stringify({ errors: errors.map(([type, field]) => ({ type, message: { field } })) }) },
  )

test.each<[body: string, status: number, errors: (readonly [string, string | null])[], complaint: string | null]>([
  [good, 200, [], null],
  [good, 400, [['required', 'amount']], 'was refused'],
  [good, 400, [['json_invalid', null]], 'called none'],
  [good, 415, [], 'called another type'],
  [good, 413, [], 'called long'],
  ['{"transactionId":', 200, [], 'let in'],
  ['{"transactionId":', 400, [['json_invalid', null]], null],
  [twoErrors, 200, [], 'no error'],
  [twoErrors, 400, [['type_invalid', 'final']], 'the schema finds'],
  ['{}', 400, [['required', 'transactionId']], null],
])('an answer to %s with %d and %j has the complaint %s', (body, status, errors, expected) => {
  const found = complaint(body, status, ...errors)
  if (expected === null) expect(found).toBeNull()
  else expect(found).toContain(expected)
})
