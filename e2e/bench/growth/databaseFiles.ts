import { globSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The files of the local runtime's only database, without those of Durable Objects. The newest pages are in the write-ahead log. */
const databaseFiles = (state: string): { readonly folder: string; readonly names: readonly string[] } => {
  const folder = join(state, 'v3/d1/miniflare-D1DatabaseObject')
  return { folder, names: globSync('*.sqlite*', { cwd: folder }).filter((name) => !name.startsWith('metadata')) }
}

/** Copies the database of a gateway without requests. @param state folder of the gateway @param target an existing folder */
export const copyDatabase = async (state: string, target: string): Promise<void> => {
  const { folder, names } = databaseFiles(state)
  for (const name of names) await cp(join(folder, name), join(target, name))
}

/** Replaces the database of a stopped gateway by a copy. Its Durable Objects stay. */
export const replaceDatabase = async (state: string, copy: string): Promise<void> => {
  const { folder, names } = databaseFiles(state)
  for (const name of names) await rm(join(folder, name))
  for (const name of globSync('*.sqlite*', { cwd: copy })) await cp(join(copy, name), join(folder, name))
}

/** Opens a copy of the database of a gateway without requests. */
export const openDatabaseCopy = async (
  state: string,
): Promise<{ readonly database: DatabaseSync; remove(): Promise<void> }> => {
  const copy = await mkdtemp(join(tmpdir(), 'sluice-database-'))
  await copyDatabase(state, copy)
  const [file] = globSync('*.sqlite', { cwd: copy })
  const database = new DatabaseSync(join(copy, file!))
  return {
    database,
    remove: async () => {
      database.close()
      await rm(copy, { recursive: true })
    },
  }
}
