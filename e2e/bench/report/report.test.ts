import { expect, test } from 'vitest'
import { markdownTable } from './markdownTable.ts'
import type { Measured } from '../load/measure.ts'
import { costSheet, growthTable, rateTable, sharesOf, shortfalls } from './report.ts'

const at = (perSecond: number) => ({
  count: 2 * perSecond,
  perSecond,
  p50: 16_000 / perSecond,
  p99: 32_000 / perSecond,
  cpuMs: 3,
  bytes: 4000,
})
const asked = {
  trips: 2,
  statements: 7,
  rowsRead: 12,
  rowsWritten: 9,
  objectCalls: 0,
  objectMessages: 0,
  objectRowsWritten: 0,
  objectMs: 0,
  logged: 1,
}
const authorize: Measured = {
  row: 'authorize',
  stored: 1000,
  loads: [at(100), at(300), at(120)],
  baselines: [at(200), at(400), at(300)],
  perRequest: asked,
  ofBaseline: { ...asked, rowsRead: 4, rowsWritten: 5 },
}
/** The cells of a line that begins so. */
const cells = (table: string, begin: string) =>
  table
    .split('\n')
    .find((line) => line.startsWith(`| ${begin}`))!
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

test('a share is that of pairs measured one after the other, and not of two medians', () => {
  expect(sharesOf(authorize.loads, authorize.baselines)).toEqual({ median: 0.5, least: 0.4, most: 0.75 })
})

test('a line has the median of the rounds, its share of its baseline with the spread, and what both ask of the database', () => {
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

test('a promise that was not kept is said, and one that was is not', () => {
  expect(shortfalls([authorize])).toEqual(['authorize among 1,000: 0.50 of its baseline, promised 0.6.'])
  expect(shortfalls([{ ...authorize, loads: [at(120), at(240), at(180)] }])).toEqual([])
})

test('what is stored shows as the share of the rate among the fewest, and as rows', () => {
  const many: Measured = {
    ...authorize,
    stored: 1_000_000,
    loads: [at(90), at(270), at(108)],
    perRequest: { ...asked, rowsRead: 13 },
  }
  expect(cells(growthTable([authorize, many]), 'authorize')).toEqual([
    'authorize',
    '1,000,000',
    '0.90 (0.90–0.90)',
    '12 → 13',
    '9 → 9',
  ])
})

test('a million is a million times what was counted for one, at the price of each', () => {
  const sheet = costSheet([authorize, { ...authorize, row: 'token' }, { ...authorize, row: 'capture' }])
  expect(cells(sheet, 'A million of')).toEqual(['A million of', 'Paid by card: token, authorize, capture'])
  expect(cells(sheet, 'D1 rows written')[1]).toBe('27.0: $27.00')
  expect(cells(sheet, 'Requests')[1]).toBe('3.00: $0.90')
  expect(cells(sheet, 'Log events')[1]).toBe('6.00: $3.60')
  expect(cells(sheet, 'CPU')[1]).toBe('9.00: $0.18')
  expect(cells(sheet, 'All of it')[1]).toBe('$31.72')
  // Nothing of it is more than a month of the plan includes.
  expect(cells(sheet, 'A month of that')[1]).toBe('$5.00')
  expect(cells(sheet, 'Kept in D1')[1]).toBe('$9.00')
})

test('the object of a card reader is billed for the time that a shopper takes', () => {
  const sheet = costSheet([
    { ...authorize, row: 'terminal', perRequest: { ...asked, objectMs: 100 } },
    { ...authorize, row: 'capture' },
  ])
  expect(cells(sheet, 'Durable Object time')[1]).toBe('1.29: $16.16')
})

test('columns of a table are as wide as they must be', () => {
  expect(markdownTable(['What', 'n'], [['one', '1,000']])).toBe(
    ['| What |     n |', '| ---- | ----: |', '| one  | 1,000 |'].join('\n'),
  )
})
