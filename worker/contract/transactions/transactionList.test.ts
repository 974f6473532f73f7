import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
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
