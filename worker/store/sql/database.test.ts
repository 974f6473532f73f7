import { describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import type { BatchOutcome } from '../../testing/database/brokenDatabase.ts'
import { connectionLost, interceptD1 } from '../../testing/database/interceptD1.ts'
import { immediatePatience } from '../../testing/doubles/immediatePatience.ts'
import { Database, sql } from './database.ts'
import type { Statement, TripCounter } from './database.ts'

const counter = (): TripCounter => ({ trips: 0, databaseMs: 0 })

/** A database whose first batches meet these faults. Later batches run. */
const withFaults = (...fates: BatchOutcome[]) => {
  const { d1, calls } = faultyDatabase(bindings.DB_00, (call) => fates[call - 1] ?? 'runs')
  const counted = counter()
  return { database: new Database(d1, counted), calls, counted }
}

const one = sql('SELECT 1 AS one')

const announcing = (rows: string): Statement => ({ ...sql(rows), announces: true })

/** Whether a batch with this fault counts as one that inserted events. */
const announced = async (fate: BatchOutcome, ...statements: Statement[]): Promise<boolean> => {
  const { database, counted } = withFaults(fate)
  await database.batch(statements).catch(() => undefined)
  return counted.announced === true
}

describe('batch', () => {
  test('batch is one round trip and returns the rows of each statement', async () => {
    const { database, counted } = withFaults()
    expect(await database.batch([one, sql('SELECT ? AS two', 'x'), sql('SELECT 1 WHERE FALSE')])).toEqual([
      [{ one: 1 }],
      [{ two: 'x' }],
      [],
    ])
    expect(counted.trips).toBe(1)
  })

  test('failed batch writes no row', async () => {
    const { database } = withFaults()
    const id = crypto.randomUUID()
    const insert = sql("INSERT INTO accounts (id, settings, created, updated) VALUES (?, '{}', 0, 0)", id)
    await expect(database.batch([insert, insert])).rejects.toThrow('UNIQUE')
    expect(await database.row(sql('SELECT id FROM accounts WHERE id = ?', id))).toBeNull()
  })

  test('batch records that it inserted events, or may have inserted them', async () => {
    expect(await announced('runs', one, announcing('SELECT 1 AS position'))).toBe(true)
    expect(await announced('runs', one, announcing('SELECT 1 AS position WHERE FALSE'))).toBe(false)
    expect(await announced('runs', one)).toBe(false)
    expect(await announced('fails before', announcing('SELECT 1 WHERE FALSE'))).toBe(true)
    expect(await announced('fails before', one)).toBe(false)
  })

  test('failed batch is counted and not repeated', async () => {
    const { database, calls, counted } = withFaults('fails before')
    await expect(database.batch([one])).rejects.toThrow()
    expect(calls()).toBe(1)
    expect(counted.trips).toBe(1)
  })

  test('bound values are never parsed as SQL', async () => {
    const { database } = withFaults()
    const hostile = "'; DROP TABLE accounts; --"
    expect(await database.row(sql('SELECT ? AS value', hostile))).toEqual({ value: hostile })
    expect(await database.row(sql('SELECT count(*) >= 0 AS there FROM accounts'))).toEqual({ there: 1 })
  })
})

describe('batch with retry', () => {
  test.each<[BatchOutcome[], number]>([
    [[], 1],
    [['fails before'], 2],
    [['fails after'], 2],
    [['fails before', 'fails after'], 3],
  ])('batch with retry that meets the faults %j makes %d attempts', async (fates, times) => {
    const { database, calls, counted } = withFaults(...fates)
    expect(await database.batchWithRetry([one])).toEqual([[{ one: 1 }]])
    expect(calls()).toBe(times)
    expect(counted.trips).toBe(times)
  })

  test('batch with retry fails after three attempts without a request’s patience', async () => {
    const { database, calls } = withFaults('fails before', 'fails before', 'fails before')
    await expect(database.batchWithRetry([one])).rejects.toMatchObject({ name: 'DatabaseError', failure: 'away' })
    expect(calls()).toBe(3)
  })

  test('an error of a statement is not repeated', async () => {
    const { database, calls, counted } = withFaults()
    await expect(database.batchWithRetry([sql('SELECT missing FROM accounts')])).rejects.toThrow('no such column')
    expect(calls()).toBe(1)
    expect(counted.databaseFailure).toBeUndefined()
  })

  test('a full database is not asked again', async () => {
    const full = interceptD1(bindings.DB_00, {
      before: () => {
        throw new Error('D1_ERROR: Exceeded maximum DB size.')
      },
    })
    const counted = counter()
    const database = new Database(full, counted, immediatePatience)
    await expect(database.batchWithRetry([one])).rejects.toMatchObject({ failure: 'full' })
    expect(counted).toMatchObject({ trips: 1, databaseFailure: 'full' })
  })
})

/** A database whose batches fail until this attempt, with the patience of requests. */
const awayUntil = (attempt: number, fate: BatchOutcome) => {
  const { d1, calls } = faultyDatabase(bindings.DB_00, (call) => (call < attempt ? fate : 'runs'))
  const counted = counter()
  return { database: new Database(d1, counted, immediatePatience), calls, counted }
}

describe('reads', () => {
  test('a read is repeated while the database is away, and every trip is counted', async () => {
    const { database, counted } = awayUntil(5, 'fails before')
    expect(await database.row(one)).toEqual({ one: 1 })
    expect(counted).toMatchObject({ trips: 5, databaseFailure: 'away' })
  })

  test('a read ends with the error after two seconds of pauses', async () => {
    const { database, calls } = awayUntil(Infinity, 'fails before')
    await expect(database.row(one)).rejects.toMatchObject({ failure: 'away' })
    expect(calls()).toBe(6)
  })

  test('a batch with a write is not repeated as a read', async () => {
    const { database, calls } = awayUntil(3, 'fails before')
    await expect(database.batch([one, sql('DELETE FROM accounts WHERE FALSE')])).rejects.toThrow()
    expect(calls()).toBe(1)
  })
})

const insertOf = (id: string): Statement =>
  sql("INSERT INTO accounts (id, settings, created, updated) VALUES (?, '{}', 0, 0) RETURNING id", id)
const selectOf = (id: string): Statement => sql('SELECT id FROM accounts WHERE id = ?', id)

describe('writes that take effect once', () => {
  test.each<[BatchOutcome, number]>([
    ['fails before', 2],
    ['fails after', 2],
    ['fails before', 4],
    ['fails after', 4],
  ])('batch with verification that %s its effect until attempt %d inserts once', async (fate, attempt) => {
    const id = crypto.randomUUID()
    const { database } = awayUntil(attempt, fate)
    expect((await database.batchWithVerification([insertOf(id)], selectOf(id)))[0]).toEqual([{ id }])
  })

  test.each<[BatchOutcome, number]>([
    ['fails before', 2],
    ['fails after', 2],
    ['fails before', 4],
    ['fails after', 4],
  ])('named batch that %s its effect until attempt %d inserts once', async (fate, attempt) => {
    const id = crypto.randomUUID()
    const { database } = awayUntil(attempt, fate)
    const rows = await database.namedOnce({ insert: insertOf(id), none: null, inserted: selectOf(id) }, 'inserted')
    expect(rows.inserted).toEqual([{ id }])
    expect(rows.none).toEqual([])
  })

  test('a batch whose lost attempt is committed during the next one inserts once', async () => {
    const id = crypto.randomUUID()
    let late: (() => Promise<unknown>) | null = null
    const d1 = interceptD1(bindings.DB_00, {
      around: async ({ call }, run) => {
        if (call === 1) {
          late = run
          throw connectionLost()
        }
        if (call === 3) await late!()
        return run()
      },
    })
    const database = new Database(d1, counter(), immediatePatience)
    const rows = await database.namedOnce({ insert: insertOf(id), inserted: selectOf(id) }, 'inserted')
    expect(rows.inserted).toEqual([{ id }])
  })

  test('reads whose conditions are over after a lost batch are replaced', async () => {
    const id = crypto.randomUUID()
    const { database } = awayUntil(2, 'fails after')
    const before = sql('SELECT 1 AS free WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE id = ?)', id)
    const rows = await database.namedOnce({ before, insert: insertOf(id), inserted: selectOf(id) }, 'inserted', {
      before: sql('SELECT 1 AS free'),
    })
    expect(rows.before).toEqual([{ free: 1 }])
  })

  test('a conflict with a row of somebody else is thrown', async () => {
    const id = crypto.randomUUID()
    const { database } = awayUntil(0, 'runs')
    await database.batch([insertOf(id)])
    const written = sql('SELECT id FROM accounts WHERE id = ? AND FALSE', id)
    await expect(database.batchWithVerification([insertOf(id)], written)).rejects.toThrow('UNIQUE')
    const lost = awayUntil(2, 'fails before').database
    await expect(lost.batchWithVerification([insertOf(id)], written)).rejects.toThrow('UNIQUE')
  })

  test('a write ends with the error of the database while nothing shows whether it took effect', async () => {
    const id = crypto.randomUUID()
    const { database } = awayUntil(Infinity, 'fails after')
    await expect(database.batchWithVerification([insertOf(id)], selectOf(id))).rejects.toMatchObject({
      failure: 'away',
    })
  })
})
