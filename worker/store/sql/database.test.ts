import { describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import type { BatchOutcome } from '../../testing/database/brokenDatabase.ts'
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

  test('batch with retry fails after three attempts', async () => {
    const { database, calls } = withFaults('fails before', 'fails before', 'fails before')
    await expect(database.batchWithRetry([one])).rejects.toThrow('connection lost')
    expect(calls()).toBe(3)
  })
})
