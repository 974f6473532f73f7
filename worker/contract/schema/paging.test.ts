import * as v from 'valibot'
import { expect, test } from 'vitest'
import { toErrorDetails } from './issues.ts'
import { paging } from './paging.ts'

const read = (query: string) => v.safeParse(paging(), Object.fromEntries(new URLSearchParams(query)))

test.each([
  ['', 1, 100],
  ['pageNumber=2&pageSize=10', 2, 10],
  ['page=2&limit=10', 2, 10],
  ['pageNumber=2147483647&pageSize=100', 2147483647, 100],
  ['pageNumber=1&pageSize=1&unknown=x', 1, 1],
])('the query "%s" is page %i with %i entries', (query, pageNumber, pageSize) => {
  expect(read(query).output).toEqual({ pageNumber, pageSize, cursor: null })
})

test.each([
  ['pageNumber=0', 'pageNumber'],
  ['pageNumber=2147483648', 'pageNumber'],
  ['pageNumber=', 'pageNumber'],
  ['pageNumber=-1', 'pageNumber'],
  ['pageNumber=1.0', 'pageNumber'],
  ['pageNumber=1e1', 'pageNumber'],
  ['pageNumber=%2B1', 'pageNumber'],
  ['page=x', 'page'],
  ['pageSize=0', 'pageSize'],
  ['pageSize=101', 'pageSize'],
  ['limit=101', 'limit'],
  ['pageSize=10&limit=10', 'limit'],
  ['pageNumber=1&page=1', 'page'],
  ['cursor=a%20b', 'cursor'],
])('the query "%s" returns query_invalid for %s', (query, field) => {
  expect(toErrorDetails(read(query).issues!)).toMatchObject([{ type: 'query_invalid', field }])
})
