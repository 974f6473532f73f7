import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMigrations, readMissingMigrations } from './migrations.ts'
import { inRepository } from '../repository.ts'

let state: string
beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'sluice-migrations-'))
  await mkdir(join(state, 'v3/d1/databases'), { recursive: true })
})
afterAll(() => rm(state, { recursive: true }))

const open = (name: string) => new DatabaseSync(join(state, 'v3/d1/databases', `${name}.sqlite`))

const schemaOf = (database: DatabaseSync) =>
  database.prepare("SELECT name, sql FROM sqlite_schema WHERE name != 'd1_migrations' ORDER BY name").all()

const appliedTo = (database: DatabaseSync) =>
  database
    .prepare('SELECT name FROM d1_migrations ORDER BY id')
    .all()
    .map(({ name }) => name)

test.each([0, 1, 7])('a database with %d migrations gets the missing ones, each once', async (count) => {
  const names = await listMigrations()
  const whole = new DatabaseSync(':memory:')
  whole.exec((await readMissingMigrations(join(state, 'nowhere')))!.join('\n'))
  expect(appliedTo(whole)).toEqual(names)

  // As wrangler itself leaves it.
  const old = open('old')
  old.exec('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)')
  for (const name of names.slice(0, count)) {
    old.exec(await readFile(inRepository(`worker/store/migrations/${name}`), 'utf8'))
    old.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name)
  }
  old.exec((await readMissingMigrations(state))!.join('\n'))
  expect(appliedTo(old)).toEqual(names)
  expect(schemaOf(old)).toEqual(schemaOf(whole))

  const again = (await readMissingMigrations(state))!.join('\n')
  old.exec(again)
  expect(appliedTo(old)).toEqual(names)
  old.close()
  await rm(join(state, 'v3/d1/databases/old.sqlite'))
})

test('missing migrations are unknown for a folder with several databases', async () => {
  for (const name of ['one', 'another']) {
    const database = open(name)
    database.exec((await readMissingMigrations(join(state, 'nowhere')))!.join('\n'))
    database.close()
  }
  expect(await readMissingMigrations(state)).toBeNull()
})
