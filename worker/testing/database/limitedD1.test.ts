import { expect, test } from 'vitest'
import { asInvocation } from './invocation.ts'
import { limitedD1, type AwayKind, type LimitedD1Options } from './limitedD1.ts'
import { sqliteD1 } from '../../cli/sqlite/sqliteD1.ts'

/** A limited database, and a clock that moves only when a batch sleeps. */
const fixture = (options: LimitedD1Options = {}) => {
  const clock = { time: 0, now: () => clock.time, sleep: async (ms: number) => void (clock.time += ms) }
  const real = sqliteD1()
  const limited = limitedD1(real.d1, { clock, ...options })
  const { d1 } = limited
  const insert = (id: string) =>
    d1.batch([
      d1.prepare(`INSERT INTO accounts (id, settings, created, updated) VALUES (?, '{}', 1, 1) RETURNING id`).bind(id),
    ])
  const select = () => d1.batch([d1.prepare('SELECT 1 AS one')])
  return { ...limited, clock, insert, select, stored: () => real.rows('SELECT id FROM accounts').length }
}

test.each([
  ['lostBefore', 'D1_ERROR: Network connection lost.', 0],
  ['lostAfter', 'D1_ERROR: Network connection lost.', 1],
  ['overloaded', 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.', 0],
  ['reset', 'D1_ERROR: Internal error in D1 DB storage caused object to be reset.', 0],
  ['full', 'D1_ERROR: Exceeded maximum DB size.', 0],
] satisfies [AwayKind, string, number][])(
  'a database away as %s fails inserts until its span ends: %s',
  async (kind, message, stored) => {
    const { away, insert, clock, counts, stored: countStored } = fixture()
    away(0, 1_000, kind)
    await expect(insert('a')).rejects.toThrow(message)
    expect(countStored()).toBe(stored)
    clock.time = 999
    await expect(insert('b')).rejects.toThrow(message)
    clock.time = 1_000
    expect((await insert('c'))[0]!.results).toEqual([{ id: 'c' }])
    expect(counts.failed).toBe(2)
  },
)

test('a full database reads and deletes, and does not update', async () => {
  const { away, insert, d1, select, stored } = fixture()
  await insert('a')
  away(0, 1_000, 'full')
  expect((await select())[0]!.results).toEqual([{ one: 1 }])
  await expect(d1.batch([d1.prepare('UPDATE accounts SET updated = 2')])).rejects.toThrow('Exceeded maximum DB size')
  await d1.batch([d1.prepare('DELETE FROM accounts')])
  expect(stored()).toBe(0)
})

test('a hanging database answers when its span ends', async () => {
  const { away, select, clock } = fixture()
  away(0, 10_000, 'hangs')
  expect((await select())[0]!.results).toEqual([{ one: 1 }])
  expect(clock.time).toBe(10_000)
})

test('a database that hangs for 80 s fails a batch after 30 s without an effect', async () => {
  const { away, insert, clock, stored } = fixture()
  away(0, 80_000, 'hangs')
  await expect(insert('a')).rejects.toThrow('D1 DB storage operation exceeded timeout which caused object to be reset.')
  expect([clock.time, stored()]).toEqual([30_000, 0])
})

test('a span that begins during the latency of a batch applies to it', async () => {
  const { away, insert, stored } = fixture({ latency: 100 })
  away(20, 60, 'lostBefore')
  await expect(insert('a')).rejects.toThrow('Network connection lost')
  expect(stored()).toBe(0)
})

test('latency is added to each batch', async () => {
  const { select, clock } = fixture({ latency: 100 })
  await select()
  await select()
  expect(clock.time).toBe(200)
})

test('the batch after the 1,000th of an invocation fails, and the next invocation has its own limit', async () => {
  const { select } = fixture()
  await asInvocation(async (invocation) => {
    for (let nth = 0; nth < 1_000; nth++) await select()
    await expect(select()).rejects.toThrow('Too many API requests by single Worker invocation.')
    expect([invocation.calls, invocation.statements]).toEqual([1_001, 1_001])
    expect(await asInvocation(select)).toHaveLength(1)
  })
  expect(await select()).toHaveLength(1)
})

test('an invocation runs six batches at once, and further batches wait in turn', async () => {
  const order: number[] = []
  const clock = { now: () => 0, sleep: () => new Promise<void>((resolve) => setTimeout(resolve, 5)) }
  const { d1, counts } = fixture({ latency: 10, clock })
  const numbers = Array.from({ length: 20 }, (_, nth) => nth)
  const run = (nth: number) => d1.batch([d1.prepare('SELECT 1')]).then(() => order.push(nth))
  await asInvocation(async (invocation) => {
    await Promise.all(numbers.map(run))
    expect(order).toEqual(numbers)
    expect([invocation.mostConnections, counts.waited, invocation.connections]).toEqual([6, 14, 0])
  })
})

test('a failed batch closes its connection', async () => {
  const { away, clock, d1 } = fixture({ limits: { connections: 1 } })
  const select = () => d1.batch([d1.prepare('SELECT 1')])
  await asInvocation(async () => {
    away(0, 1_000, 'reset')
    await Promise.allSettled([select(), select()])
    clock.time = 1_000
    expect(await select()).toHaveLength(1)
  })
})

test('a bound value of more than 2 MB is rejected with the error of SQLite', async () => {
  const { d1 } = fixture()
  const length = (text: string) => d1.batch([d1.prepare('SELECT length(?) AS length').bind(text)])
  expect((await length('a'.repeat(2_000_000)))[0]!.results).toEqual([{ length: 2_000_000 }])
  await expect(length('a'.repeat(2_000_001))).rejects.toThrow('D1_ERROR: string or blob too big: SQLITE_TOOBIG')
  await expect(length('é'.repeat(1_000_001))).rejects.toThrow('SQLITE_TOOBIG')
})

test('a database that reached its maximum size rejects inserts and still reads', async () => {
  const { stored, insert, select } = fixture({ limits: { size: 1 } })
  await insert('a')
  await expect(insert('b')).rejects.toThrow('D1_ERROR: Exceeded maximum DB size.')
  expect((await select())[0]!.results).toEqual([{ one: 1 }])
  expect(stored()).toBe(1)
})
