import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { parseInstant } from '../schema/instant.ts'
import { toErrorDetails } from '../schema/issues.ts'
import { listTransactions } from './transactionList.ts'

const read = (query: string) => v.safeParse(listTransactions.query!, Object.fromEntries(new URLSearchParams(query)))

test.each([
  ['', 'json', 100],
  ['pageSize=1', 'json', 1],
  ['limit=100', 'json', 100],
  ['format=json', 'json', 100],
  ['format=csv', 'csv', 1000],
  ['format=csv&pageSize=1000', 'csv', 1000],
  ['format=csv&limit=7', 'csv', 7],
])('the query "%s" is a page of %s with %i entries', (query, format, pageSize) => {
  expect(read(query).output).toEqual({ filters: {}, format, pageSize, cursor: null })
})

const filters = (query: string) => JSON.stringify((read(query).output as { filters: object }).filters)

test('equivalent queries have equal filters', () => {
  expect(filters('status=voided,captured,voided&amount=10.50&from=2026-11-20')).toBe(
    filters('from=2026-11-20T01:00:00%2B01:00&amount=010.5&unknown=x&status=captured,voided'),
  )
  expect(filters('to=2026-11-20')).toBe(filters('to=2026-11-21T00:00:00Z'))
})

describe('invalid queries', () => {
  test.each([
    ['from=yesterday', 'from'],
    ['from=', 'from'],
    ['from=1795000000', 'from'],
    ['to=2026-11-20T25:00:00Z', 'to'],
    ['from=2026-11-21&to=2026-11-20', 'to'],
    ['from=2026-11-20T10:00:00Z&to=2026-11-20T10:00:00Z', 'to'],
    ['status=paid', 'status'],
    ['status=', 'status'],
    ['status=captured,', 'status'],
    ['status=captured,%20voided', 'status'],
    ['status=Captured', 'status'],
    ['type=capture', 'type'],
    ['method=token', 'method'],
    ['currency=USD', 'currency'],
    ['currency=0840', 'currency'],
    ['currency=999', 'currency'],
    ['amount=10,50', 'amount'],
    ['amount=-1', 'amount'],
    ['amount=1e2', 'amount'],
    ['amount=10.505', 'amount'],
    ['amount=1000000000', 'amount'],
    ['amountMin=11&amountMax=10', 'amountMax'],
    ['reference=', 'reference'],
    [`reference=${'x'.repeat(301)}`, 'reference'],
    ['customer=short', 'customer'],
    ["customer=customer'--", 'customer'],
    ['customerPublicIdentifier=', 'customerPublicIdentifier'],
    ['lastFour=424', 'lastFour'],
    ['lastFour=4242424242424242', 'lastFour'],
    ['batchId=a%20b', 'batchId'],
    ['format=xml', 'format'],
    ['cursor=', 'cursor'],
    ['cursor=a%20b', 'cursor'],
    [`cursor=${'a'.repeat(257)}`, 'cursor'],
    ['pageSize=0', 'pageSize'],
    ['pageSize=101', 'pageSize'],
    ['pageSize=101&format=json', 'pageSize'],
    ['pageSize=1001&format=csv', 'pageSize'],
    ['pageSize=1.0', 'pageSize'],
    ['limit=101', 'limit'],
    ['pageSize=10&limit=10', 'limit'],
    ['pageSize=10&limit=10&from=x', 'from', 'limit'],
    ['amountMin=1e3&amountMax=1', 'amountMin'],
  ])('the query %s returns query_invalid for %s', (query, ...fields) => {
    expect(toErrorDetails(read(query).issues!)).toMatchObject(fields.map((field) => ({ type: 'query_invalid', field })))
    expect(toErrorDetails(read(query).issues!)).toHaveLength(fields.length)
  })
})

describe('dates and date-times', () => {
  test.each([
    ['2026-11-20', '2026-11-20T00:00:00.000Z', true],
    ['2028-02-29', '2028-02-29T00:00:00.000Z', true],
    ['2026-11-20T10:30:15Z', '2026-11-20T10:30:15.000Z', false],
    ['2026-11-20t10:30:15.1z', '2026-11-20T10:30:15.100Z', false],
    ['2026-11-20T10:30:15.123456789Z', '2026-11-20T10:30:15.123Z', false],
    ['2026-11-20 10:30', '2026-11-20T10:30:00.000Z', false],
    ['2026-11-20T10:30:15', '2026-11-20T10:30:15.000Z', false],
    ['2026-11-20T00:30:00+01:00', '2026-11-19T23:30:00.000Z', false],
    ['2026-11-20T00:30:00 01:00', '2026-11-19T23:30:00.000Z', false],
    ['2026-11-20T23:30:00-05:45', '2026-11-21T05:15:00.000Z', false],
  ])('the date-time %s is %s', (text, iso, isDate) => {
    expect(parseInstant(text)).toEqual({ ms: Date.parse(iso), isDate })
  })

  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31T10:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T10:60:00Z',
    '2026-11-20T10:00:60Z',
    '2026-11-20T10:00:00+24:00',
    '2026-11-20T10:00:00+0100',
    '2026-11-20T10',
    '2026-11-20Z',
    '2026-11',
    '20261120',
    '1969-12-31',
    '12026-11-20',
    ' 2026-11-20',
    'now',
    '0',
  ])('%s is not a date-time', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })
})
