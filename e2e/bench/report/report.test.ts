import { expect, test } from 'vitest'
import { markdownTable } from './markdownTable.ts'
import type { Measured } from '../load/measure.ts'
import { costSheet, growthTable, rateTable, rateShares, shortfalls } from './report.ts'
import { usagePerRequest as perRequest } from './usage.fixtures.ts'

const at = (perSecond: number) => ({
  count: 2 * perSecond,
  perSecond,
  p50: 16_000 / perSecond,
  p99: 32_000 / perSecond,
  cpuMs: 3,
  bytes: 4000,
})
const authorize: Measured = {
  row: 'authorize',
  stored: 1000,
  loads: [at(100), at(300), at(120)],
  baselines: [at(200), at(400), at(300)],
  perRequest,
  baselinePerRequest: { ...perRequest, rowsRead: 4, rowsWritten: 5 },
}
/** The cells of a line by its beginning. */
const cells = (table: string, begin: string) =>
  table
    .split('\n')
    .find((line) => line.startsWith(`| ${begin}`))!
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

test('rateShares: the median of consecutive pairs, not the ratio of two medians', () => {
  expect(rateShares(authorize.loads, authorize.baselines)).toEqual({ median: 0.5, minimum: 0.4, maximum: 0.75 })
})

test('rateTable: a line has the median rate, the share of the baseline with its spread, and both database counts', () => {
  expect(cells(rateTable([authorize]), 'authorize')).toEqual([
    'authorize',
    '1,000',
    '120',
    '133 ms',
    '267 ms',
    '300',
    '0.50 (0.40–0.75)',
    '0.6',
    '3.0 / 3.0',
    '2 / 2',
    '7 / 7',
    '12 / 4',
    '9 / 5',
  ])
})

test('shortfalls: missed targets are listed', () => {
  expect(shortfalls([authorize])).toEqual(['authorize with 1,000: 0.50 of its baseline, target 0.6.'])
  expect(shortfalls([{ ...authorize, loads: [at(120), at(240), at(180)] }])).toEqual([])
})

test('growthTable: compares rates and rows with the fewest stored payments', () => {
  const many: Measured = {
    ...authorize,
    stored: 1_000_000,
    loads: [at(90), at(270), at(108)],
    perRequest: { ...perRequest, rowsRead: 13 },
  }
  expect(cells(growthTable([authorize, many]), 'authorize')).toEqual([
    'authorize',
    '1,000,000',
    '0.90 (0.90–0.90)',
    '12 → 13',
    '9 → 9',
  ])
})

test('costSheet: a million costs a million times the counts of one at list price', () => {
  const sheet = costSheet([authorize, { ...authorize, row: 'token' }, { ...authorize, row: 'capture' }])
  expect(cells(sheet, 'One million')).toEqual(['One million', 'Paid by card: token, authorize, capture'])
  expect(cells(sheet, 'D1 rows written')[1]).toBe('27.0: $27.00')
  expect(cells(sheet, 'Requests')[1]).toBe('3.00: $0.90')
  expect(cells(sheet, 'Log events')[1]).toBe('6.00: $3.60')
  expect(cells(sheet, 'CPU')[1]).toBe('9.00: $0.18')
  expect(cells(sheet, 'Total')[1]).toBe('$31.72')
  // All quantities are included in the plan.
  expect(cells(sheet, 'A month with')[1]).toBe('$5.00')
  expect(cells(sheet, 'Stored in D1')[1]).toBe('$9.00')
})

test('costSheet: a terminal’s Durable Object is billed for the shopper’s time', () => {
  const sheet = costSheet([
    { ...authorize, row: 'terminal', perRequest: { ...perRequest, objectMs: 100 } },
    { ...authorize, row: 'capture' },
  ])
  expect(cells(sheet, 'Durable Object time')[1]).toBe('1.29: $16.16')
})

test('markdownTable: columns have the width of their longest cell', () => {
  expect(markdownTable(['What', 'n'], [['one', '1,000']])).toBe(
    ['| What |     n |', '| ---- | ----: |', '| one  | 1,000 |'].join('\n'),
  )
})
