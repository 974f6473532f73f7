import { expect, test } from 'vitest'
import { billOf, storageOf, sumOf, usageOf, type Usage } from './costs.ts'

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
])('a month with %s is billed as Cloudflare reckons it', (_what, requests, dollars) => {
  expect(cents(billOf({ ...nothing, requests, cpuMs: 7 * requests }).billed)).toBe(cents(dollars))
})

// https://developers.cloudflare.com/durable-objects/platform/pricing/: 1.5 million requests, 1,000,000 s at 128 MB.
test('objects are billed by their requests and by how long they are at work', () => {
  const { lines, billed } = billOf({ ...nothing, objectRequests: 1_500_000, objectGbSeconds: 128_000 })
  expect(lines.map(({ item, billed }) => [item, cents(billed)])).toContainEqual(['objectRequests', 8])
  expect(cents(billed)).toBe(508)
})

test('a month without anything costs the plan, and nothing at list price', () => {
  expect(billOf(nothing)).toMatchObject({ listed: 0, billed: 5 })
})

test('at list price nothing is taken off for what the plan includes', () => {
  const { lines, listed } = billOf({ ...nothing, rowsWritten: 12_000_000, rowsRead: 30_000_000 })
  expect(lines.find(({ item }) => item === 'rowsWritten')).toMatchObject({ listed: 12, billed: 0 })
  expect(cents(listed)).toBe(1203)
})

test('a request logs one event more than its lines, and a message of a socket is a twentieth of a request', () => {
  expect(usageOf(counted)).toEqual({
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

test('usages add up, each so often', () => {
  const { requests, rowsRead } = sumOf([2, usageOf(counted)], [3, { ...nothing, requests: 1 }])
  expect({ requests, rowsRead }).toEqual({ requests: 5, rowsRead: 20 })
})

test('ten gigabytes in D1 are 7.50 a month', () => {
  expect(storageOf(10_000_000_000)).toBe(7.5)
})
