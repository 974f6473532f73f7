import { expect, test } from 'vitest'
import { Database, sql } from '../../store/sql/database.ts'
import { sqliteD1 } from './sqliteD1.ts'

const { d1, rows } = sqliteD1()
const database = new Database(d1, { trips: 0, databaseMs: 0 })
const insert = (id: string) =>
  sql(`INSERT INTO accounts (id, settings, created, updated) VALUES (?, '{}', 1, 1) RETURNING id`, id)
const many = (count: number) =>
  sql(`SELECT ${Array.from({ length: count }, () => '?').join()}`, ...Array.from({ length: count }, () => 1))
const accounts = () => rows('SELECT id FROM accounts').length

test('a failed batch of sqliteD1 stores nothing', async () => {
  const columns = rows('SELECT name FROM pragma_table_info(?)', 'accounts').length
  expect(columns).toBeGreaterThan(0)
  expect(await database.batch([insert('a'), sql('SELECT 1 AS one')])).toEqual([[{ id: 'a' }], [{ one: 1 }]])
  await expect(database.batch([insert('b'), insert('a')])).rejects.toThrow(
    /^D1_ERROR: UNIQUE constraint failed: accounts\.id: SQLITE/,
  )
  expect(accounts()).toBe(1)
})

test('sqliteD1 rejects a row that violates a foreign key', async () => {
  const orphan = sql(
    "INSERT INTO apiKeys (id, account, kind, mode, hash, hint, scopes, created) VALUES ('k', 'nobody', 'sk', 'test', 'h', 'h', '[]', 1)",
  )
  await expect(database.batch([orphan])).rejects.toThrow(/FOREIGN KEY/)
})

test('a statement of sqliteD1 with more than 100 parameters is rejected', async () => {
  expect(await database.rows(many(100))).toHaveLength(1)
  await expect(database.rows(many(101))).rejects.toThrow(/too many SQL variables/)
})
