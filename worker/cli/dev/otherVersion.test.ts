import { access, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listMigrations } from '../deploy/migrations.ts'
import { offerNewDatabase, requireThisVersion } from './otherVersion.ts'

let state: string
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'sluice-version-'))
  await mkdir(join(state, 'v3/d1/databases'), { recursive: true })
})
afterEach(() => rm(state, { recursive: true, force: true }))

const createDatabase = (migrations: readonly string[]) => {
  const database = new DatabaseSync(join(state, 'v3/d1/databases/one.sqlite'))
  database.exec('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)')
  for (const name of migrations) database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name)
  database.close()
}

const isThere = () =>
  access(state).then(
    () => true,
    () => false,
  )

/** A terminal in which a person types an answer. */
const terminal = (typed: string) => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  stdin.end(`${typed}\n`)
  return { stdin, stdout: new PassThrough() } as unknown as Pick<NodeJS.Process, 'stdin' | 'stdout'>
}

test('database with a migration that this version does not have is rejected with the way to a new one', async () => {
  createDatabase(['0001_accounts.sql', '0003_transactions.sql'])
  await expect(requireThisVersion(state)).rejects.toThrow(
    `The database in ${state} is of another version of Sluice. Delete that folder; npm run dev then creates a new one.`,
  )
})

test('database with all, some or no migrations of this version is accepted', async () => {
  await expect(requireThisVersion(state)).resolves.toBeUndefined()
  createDatabase((await listMigrations()).slice(0, 3))
  await expect(requireThisVersion(state)).resolves.toBeUndefined()
})

test.each([
  ['y', false],
  ['Yes', false],
  ['', true],
  ['n', true],
])('answer %j to the offer of a new database keeps the older one: %s', async (typed, keeps) => {
  createDatabase(['0026_payments.sql'])
  await offerNewDatabase(state, terminal(typed))
  expect(await isThere()).toBe(keeps)
})

test('offer of a new database is not made for one of this version', async () => {
  createDatabase(await listMigrations())
  await offerNewDatabase(state, terminal('y'))
  expect(await isThere()).toBe(true)
})
