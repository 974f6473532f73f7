import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** All files in a folder and its subfolders. */
export const listFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** A value in a database, with its table and column. */
export type Cell = { column: string; value: string | Buffer }

const asCell = (column: string, value: unknown): Cell[] => {
  if (value === null) return []
  if (value instanceof Uint8Array) return [{ column, value: Buffer.from(value) }]
  return [{ column, value: String(value) }]
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

const cellsOf = (database: DatabaseSync, source: string): Cell[] => {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[]
  return tables.flatMap(({ name }) => {
    const statement = database.prepare(`SELECT * FROM ${quote(name)}`)
    statement.setReadBigInts(true)
    return statement
      .all()
      .flatMap((row) => Object.entries(row).flatMap(([column, value]) => asCell(`${source}: ${name}.${column}`, value)))
  })
}

/**
 * All cells of a SQLite database that may be in use. They are read from a copy, with its write-ahead log, so that the scan changes
 * nothing.
 */
export const readCells = async (file: string): Promise<Cell[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-cells-'))
  try {
    const copy = join(folder, basename(file))
    for (const end of ['', '-wal']) await copyFile(file + end, copy + end).catch(() => {})
    // Closing a writable connection would checkpoint the log and wait for the disk.
    const database = new DatabaseSync(copy, { readOnly: true })
    try {
      return cellsOf(database, basename(file))
    } finally {
      database.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
