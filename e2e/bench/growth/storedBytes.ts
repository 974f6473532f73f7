import { openDatabaseCopy } from './databaseFiles.ts'

/** Bytes of the pages of each table and index, by name. */
export type StoredBytes = Readonly<Record<string, number>>

/** Copies the database of a gateway without requests, compacts the copy, and measures its pages. @param state folder of the gateway */
export const storedBytes = async (state: string): Promise<StoredBytes> => {
  const { database, remove } = await openDatabaseCopy(state)
  try {
    database.exec('VACUUM')
    const rows = database.prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name').all()
    return Object.fromEntries(rows.map(({ name, bytes }) => [String(name), Number(bytes)]))
  } finally {
    await remove()
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
