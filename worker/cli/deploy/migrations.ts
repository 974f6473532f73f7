import { globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inRepository } from '../repository.ts'
import { applyMigrations, executeSql, type Place } from '../wrangler/wrangler.ts'

const folder = inRepository('worker/store/migrations')

/** Wrangler's table of applied migrations. */
const list = 'd1_migrations'
const listSql =
  `CREATE TABLE IF NOT EXISTS ${list} (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, ` +
  'applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);'

/** The applied migrations of each database in a state folder, without databases that have none. */
const readApplied = (state: string): Set<unknown>[] =>
  globSync('v3/d1/*/*.sqlite', { cwd: state }).flatMap((file) => {
    const database = new DatabaseSync(join(state, file), { readOnly: true })
    try {
      const isListed = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(list) !== undefined
      return isListed
        ? [
            new Set(
              database
                .prepare(`SELECT name FROM ${list}`)
                .all()
                .map(({ name }) => name),
            ),
          ]
        : []
    } finally {
      database.close()
    }
  })

/** The migrations, oldest first. */
export const listMigrations = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()

/**
 * Whether a database of a state folder has a migration that this version does not: migrations are only added, so the database is of before
 * the baseline, or of a later version.
 */
export const hasUnknownMigrations = async (state: string): Promise<boolean> => {
  const known = new Set<unknown>(await listMigrations())
  return readApplied(state).some((applied) => [...applied].some((name) => !known.has(name)))
}

/**
 * The statements of the missing migrations of a state folder's database. Null if there are several databases, whose files cannot be told
 * apart.
 */
export const readMissingMigrations = async (state: string): Promise<string[] | null> => {
  const [applied = new Set(), ...others] = readApplied(state)
  if (others.length > 0) return null
  const names = (await listMigrations()).filter((name) => !applied.has(name))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return [listSql, ...names.flatMap((name, at) => [texts[at]!, `INSERT INTO ${list} (name) VALUES ('${name}');`])]
}

/**
 * Migrates a local database, named by its binding, and then runs statements. All in one wrangler call, since each call starts a runtime,
 * which takes longer than the statements.
 */
export const prepare = async (binding: string, statements: readonly string[], place: Place): Promise<void> => {
  const missing = await readMissingMigrations(place.state)
  if (missing === null) await applyMigrations(binding, place)
  await executeSql(binding, [...(missing ?? []), ...statements].join('\n'), place)
}
