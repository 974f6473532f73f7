import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'
import type { Random } from '#contract/encoding/bytes'
import type { Row, SqlValue } from '../../store/sql/database.ts'

/** The limits of D1, so that a statement which D1 rejects also fails here. */
const limits = {
  length: 2_000_000,
  variableNumber: 100,
  sqlLength: 100_000,
  likePatternLength: 50,
  compoundSelect: 5,
  column: 100,
  exprDepth: 100,
  functionArg: 127,
} as const

/** Names of SQLite's extended result codes in errors of D1. */
const constraints: Readonly<Record<number, string>> = {
  275: 'CHECK',
  787: 'FOREIGNKEY',
  1299: 'NOTNULL',
  1555: 'PRIMARYKEY',
  1811: 'TRIGGER',
  2067: 'UNIQUE',
  2579: 'ROWID',
}

/** The oldest statements are dropped, since some tests write values into the text of statements. */
const maxCompiled = 1_000

/** As a path: the types of URL differ between Node and Workers. */
const migrations = decodeURIComponent(new URL('../../store/migrations/', import.meta.url).pathname)

const migrated = (): Uint8Array => {
  const sqlite = new DatabaseSync(':memory:')
  for (const file of readdirSync(migrations).sort())
    sqlite.exec(`BEGIN; ${readFileSync(migrations + file, 'utf8')}; COMMIT`)
  return sqlite.serialize()
}

/** An empty migrated database, as the bytes of a file. */
let empty: Uint8Array | null = null

type Bindable = SqlValue | Uint8Array

interface Compiled {
  readonly statement: StatementSync
  /** The number of parameters. */
  readonly parameters: number
  readonly columns: readonly string[]
  /** Whether it may change rows. */
  readonly writes: boolean
}

/** The number of parameters of a statement: `?` is one more than the highest before it, `?3` the third. */
const countParameters = (text: string): number => {
  let highest = 0
  for (const [, number] of text.replaceAll(/'(?:[^']|'')*'|--.*$/gm, '').matchAll(/\?(\d*)/g))
    highest = number ? Math.max(highest, Number(number)) : highest + 1
  return highest
}

const d1Error = (thrown: unknown): Error => {
  const { message, errcode = 1 } = thrown as { readonly message: string; readonly errcode?: number }
  const constraint = constraints[errcode]
  const code =
    constraint !== undefined
      ? `SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_${constraint})`
      : errcode === 18
        ? 'SQLITE_TOOBIG'
        : 'SQLITE_ERROR'
  const text = thrown instanceof UsageError ? message : `${message}: ${code}`
  return new Error(`D1_ERROR: ${text}`, { cause: new Error(text) })
}

/** An error of D1 itself, without a code of SQLite. */
class UsageError extends Error {}

/** @throws Error for an unsupported value, with the message of D1 */
const bindable = (value: unknown): Bindable => {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Uint8Array) return value
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  const text = `Type '${typeof value}' not supported for value '${String(value)}'`
  throw new Error(`D1_TYPE_ERROR: ${text}`, { cause: new Error(text) })
}

/** D1 returns bytes as an array of numbers. */
const toD1Value = (value: unknown): unknown => (value instanceof Uint8Array ? [...value] : value)

/** The metadata of a statement. SQLite in Node does not count rows read and written, so tests of these run in workerd. */
class Meta {
  readonly served_by = 'node:sqlite'
  readonly duration = 0
  readonly changed_db: boolean

  readonly changes: number
  readonly last_row_id: number
  readonly #size: () => number

  constructor(changes: number, lastRowId: number, size: () => number) {
    this.changes = changes
    this.last_row_id = lastRowId
    this.changed_db = changes > 0
    this.#size = size
  }

  /** Measured when it is read, unlike in D1. */
  get size_after(): number {
    return this.#size()
  }

  get rows_read(): never {
    throw new Error('Only workerd returns meta.rows_read.')
  }

  get rows_written(): never {
    throw new Error('Only workerd returns meta.rows_written.')
  }
}

/**
 * D1 on SQLite in Node: the real SQL and schema without the worker runtime, about a hundred times as fast. A batch is one transaction;
 * foreign keys and checks are enforced; limits and errors are those of D1, except for the offset in a syntax error.
 * worker/store/sql/d1.test.ts runs on both.
 *
 * @param turn is awaited before and after every call, to simulate the network
 * @param from the bytes of a database to begin with; by default an empty migrated one
 * @param random source of the random numbers of SQL
 */
export const sqliteD1 = (
  turn: () => Promise<void> = async () => undefined,
  from?: Uint8Array,
  random: Random = (length) => crypto.getRandomValues(new Uint8Array(length)),
) => {
  const sqlite = new DatabaseSync(':memory:', { limits, enableDoubleQuotedStringLiterals: true })
  sqlite.deserialize(from ?? (empty ??= migrated()))
  // SQLite's own generator cannot be seeded; recorded examples replace WebCrypto's.
  sqlite.function('randomblob', (length) => random(Number(length)))
  sqlite.function('random', () => new DataView(random(4).buffer).getInt32(0))

  const totals = sqlite.prepare('SELECT total_changes() AS changes, last_insert_rowid() AS rowId')
  const pages = sqlite.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()')
  const size = (): number => Number(pages.all()[0]!['bytes'])
  let changed = 0
  const compiled = new Map<string, Compiled>()
  const compile = (text: string): Compiled => {
    const cached = compiled.get(text)
    if (cached !== undefined) return cached
    const statement = sqlite.prepare(text)
    const columns = statement.columns().map(({ name }) => name)
    const entry = {
      statement,
      parameters: countParameters(text),
      columns,
      writes: columns.length === 0 || /\bRETURNING\b/i.test(text),
    }
    if (compiled.size === maxCompiled) compiled.delete(compiled.keys().next().value!)
    compiled.set(text, entry)
    return entry
  }
  const rows = (text: string, ...values: readonly Bindable[]): Row[] => {
    const { statement, parameters } = compile(text)
    if (values.length !== parameters) throw new UsageError('Wrong number of parameter bindings for SQL query.')
    return statement.all(...values)
  }

  /** Runs work in a transaction. */
  const atomically = <T>(work: () => T): T => {
    try {
      sqlite.exec('BEGIN')
      try {
        const result = work()
        sqlite.exec('COMMIT')
        return result
      } catch (thrown) {
        sqlite.exec('ROLLBACK')
        throw thrown
      }
    } catch (thrown) {
      throw d1Error(thrown)
    }
  }

  const call = async <T>(work: () => T): Promise<T> => {
    await turn()
    try {
      return atomically(work)
    } finally {
      await turn()
    }
  }

  /** A prepared statement. */
  class Prepared {
    readonly text: string
    readonly values: readonly Bindable[]

    constructor(text: string, values: readonly Bindable[] = []) {
      this.text = text
      this.values = values
    }

    bind(...values: readonly unknown[]): Prepared {
      return new Prepared(this.text, values.map(bindable))
    }

    /** Runs the statement within the current transaction. */
    result() {
      const results = rows(this.text, ...this.values)
      for (const row of results)
        for (const column in row) if (typeof row[column] === 'object') row[column] = toD1Value(row[column])
      if (!compile(this.text).writes) return { success: true, results, meta: new Meta(0, 0, size) }
      const { changes, rowId } = totals.all()[0] as { changes: number; rowId: number }
      const meta = new Meta(changes - changed, rowId, size)
      changed = changes
      return { success: true, results, meta }
    }

    async all() {
      return call(() => this.result())
    }

    async run() {
      return this.all()
    }

    async first(column?: string): Promise<unknown> {
      const [row] = (await this.all()).results
      if (row === undefined) return null
      if (column === undefined) return row
      if (!(column in row))
        throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`, { cause: new Error('Column not found') })
      return row[column]
    }

    async raw({ columnNames = false } = {}): Promise<unknown[][]> {
      const { results } = await this.all()
      const { columns } = compile(this.text)
      const values = results.map((row) => columns.map((column) => row[column]))
      return columnNames ? [[...columns], ...values] : values
    }
  }

  const d1 = {
    prepare: (text: string) => new Prepared(text),
    batch: async (statements: readonly Prepared[]) => {
      if (statements.length === 0) throw d1Error(new UsageError('No SQL statements detected.'))
      return call(() => statements.map((statement) => statement.result()))
    },
    /** One statement per line, as in D1. */
    exec: async (text: string) => {
      const lines = text.trim().split('\n')
      await call(() => lines.forEach((line) => sqlite.exec(line)))
      return { count: lines.length, duration: 0 }
    },
  }
  return {
    d1: d1 as unknown as D1Database,
    rows,
    exec: (text: string): void => sqlite.exec(text),
    /** The database as the bytes of a file. */
    bytes: (): Uint8Array => sqlite.serialize(),
  }
}
