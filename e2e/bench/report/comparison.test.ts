import { expect, test } from 'vitest'
import { comparisonTable, joinComparisons, type Comparison } from './comparison.ts'
import { usagePerRequest as perRequest } from './usage.fixtures.ts'

const round = (perSecond: number, cpuMs: number | null) => ({
  count: perSecond,
  perSecond,
  p50: 1,
  p99: 2,
  cpuMs,
  bytes: 0,
})
const comparison: Comparison = {
  row: 'authorize',
  here: { rounds: [round(100, 3), round(300, 2), round(120, 3)], perRequest },
  there: { rounds: [round(200, 2), round(400, 4), round(150, 2)], perRequest: { ...perRequest, rowsRead: 14 } },
}
const cellsOf = (one: Comparison) =>
  comparisonTable([one])
    .split('\n')
    .at(-1)!
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

test('comparisonTable: compares gateways round by round, not by their medians', () => {
  expect(cellsOf(comparison)).toEqual([
    'authorize',
    '120',
    '200',
    '0.750 (0.500–0.800)',
    '1.500',
    '2 / 2',
    '7 / 7',
    '12 / 14',
    '9 / 9',
  ])
})

test('comparisonTable: the CPU share is unknown without CPU times', () => {
  const rounds = [round(100, null)]
  expect(cellsOf({ ...comparison, here: { rounds, perRequest }, there: { rounds, perRequest } })[4]).toBe('unknown')
})

test('joinComparisons: joins the rounds of several starts', () => {
  const other = {
    ...comparison,
    here: { rounds: [round(90, 3)], perRequest },
    there: { rounds: [round(100, 3)], perRequest },
  }
  expect(cellsOf(joinComparisons([comparison, other]))[3]).toBe('0.750 (0.500–0.900)')
})
