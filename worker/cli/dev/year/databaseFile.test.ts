import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { accountSql } from '../../accounts/accountSql.ts'
import { sqliteD1 } from '../../sqlite/sqliteD1.ts'
import { isUnused, replaceRows } from './databaseFile.ts'
import { demoAccount } from '../demoAccount.ts'
import { seedSql } from '../seed.ts'

const auditEntry = `INSERT INTO audit (account, at, key, requestId, action, detail) VALUES ('${demoAccount.id}', 1, 'k', '', 'a', '{}')`
const otherAccount = accountSql({ id: 'other', settings: {}, now: 1 })
/** A customer, whose insertion is counted by a trigger. */
const customer = `INSERT INTO customers
  (id, account, mode, firstName, lastName, company, phoneNumber, emailAddress, shippingAddress, metadata, created, updated)
  VALUES ('c', '${demoAccount.id}', 'test', '', '', '', '', '', '', '', 1, 1)`

/** The bytes of a migrated database with the demo account. */
const seeded = async (...more: string[]): Promise<Uint8Array> => {
  const { exec, bytes } = sqliteD1()
  for (const statement of [...(await seedSql()), ...more]) exec(statement)
  return bytes()
}

/** A state folder with one database. */
const stateWith = async (bytes: Uint8Array) => {
  const state = await mkdtemp(join(tmpdir(), 'sluice-database-file-'))
  onTestFinished(() => rm(state, { recursive: true }))
  const file = join(state, 'v3/d1/miniflare-D1DatabaseObject/1.sqlite')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes)
  const read = (query: string) => {
    const database = new DatabaseSync(file)
    try {
      return database.prepare(query).all()
    } finally {
      database.close()
    }
  }
  return { state, read }
}

test('a state folder without a database is unused', async () => {
  expect(isUnused(join(tmpdir(), 'sluice-no-such-state'), demoAccount.id)).toBe(true)
})

test.each([
  ['the demo account only', [], true],
  ['an audit entry', [auditEntry], false],
  ['another account', [otherAccount], false],
  ['a customer', [customer], false],
] as const)('isUnused of a database with %s returns %3$s', async (_what, more, expected) => {
  const { state } = await stateWith(await seeded(...more))
  expect(isUnused(state, demoAccount.id)).toBe(expected)
})

test('replaceRows copies all rows, counts none again and keeps the triggers', async () => {
  const { state, read } = await stateWith(await seeded(auditEntry))
  const triggers = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name"
  const before = read(triggers)
  replaceRows(state, await seeded(customer))
  expect(read('SELECT id FROM customers')).toEqual([{ id: 'c' }])
  expect(read("SELECT total FROM usage WHERE name = 'customers'")).toEqual([{ total: 1 }])
  expect(read('SELECT * FROM audit')).toEqual([])
  expect(before.length).toBeGreaterThan(0)
  expect(read(triggers)).toEqual(before)
})
