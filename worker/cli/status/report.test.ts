import { expect, test } from 'vitest'
import { ageText, longestWaitMs, toJson, toText } from './report.ts'
import type { DueLane, ShardStatus } from './report.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const scan = { readUpTo: now - 60_000, behindMs: 0 }

const idle: ShardStatus = {
  shard: '00',
  dueLanes: [],
  lanesNotCounted: 0,
  attention: { total: 0, accounts: [] },
  webhooks: { total: 0, most: [] },
  testClocks: { total: 0, first: [] },
  scans: { operations: scan, holds: scan },
  quotasCounted: now - 125_000,
}

const due = (account: string, more: Partial<DueLane> = {}): DueLane => ({
  account,
  mode: 'live',
  lane: 'bills',
  backlog: 1,
  ageMs: 1_000,
  ...more,
})

test.each([
  [0, '0 s'],
  [12_999, '12 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [7_200_000, '2 h'],
  [47 * 3_600_000, '47 h'],
  [48 * 3_600_000, '2 days'],
])('a duration of %i ms is printed as %s', (ms, text) => {
  expect(ageText(ms)).toBe(text)
})

test('the status of a shard without due work is one line and the scans', () => {
  expect(toText(idle, now)).toBe(
    `Shard 00

Nothing is due.

Scans: operations read up to 2026-11-20 11:59:00 UTC; holds read up to 2026-11-20 11:59:00 UTC; quotas counted 2 min ago.`,
  )
})

test('the status of a shard that was never swept has no times', () => {
  const unread = { readUpTo: null, behindMs: 90_000 }
  const text = toText({ ...idle, scans: { operations: unread, holds: scan }, quotasCounted: null }, now)
  expect(text).toContain('Scans: operations nothing read yet, 1 min behind; holds read up to')
  expect(text).toContain('quotas not counted yet.')
})

test('due work is summed by lane and mode, and listed by age', () => {
  const dueLanes = [
    due('a', { backlog: 1_200, ageMs: 200_000 }),
    due('b', { backlog: 4, ageMs: 12_000 }),
    due('a', { mode: 'test', ageMs: 7_300_000 }),
    due('a', { lane: 'reversals', ageMs: 3_000 }),
    due('c', { lane: 'purges', backlog: 10_000, ageMs: 100 }),
  ]
  expect(
    toText({ ...idle, dueLanes, lanesNotCounted: 1 }, now)
      .split('\n\n')
      .slice(1, -1)
      .join('\n\n'),
  ).toBe(
    `lane       mode  accounts  due rows        oldest
reversals  live  1         1               3 s
bills      live  2         1,204           3 min
bills      test  1         1               2 h
purges     live  1         10,000 or more  0 s

1 more due lane of accounts not counted.

account  mode  lane       due rows        oldest
a        test  bills      1               2 h
a        live  bills      1,200           3 min
b        live  bills      4               12 s
a        live  reversals  1               3 s
c        live  purges     10,000 or more  0 s`,
  )
})

test('the list of the oldest work has ten lines', () => {
  const dueLanes = Array.from({ length: 12 }, (_, index) => due(`a${index}`, { ageMs: index * 1000 }))
  const [shard] = toJson([{ ...idle, dueLanes }], now).shards
  expect(shard!.oldest.map(({ account }) => account)).toEqual([
    'a11',
    'a10',
    'a9',
    'a8',
    'a7',
    'a6',
    'a5',
    'a4',
    'a3',
    'a2',
  ])
  expect(shard!.lanes).toEqual([
    { lane: 'bills', mode: 'live', accounts: 12, backlog: 12, isMore: false, oldestSeconds: 11 },
  ])
})

test('payments that need attention, lagging webhooks and test clocks are listed, with their totals', () => {
  const text = toText(
    {
      ...idle,
      attention: { total: 1, accounts: [{ account: 'a', mode: 'live', payments: 1 }] },
      webhooks: { total: 11, most: [{ webhook: 'w', account: 'a', mode: 'live', undelivered: 12_345 }] },
      testClocks: { total: 1, first: [{ account: 'a', moment: null, target: now }] },
    },
    now,
  )
  expect(text.split('\n\n').slice(2, -1).join('\n\n')).toBe(
    `1 payment needs attention:
account  mode  payments
a        live  1

11 webhooks with undelivered events, 1 of them:
webhook  account  mode  positions
w        a        live  12,345

1 test clock in progress:
account  now  target
a        -    2026-11-20 12:00:00 UTC`,
  )
})

test('the longest wait is that of live work and of the scans', () => {
  const test = due('a', { mode: 'test', ageMs: 900_000 })
  const live = due('a', { ageMs: 5_000 })
  expect(longestWaitMs([idle])).toBe(null)
  expect(longestWaitMs([{ ...idle, dueLanes: [test] }])).toBe(null)
  expect(longestWaitMs([{ ...idle, dueLanes: [test, live] }, idle])).toBe(5_000)
  const scans = { operations: { ...scan, behindMs: 8_000 }, holds: scan }
  expect(
    longestWaitMs([
      { ...idle, dueLanes: [live] },
      { ...idle, scans },
    ]),
  ).toBe(8_000)
})

test('durations are seconds and times RFC 3339 in JSON', () => {
  const clock = { account: 'a', moment: now - 1000, target: now }
  const dueLanes = [due('a', { backlog: 10_000, ageMs: 61_500 })]
  expect(toJson([{ ...idle, dueLanes, testClocks: { total: 1, first: [clock] } }], now)).toEqual({
    at: '2026-11-20T12:00:00.000Z',
    longestWaitSeconds: 61,
    shards: [
      {
        shard: '00',
        lanes: [{ lane: 'bills', mode: 'live', accounts: 1, backlog: 10_000, isMore: true, oldestSeconds: 61 }],
        lanesNotCounted: 0,
        oldest: [{ account: 'a', lane: 'bills', mode: 'live', backlog: 10_000, isMore: true, oldestSeconds: 61 }],
        attention: { total: 0, accounts: [] },
        webhooks: { total: 0, most: [] },
        testClocks: {
          total: 1,
          first: [{ account: 'a', now: '2026-11-20T11:59:59.000Z', target: '2026-11-20T12:00:00.000Z' }],
        },
        scans: {
          operations: { readUpTo: '2026-11-20T11:59:00.000Z', behindSeconds: 0 },
          holds: { readUpTo: '2026-11-20T11:59:00.000Z', behindSeconds: 0 },
        },
        quotasCounted: '2026-11-20T11:57:55.000Z',
      },
    ],
  })
})
