import { expect, test } from 'vitest'
import type { Growth } from './measure.ts'
import { bytesTable, costLines, costTable, missedGoals, stepTable, totalCost } from './report.ts'
import { bytesPerPayment, totalBytes } from './storedBytes.ts'
import { cardNumber } from './flows.ts'
import { isLuhnValid } from '#contract/card/luhn'
import { usagePerRequest as counts } from '../report/usage.fixtures.ts'

const swept = [
  { name: 'purge', rowsWritten: 3, rowsRead: 6 },
  { name: 'later', rowsWritten: 0, rowsRead: 0 },
]
const growth: Growth = {
  name: 'here',
  flows: ['Card', 'Keyed'].map((flow) => ({
    flow,
    steps: [
      { step: 'token', counts },
      { step: 'authorize', counts: { ...counts, trips: 3 } },
    ],
  })),
  lives: ['Card', 'Keyed'].map((flow) => ({
    flow,
    payments: 100,
    cpuMs: 10,
    swept,
    firstMonth: 4_000,
    afterwards: 900,
    tables: [
      { name: 'events', firstMonth: 3_000, afterwards: 0 },
      { name: 'transactions', firstMonth: 1_000, afterwards: 900 },
    ],
  })),
}

const cells = (table: string, begin: string) =>
  table
    .split('\n')
    .find((line) => line.startsWith(`| ${begin}`))!
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

test('stepTable: a flow has the sums of its steps, one column for each build', () => {
  const other = { ...growth, name: 'old' }
  const table = stepTable([growth, other])
  expect(cells(table, 'Card')).toEqual(['Card', '18', '18', '24', '24', '5', '5'])
  expect(cells(table, '- authorize')).toEqual(['- authorize', '9', '9', '12', '12', '3', '3'])
})

test('bytesTable: tables that one build lacks have no bytes there', () => {
  const other: Growth = { ...growth, name: 'old', lives: growth.lives.map((life) => ({ ...life, tables: [] })) }
  expect(cells(bytesTable([growth, other], 0), 'events')).toEqual(['events', '3,000', '0', '0', '0'])
  expect(cells(bytesTable([growth, other], 0), 'Total')).toEqual(['Total', '4,000', '4,000', '900', '900'])
})

test('costLines: a million costs requests, CPU time, rows of requests and sweeps, and a month of storage', () => {
  const lines = costLines(growth.flows[0]!, growth.lives[0]!)
  const listed = Object.fromEntries(lines.map(({ name, listed: dollars }) => [name, Number(dollars.toFixed(4))]))
  expect(listed).toEqual({
    'Requests to the worker': 0.6,
    'CPU time, ms (an upper bound)': 0.2,
    'D1 rows written by the requests': 18,
    'D1 rows written: purge': 3,
    'D1 rows written: later': 0,
    'D1 rows read': 0.03,
    'Durable Object requests': 0,
    'Stored for the first month, KB, at $0.75 a GB': 3,
  })
  expect(totalCost(lines)).toBeCloseTo(24.83)
  expect(cells(costTable([growth], 0), 'Total')).toEqual(['Total', '', '$24.83'])
})

test('missedGoals: only values above a goal are listed', () => {
  expect(missedGoals(growth)).toEqual([
    'here: Card, bytes in the first month: 4000, goal 3500.',
    'here: Keyed, bytes in the first month: 4000, goal 3500.',
  ])
})

test('bytesPerPayment: the growth of each table by payment, without tables that did not grow', () => {
  const before = { transactions: 4_096, accounts: 4_096 }
  const after = { transactions: 104_096, accounts: 4_096, events: 200_000 }
  expect(bytesPerPayment(before, after, 100)).toEqual([
    ['events', 2_000],
    ['transactions', 1_000],
  ])
  expect(totalBytes(before)).toBe(8_192)
})

test('cardNumber: each payment has a valid number of its own', () => {
  const numbers = Array.from({ length: 1_000 }, (_, nth) => cardNumber(nth))
  expect(numbers.filter(isLuhnValid)).toHaveLength(1_000)
  expect(new Set(numbers).size).toBe(1_000)
})
