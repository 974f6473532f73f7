import { expect, test } from 'vitest'
import { differences, lastJson, parseExpected, variablesOf } from './answers.ts'

const compare = (expected: string, actual: unknown) => differences(parseExpected(expected), actual as never)

test('an answer on a page may differ in ids, times and amounts only', () => {
  const expected = `{ "id": "91109088604421", "approved": true, "latency": 23, "created": "2026-11-20T10:30:00.123Z", "errors": null }`
  const actual = { id: '12345678901234', approved: true, latency: 4, created: '2027-01-02T00:00:00.000Z', errors: null }
  expect(compare(expected, actual)).toEqual([])
})

test.each([
  ['a missing member', '{ "id": "1" }', {}, '.id is not in the answer'],
  ['a further member', '{}', { id: '1' }, '.id is not on the page; write it, or … as the last member'],
  ['another type', '{ "id": "1" }', { id: 1 }, '.id is 1, not "1"'],
  ['null in place of text', '{ "id": "1" }', { id: null }, '.id is null, not "1"'],
  ['another boolean', '{ "a": { "approved": true } }', { a: { approved: false } }, '.a.approved is false, not true'],
  ['another status', '{ "status": "captured" }', { status: 'voided' }, '.status is "voided", not "captured"'],
  ['another form of text', '{ "at": "2026-11-20" }', { at: 'now' }, '.at has another form: "now", not "2026-11-20"'],
  ['another beginning', '{ "secret": "whsec_…" }', { secret: 'x' }, '.secret is "x", not "whsec_…"'],
  ['another number of items', '[{}]', [{}, {}], ' has 2 items, not 1'],
  ['a difference in an item', '[{ "id": "1" }, …]', [{}, {}], '[0].id is not in the answer'],
])('an answer on a page with %s is reported', (_, expected, actual, difference) => {
  expect(compare(expected, actual)).toEqual([difference])
})

test.each([
  ['{ "a": 1, … }', { a: 1, b: 2 }],
  ['{ "a": … }', { a: [1] }],
  ['[{ "a": "x, …" }, …]', [{ a: 'x, y' }, 2]],
  ['{ … }', {}],
])('%s on a page stands for more', (expected, actual) => {
  expect(compare(expected, actual)).toEqual([])
})

test('the last JSON of an output is found after headers and other lines', () => {
  expect(lastJson('HTTP/1.1 200 OK\n\n{"a":1}\n{\n  "b": [2]\n}\ndone\n')).toEqual({ b: [2] })
  expect(lastJson('no answer\n')).toBeNull()
})

test('members of an answer become variables of the shell', () => {
  expect(variablesOf({ transactionId: '1', amount: 26.25, errors: null, webhook: { id: 'x', all: {} } })).toEqual({
    TRANSACTION_ID: '1',
    AMOUNT: '26.25',
    WEBHOOK_ID: 'x',
    ID: 'x',
  })
})

test('members of the first resource in an answer become variables, and outer members come first', () => {
  expect(
    variablesOf({ requestId: 'r', customers: [{ id: 'a', metadata: { 'not a name': 'x' } }, { id: 'b' }] }),
  ).toEqual({
    REQUEST_ID: 'r',
    ID: 'a',
  })
  expect(variablesOf({ id: 'outer', webhook: { id: 'inner', secret: 's' } })).toEqual({
    ID: 'outer',
    SECRET: 's',
    WEBHOOK_ID: 'inner',
    WEBHOOK_SECRET: 's',
  })
})
