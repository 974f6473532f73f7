import { globSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Bytes of the pages of each table and index, by name. */
export type StoredBytes = Readonly<Record<string, number>>

/** Copies the database of a gateway without requests, compacts the copy, and measures its pages. @param state folder of the gateway */
export const storedBytes = async (state: string): Promise<StoredBytes> => {
  const folder = join(state, 'v3/d1/miniflare-D1DatabaseObject')
  const file = globSync('*.sqlite', { cwd: folder }).find((name) => !name.startsWith('metadata'))
  const copy = await mkdtemp(join(tmpdir(), 'sluice-bytes-'))
  try {
    // The newest pages are in the write-ahead log.
    for (const name of globSync(`${file}*`, { cwd: folder })) await cp(join(folder, name), join(copy, name))
    const database = new DatabaseSync(join(copy, file!))
    try {
      database.exec('VACUUM')
      const rows = database.prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name').all()
      return Object.fromEntries(rows.map(({ name, bytes }) => [String(name), Number(bytes)]))
    } finally {
      database.close()
    }
  } finally {
    await rm(copy, { recursive: true })
  }
}

/** Bytes per payment by table or index, largest first. Those that did not grow are left out. */
export const bytesPerPayment = (
  before: StoredBytes,
  after: StoredBytes,
  payments: number,
): [name: string, bytes: number][] =>
  Object.entries(after)
    .map(([name, bytes]): [string, number] => [name, (bytes - (before[name] ?? 0)) / payments])
    .filter(([, bytes]) => Math.abs(bytes) >= 1)
    .toSorted(([, one], [, other]) => other - one)

export const totalBytes = (bytes: StoredBytes): number => Object.values(bytes).reduce((sum, one) => sum + one, 0)
