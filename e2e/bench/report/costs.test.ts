import { expect, test } from 'vitest'
import { toBill, storageCost, sumUsage, toUsage, type Usage } from './costs.ts'

const nothing: Usage = {
  requests: 0,
  cpuMs: 0,
  logEvents: 0,
  rowsRead: 0,
  rowsWritten: 0,
  objectRequests: 0,
  objectGbSeconds: 0,
  objectRowsWritten: 0,
}
const counted = {
  rowsRead: 10,
  rowsWritten: 6,
  objectCalls: 2,
  objectMessages: 3,
  objectMs: 500,
  objectRowsWritten: 7,
  logged: 1,
  cpuMs: 4,
}
const cents = (dollars: number) => Math.round(dollars * 100)

// The examples of Cloudflare's own pages: https://developers.cloudflare.com/workers/platform/pricing/
test.each([
  ['15 million requests of 7 ms', 15_000_000, 8],
  ['100 million requests of 7 ms', 100_000_000, 45.4],
])('toBill: a month with %s is billed as in Cloudflare’s example', (_what, requests, dollars) => {
  expect(cents(toBill({ ...nothing, requests, cpuMs: 7 * requests }).billed)).toBe(cents(dollars))
})

// https://developers.cloudflare.com/durable-objects/platform/pricing/: 1.5 million requests, 1,000,000 s at 128 MB.
test('toBill: Durable Objects are billed by requests and duration', () => {
  const { lines, billed } = toBill({ ...nothing, objectRequests: 1_500_000, objectGbSeconds: 128_000 })
  expect(lines.map(({ item, billed }) => [item, cents(billed)])).toContainEqual(['objectRequests', 8])
  expect(cents(billed)).toBe(508)
})

test('toBill: a month without usage costs the plan', () => {
  expect(toBill(nothing)).toMatchObject({ listed: 0, billed: 5 })
})

test('toBill: the list price ignores included quantities', () => {
  const { lines, listed } = toBill({ ...nothing, rowsWritten: 12_000_000, rowsRead: 30_000_000 })
  expect(lines.find(({ item }) => item === 'rowsWritten')).toMatchObject({ listed: 12, billed: 0 })
  expect(cents(listed)).toBe(1203)
})

test('toUsage: a request is one log event, and a WebSocket message a twentieth of a request', () => {
  expect(toUsage(counted)).toEqual({
    requests: 1,
    cpuMs: 4,
    logEvents: 2,
    rowsRead: 10,
    rowsWritten: 6,
    objectRequests: 2.15,
    objectGbSeconds: 0.064,
    objectRowsWritten: 7,
  })
})

test('sumUsage: multiplies and adds usages', () => {
  const { requests, rowsRead } = sumUsage([2, toUsage(counted)], [3, { ...nothing, requests: 1 }])
  expect({ requests, rowsRead }).toEqual({ requests: 5, rowsRead: 20 })
})

test('storageCost: ten gigabytes in D1 cost 7.50 per month', () => {
  expect(storageCost(10_000_000_000)).toBe(7.5)
})
