import type { OperationType } from '../../processor.ts'
import type { BookEntry, EntryStore } from './entries.ts'

/** Version of a book's tables, by which later versions change them. */
const currentVersion = 1

/**
 * Tables of version 1. Amounts are whole numbers of minor units, which fit into the 53 bits of a JavaScript number: the API's largest
 * amount has 12 digits in minor units.
 */
const tables = `
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, op TEXT, type TEXT NOT NULL, original INTEGER, root INTEGER, currency INTEGER NOT NULL,
    exponent INTEGER NOT NULL, requested INTEGER NOT NULL, approved INTEGER NOT NULL, code TEXT NOT NULL, avs TEXT, cvv TEXT,
    networkTransactionId TEXT, mark TEXT,    captureNow INTEGER NOT NULL, released INTEGER NOT NULL, undone TEXT, undoneBy INTEGER, settled INTEGER NOT NULL, returnCode TEXT,
    at INTEGER NOT NULL, changed INTEGER NOT NULL
  );
  CREATE INDEX entriesByOp ON entries (op);
  CREATE INDEX entriesByRoot ON entries (root);
  CREATE INDEX entriesByTime ON entries (at);
  CREATE INDEX entriesByChange ON entries (changed);
`

type Row = Record<string, SqlStorageValue>

/** Entries in the storage of a Durable Object. @throws Error for an unsupported version */
export const sqlEntries = ({ sql, kv }: Pick<DurableObjectStorage, 'sql' | 'kv'>): EntryStore => {
  const version = kv.get('version') ?? 0
  if (typeof version !== 'number' || version > currentVersion)
    throw new Error('Unsupported version of the stored book.')
  if (version < currentVersion) {
    sql.exec(tables)
    kv.put('version', currentVersion)
  }

  const select = (text: string, ...values: SqlStorageValue[]): BookEntry[] =>
    sql
      .exec<Row>(`SELECT * FROM entries ${text}`, ...values)
      .toArray()
      .map(toEntry)

  return {
    insert: (entry) => {
      const columns = Object.entries({ ...entry, changed: entry.at })
      const names = columns.map(([name]) => name).join(', ')
      const places = columns.map(() => '?').join(', ')
      const values = columns.map(([, value]) => toSql(value))
      const [row] = sql.exec<Row>(`INSERT INTO entries (${names}) VALUES (${places}) RETURNING *`, ...values).toArray()
      const inserted = toEntry(row!)
      if (entry.root === null) sql.exec('UPDATE entries SET root = id WHERE id = ?', inserted.id)
      return inserted
    },
    update: (id, change) => {
      const columns = Object.entries(change)
      if (columns.length === 0) return
      const assignments = columns.map(([name]) => `${name} = ?`).join(', ')
      sql.exec(`UPDATE entries SET ${assignments} WHERE id = ?`, ...columns.map(([, value]) => toSql(value)), id)
    },
    remove: (id) => void sql.exec('DELETE FROM entries WHERE id = ?', id),
    find: (id) => select('WHERE id = ?', id)[0],
    ofOperation: (op) => select('WHERE op = ? ORDER BY id', op),
    ofPayment: (root) => select('WHERE root = ? ORDER BY id', root),
    between: ({ from, to }, after, limit) =>
      select(
        'WHERE (at >= ?1 AND at < ?2 OR changed >= ?1 AND changed < ?2) AND id > ?3 ORDER BY id LIMIT ?4',
        from,
        to,
        after,
        limit,
      ),
    removeBefore: (at) => void sql.exec('DELETE FROM entries WHERE at < ?', at),
  }
}

const toSql = (value: BookEntry[keyof BookEntry]): SqlStorageValue => {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'bigint' ? Number(value) : value
}

const toEntry = (row: Row): BookEntry => ({
  id: row['id'] as number,
  op: row['op'] as string | null,
  type: row['type'] as OperationType,
  original: row['original'] as number | null,
  root: (row['root'] ?? row['id']) as number,
  currency: row['currency'] as number,
  exponent: row['exponent'] as number,
  requested: BigInt(row['requested'] as number),
  approved: BigInt(row['approved'] as number),
  code: row['code'] as string,
  avs: row['avs'] as string | null,
  cvv: row['cvv'] as string | null,
  networkTransactionId: row['networkTransactionId'] as string | null,
  mark: row['mark'] as string | null,
  captureNow: row['captureNow'] === 1,
  released: BigInt(row['released'] as number),
  undone: row['undone'] as BookEntry['undone'],
  undoneBy: row['undoneBy'] as number | null,
  settled: row['settled'] === 1,
  returnCode: row['returnCode'] as string | null,
  at: row['at'] as number,
  changed: row['changed'] as number,
})
