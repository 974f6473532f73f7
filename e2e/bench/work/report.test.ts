import { expect, test } from 'vitest'
import type { BillFigures } from './bills.ts'
import {
  billClaims,
  claimRows,
  fairnessClaims,
  invocationClaims,
  invocationRows,
  purgeClaims,
  reversalClaims,
  simulationRows,
  slowClaims,
} from './report.ts'

const bills: BillFigures = {
  bills: 20_000,
  processorMs: 1_500,
  isDone: true,
  minutes: 18.04,
  paid: 20_000,
  chargedTwice: 0,
  unpaidAtFirst: 0,
  outOfOrderMs: 640,
  mostAtOnce: 32,
  timedOut: 0,
  waited: 0,
  perSecond: 19,
  otherSeconds: [2.5, 3.25],
  failedRuns: 0,
}

const metOf = (claims: Parameters<typeof claimRows>[0]) => claims.map(({ isMet }) => isMet)

test('a whole run within its goals meets all claims', () => {
  const rows = claimRows(billClaims(bills))
  expect(rows[0]).toEqual(['20,000 bills due in one minute, processor 1.5 s: minutes', '18.0', 'at most 20.0', 'yes'])
  expect(rows.filter(([, , , met]) => met === 'NO')).toEqual([])
})

test('a smaller run is scaled to the goal by its rate', () => {
  const [minutes] = billClaims({ ...bills, bills: 700, paid: 700, perSecond: 15 })
  expect(minutes).toMatchObject({ figure: '22.2', isMet: false })
  expect(minutes!.claim).toContain('at the rate of 700, 15.0/s')
})

test('a run that did not end misses its goal', () => {
  expect(claimRows(billClaims({ ...bills, isDone: false }))[0]!.slice(1)).toEqual(['none', 'at most 20.0', 'NO'])
})

test.each([
  ['unpaid', { paid: 19_999 }],
  ['charged twice', { chargedTwice: 1 }],
  ['too many calls', { mostAtOnce: 33 }],
  ['a failed run of the cron', { failedRuns: 1 }],
  ['the other account late', { otherSeconds: [2, 61] }],
])('a run with a missed goal shows it: %s', (_name, change) => {
  expect(metOf(billClaims({ ...bills, ...change })).filter((isMet) => !isMet)).toHaveLength(1)
})

test('a call that timed out and an unpaid bill are missed goals', () => {
  expect(metOf(slowClaims({ ...bills, timedOut: 1, unpaidAtFirst: 2 }))).toEqual([false, false, true, true, true])
})

test('a repeated reversal is a missed goal', () => {
  const figures = {
    count: 12_000,
    isDone: true,
    minutes: 10,
    reversed: 12_000,
    repeated: 1,
    mostAtOnce: 8,
    perSecond: 20,
    failedRuns: 0,
  }
  expect(metOf(reversalClaims(figures))).toEqual([true, true, false, true, true])
})

test.each([
  [249, false],
  [250, true],
])('purging %s payments per second meets the goal: %s', (perSecond, isMet) => {
  expect(metOf(purgeClaims({ payments: 20_000, isDone: true, seconds: 40, perSecond, failedRuns: 0 }))).toEqual([
    isMet,
    true,
  ])
})

test('fairness is the ratio of medians', () => {
  const figures = {
    alone: { bills: [1_000, 2_000, 3_000], payments: [500] },
    beside: { bills: [2_000, 2_200, 9_000], payments: [700] },
    due: 2_000,
    suspended: 200_000,
    flood: 900,
    idleRowsRead: 12,
  }
  expect(claimRows(fairnessClaims(figures)).map(([, figure, , met]) => [figure, met])).toEqual([
    ['1.10', 'yes'],
    ['1.40', 'NO'],
    ['12', ''],
  ])
})

const summary = {
  kind: 'lane',
  count: 10,
  batches: { p50: 40, max: 42 },
  statements: { p50: 240, max: 501 },
  ms: { p50: 6_000, max: 15_000 },
  connections: 6,
} as const

test('the largest invocation is that of background work, and its duration depends on the processor', () => {
  const record = {
    kind: 'lane',
    began: 0,
    ms: 15_000,
    workedMs: 0,
    batches: 40,
    statements: 501,
    connections: 6,
  } as const
  const records = new Map([
    ['processor 1.5 s', [record, { ...record, kind: 'request', ms: 60_000, statements: 900 } as const]],
    ['processor 8 s', [{ ...record, ms: 16_000, statements: 3 }, { ...record, kind: 'cron', ms: 960_000 } as const]],
  ])
  expect(claimRows(invocationClaims(records))).toEqual([
    ['statements of one invocation', '501', 'at most 500', 'NO'],
    ['seconds of one invocation, processor 1.5 s', '15.0', 'at most 15.0', 'yes'],
    ['seconds of one invocation, processor 8 s', '16.0', 'at most 15.0', 'NO'],
    [
      'minutes until the end of a run of the cron, which waits for the objects that it has woken',
      '16.0',
      'at most 15.0',
      'NO',
    ],
  ])
})

test('a row of invocations has medians and most', () => {
  expect(invocationRows([summary])).toEqual([
    ['call of a lane worker', '10', '40', '42', '240', '501', '6.0', '15.0', '6'],
  ])
})

test('the simulation has a row for one shard and one for ten', () => {
  const rows = simulationRows({
    perWorker: 2,
    databaseMs: 2,
    rowsRead: 170,
    rowsWritten: 23,
    objectCalls: 0.1,
    objectRowsWritten: 0.02,
    logged: 0.1,
    cpuMs: 10,
  })
  expect(rows.map(([name]) => name)).toEqual([
    '1,000,000 bills, 1,000 accounts, 1 shard',
    '1,000,000 bills, 1,000 accounts, 10 shards',
  ])
  const [one, ten] = rows.map(([, hours]) => Number(hours))
  expect(one! / ten!).toBeGreaterThan(5)
})
