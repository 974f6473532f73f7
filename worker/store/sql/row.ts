import { parseKeepingNumbers } from '#contract/schema/rawJson'
import type { Row, SqlValue } from './statement.ts'

/** Decodes and encodes one column. */
export interface Column<T> {
  /** @throws TypeError that names the column, never its value, which may be a secret */
  read(value: unknown, name: string): T
  write(value: T): SqlValue
}

const mismatch = (name: string, expected: string): never => {
  throw new TypeError(`Column ${name} holds no ${expected}`)
}

export const text: Column<string> = {
  read: (value, name) => (typeof value === 'string' ? value : mismatch(name, 'text')),
  write: (value) => value,
}

/** Text of a closed list. The schema or the writing code guarantees the list. */
export const enumText = <Word extends string>(): Column<Word> => ({
  read: (value, name) => text.read(value, name) as Word,
  write: (value) => value,
})

/** A number of a closed list. The schema or the writing code guarantees the list. */
export const enumNumber = <Value extends number>(): Column<Value> => ({
  read: (value, name) => integer.read(value, name) as Value,
  write: (value) => value,
})

/** A whole number: a count, minor units of a currency, milliseconds since 1970. */
export const integer: Column<number> = {
  read: (value, name) => (typeof value === 'number' ? value : mismatch(name, 'number')),
  write: (value) => value,
}

/** SQLite has no booleans: 1 or 0. */
export const flag: Column<boolean> = {
  read: (value, name) => (typeof value === 'number' ? value === 1 : mismatch(name, 'flag')),
  write: (value) => (value ? 1 : 0),
}

const parseJson = (value: string): unknown => {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** A JSON text that the gateway itself has written. */
export const json = <T>(): Column<T> => ({
  read: (value, name) => {
    const read = parseJson(text.read(value, name))
    return read === undefined ? mismatch(name, 'JSON') : (read as T)
  },
  write: (value) => JSON.stringify(value),
})

/** A JSON text whose numbers keep their original text, so that no amount is converted to a double. */
export const exactJson = <T>(): Column<T> => ({
  read: (value, name) => parseKeepingNumbers(text.read(value, name)) as T,
  write: (value) => JSON.stringify(value),
})

/** A parsed value inside of a JSON text that the gateway itself has written. */
export const nested = <T>(): Column<T> => ({
  read: (value, name) => (value === undefined ? mismatch(name, 'value') : (value as T)),
  write: (value) => JSON.stringify(value),
})

export const nullable = <T>(column: Column<T>): Column<T | null> => ({
  read: (value, name) => (value === null ? null : column.read(value, name)),
  write: (value) => (value === null ? null : column.write(value)),
})

/** A nullable column that snapshots stored before its introduction lack. */
export const addedLater = <T>(column: Column<T>): Column<T | null> => {
  const { read, write } = nullable(column)
  return { read: (value, name) => read(value ?? null, name), write }
}

type Columns = Readonly<Record<string, Column<unknown>>>

type Decoded<C> = { readonly [Name in keyof C]: C[Name] extends Column<infer T> ? T : never }

/** The type of the rows that a set of columns describes. */
export type RowOf<Set extends { readonly decode: (row: Row) => unknown }> = ReturnType<Set['decode']>

/** Defines the columns of a kind of row: their names for SQL, and their decoding and encoding. */
export const defineColumns = <const C extends Columns>(columns: C) => {
  const entries = Object.entries(columns) as [keyof C & string, Column<unknown>][]
  const names = entries.map(([name]) => name)
  const allNames = names.join(', ')
  const columnList = entries.map(([, column]) => column)
  const decoder = (prefix: string): ((row: Row) => Decoded<C>) => {
    const selected = names.map((name) => prefix + name)
    return (row) => {
      const decoded: Record<string, unknown> = {}
      // By index: lists decode thousands of values, and destructuring each entry would take a tenth of their time.
      for (let index = 0; index < names.length; index++)
        decoded[names[index]!] = columnList[index]!.read(row[selected[index]!], selected[index]!)
      return decoded as Decoded<C>
    }
  }
  /** @throws TypeError that names the column, never its value */
  const decode = decoder('')
  return {
    names,
    /** For SELECT and INSERT: `id, label, …`, each behind the name of its table if that is given. */
    list: (table?: string): string =>
      table === undefined ? allNames : names.map((name) => `${table}.${name}`).join(', '),
    /** For a SELECT of two tables that have columns of the same names: `plans.id AS plan_id, …`, and the decoding of such rows. */
    prefixed: (table: string, prefix: string) => ({
      list: names.map((name) => `${table}.${name} AS ${prefix}${name}`).join(', '),
      decode: decoder(prefix),
    }),
    /** For VALUES: as many question marks. */
    placeholders: names.map(() => '?').join(', '),
    /** For UPDATE: `id = ?, label = ?, …`. */
    assignments: names.map((name) => `${name} = ?`).join(', '),
    decode,
    /** Decodes the first row of a statement. Null without rows. */
    decodeFirst: ([row]: readonly Row[] = []): Decoded<C> | null => (row === undefined ? null : decode(row)),
    /** The values of `list`, in its order. */
    encode: (row: Decoded<C>): SqlValue[] => entries.map(([name, column]) => column.write(row[name])),
    /** Names and values of the columns that a change has, in the order of `list`. */
    encodeChange: (change: Partial<Decoded<C>>): (readonly [name: string, value: SqlValue])[] =>
      entries
        .filter(([name]) => change[name] !== undefined)
        .map(([name, column]) => [name, column.write(change[name])] as const),
  }
}
