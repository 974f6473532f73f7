import { expect, test } from 'vitest'
import { countRepeats, middleRate, mostOutOfOrder, summarizeInvocations, workMs } from './figures.ts'

const record = {
  kind: 'lane',
  began: 0,
  ms: 6_000,
  workedMs: 5_000,
  batches: 40,
  statements: 240,
  connections: 6,
} as const

test('bills in the order in which they came due are not out of order', () => {
  expect(
    mostOutOfOrder([
      { due: 1, at: 100 },
      { due: 2, at: 100 },
      { due: 3, at: 250 },
    ]),
  ).toBe(0)
})

test('the oldest bill, charged last, is late by the time between the first charge and the last', () => {
  expect(
    mostOutOfOrder([
      { due: 1, at: 300 },
      { due: 2, at: 100 },
      { due: 3, at: 200 },
    ]),
  ).toBe(200)
})

test('bills that were charged earlier than their rank are not late', () => {
  expect(
    mostOutOfOrder([
      { due: 1, at: 110 },
      { due: 2, at: 100 },
    ]),
  ).toBe(10)
})

test('each occurrence of an id beyond the first is a repeat', () => {
  expect(countRepeats(['a', 'b', 'a', 'a'])).toBe(2)
})

test('the rate is that of the middle half', () => {
  const slow = [0, 10_000]
  const fast = Array.from({ length: 20 }, (_, nth) => 20_000 + nth * 100)
  expect(middleRate(slow.concat(fast, [60_000, 120_000]))).toBeCloseTo(10)
})

test.each([[[]], [[5]], [[5, 5, 5]]])('no rate without a duration: %s', (times) => {
  expect(middleRate(times)).toBe(0)
})

test('a run of the cron works until its last batch, other invocations until their end', () => {
  expect(workMs({ ...record, kind: 'cron' })).toBe(5_000)
  expect(workMs(record)).toBe(6_000)
})

test('a summary has the median and the most of each kind with invocations', () => {
  const records = [record, { ...record, batches: 10, ms: 1_000 }, { ...record, batches: 20, statements: 260 }]
  expect(summarizeInvocations(records)).toEqual([
    {
      kind: 'lane',
      count: 3,
      batches: { p50: 20, max: 40 },
      statements: { p50: 240, max: 260 },
      ms: { p50: 6_000, max: 6_000 },
      connections: 6,
    },
  ])
})
