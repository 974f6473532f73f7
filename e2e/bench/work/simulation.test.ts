import { expect, test } from 'vitest'
import { costOfBills, cronShares, simulateBills } from './simulation.ts'
import type { BillCosts } from './simulation.ts'

const costs: BillCosts = {
  perWorker: 2,
  databaseMs: 1,
  rowsRead: 100,
  rowsWritten: 20,
  objectCalls: 0.1,
  objectRowsWritten: 0.01,
  logged: 0.1,
  cpuMs: 0,
}

test('one account has at most eight workers', () => {
  const { hours, mostPerSecond } = simulateBills({ accounts: 1, billsOfAccount: 16_000, shards: 1 }, costs)
  expect(mostPerSecond).toBe(16)
  expect(hours * 3600).toBe(1000)
})

test('64 accounts share the workers of a shard', () => {
  const { mostPerSecond } = simulateBills({ accounts: 64, billsOfAccount: 1_000, shards: 1 }, costs)
  expect(mostPerSecond).toBe(128)
})

test('a shard charges no more than its database can', () => {
  const demand = { accounts: 64, billsOfAccount: 1_000, shards: 1 }
  const { mostPerSecond, hours } = simulateBills(demand, { ...costs, databaseMs: 20 })
  expect(mostPerSecond).toBeCloseTo(50)
  expect(hours * 3600).toBeGreaterThanOrEqual(64_000 / 50)
})

test('accounts take turns: each has its first bill after as many runs of the cron as there are groups of 64', () => {
  const { firstBillHours } = simulateBills({ accounts: 640, billsOfAccount: 1_000, shards: 1 }, costs)
  expect(firstBillHours * 3600).toBe(9 * cronShares.everySeconds)
})

test('accounts with few bills take the places of others within a run', () => {
  const { firstBillHours } = simulateBills({ accounts: 256, billsOfAccount: 10, shards: 1 }, costs)
  expect(firstBillHours * 3600).toBe(30)
})

test('ten shards charge at ten times the rate of one', () => {
  const one = simulateBills({ accounts: 1_000, billsOfAccount: 1_000, shards: 1 }, costs)
  const ten = simulateBills({ accounts: 1_000, billsOfAccount: 1_000, shards: 10 }, costs)
  expect(one.hours / ten.hours).toBeGreaterThan(6)
  expect(one.hours / ten.hours).toBeLessThan(11)
})

test('accounts that do not divide evenly are all charged', () => {
  const { objectSeconds } = simulateBills({ accounts: 7, billsOfAccount: 160, shards: 3 }, costs)
  // Each with eight workers for ten seconds.
  expect(objectSeconds).toBe(7 * 9 * 10)
})

test('a simulation without the rate of a worker throws', () => {
  expect(() => simulateBills({ accounts: 1, billsOfAccount: 1, shards: 1 }, { ...costs, perWorker: 0 })).toThrow('rate')
})

test('the cost has the rows of all bills and the time of objects', () => {
  const demand = { accounts: 1_000, billsOfAccount: 1_000, shards: 10 }
  const run = simulateBills(demand, costs)
  const { lines } = costOfBills(demand, costs, run)
  const quantities = Object.fromEntries(lines.map(({ item, quantity }) => [item, quantity]))
  expect(quantities).toMatchObject({ rowsRead: 100_000_000, rowsWritten: 20_000_000, objectRequests: 100_000 })
  expect(quantities['objectGbSeconds']).toBeCloseTo(run.objectSeconds * 0.128)
  expect(lines.find(({ item }) => item === 'rowsWritten')?.listed).toBeCloseTo(20)
})
