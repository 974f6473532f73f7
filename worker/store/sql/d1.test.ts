import { describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'

/** The behavior of D1 that the store depends on. The tests run with D1 in workerd and with its replacement on SQLite in Node. */

const d1 = bindings.DB_00
const run = (text: string, ...values: unknown[]) =>
  d1
    .prepare(text)
    .bind(...values)
    .all()
const insert = (id: string) => `INSERT INTO accounts (id, settings, created, updated) VALUES ('${id}', '{}', 0, 0)`
const times = (count: number, text: string) => Array.from({ length: count }, () => text)

describe('D1 results', () => {
  test('D1 returns rows and the number of changes, including changes by triggers', async () => {
    const id = crypto.randomUUID()
    const { success, results, meta } = await run(`${insert(id)} RETURNING id, created`)
    expect([success, results, meta.changes, meta.changed_db]).toEqual([true, [{ id, created: 0 }], 1, true])
    expect((await run('SELECT id FROM accounts WHERE id = ?', id)).meta).toMatchObject({
      changes: 0,
      changed_db: false,
    })
    expect((await run('UPDATE accounts SET updated = 1 WHERE id IN (?, ?)', id, 'none')).meta.changes).toBe(1)
    expect((await run('UPDATE accounts SET updated = 1 WHERE id = ?', 'none')).meta.changes).toBe(0)
    const [inserted] = await d1.batch([
      d1.prepare(
        `INSERT INTO transactions (id, account, mode, status, method, currency, requested, initiatedBy, initial, created, updated)
         VALUES (1, '${id}', 'test', 'captured', 'creditCard', 840, 1, 'customer', 'first', 1, 1)`,
      ),
    ])
    // With the row of its usage.
    expect(inserted!.meta.changes).toBe(2)
    const operation = await run(
      `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, storedRequestId, settlementCycle, created, updated)
       VALUES (1, 1, ?, 'test', 'capture', 'approved', 1, '', 0, 1, 1)`,
      id,
    )
    // With the rows of unsettled operations and due work.
    expect(operation.meta.changes).toBe(3)
    for (const table of ['dueWork', 'unsettled', 'operations', 'transactions', 'usage'])
      await run(`DELETE FROM ${table} WHERE account = ?`, id)
  })

  test('D1 returns one row, one value, or rows without column names', async () => {
    const two = d1.prepare('SELECT 1 AS a, 2 AS b UNION ALL SELECT 3, 4')
    expect(await two.first()).toEqual({ a: 1, b: 2 })
    expect(await two.first('b')).toBe(2)
    await expect(two.first('c')).rejects.toThrow('D1_COLUMN_NOTFOUND: Column not found (c)')
    expect(await d1.prepare('SELECT 1 WHERE FALSE').first()).toBeNull()
    expect(await two.raw()).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect(await two.raw({ columnNames: true })).toEqual([
      ['a', 'b'],
      [1, 2],
      [3, 4],
    ])
    expect(await d1.exec('SELECT 1;\nSELECT 2')).toMatchObject({ count: 2 })
  })

  test('D1 binds numbers as doubles and booleans as 1, and returns blobs as numbers', async () => {
    const { results } = await run(
      "SELECT typeof(?1) AS type, ?1 || '' AS text, ?2 AS truth, ?3 AS bytes",
      5,
      true,
      Uint8Array.of(1, 2),
    )
    expect(results).toEqual([{ type: 'real', text: '5.0', truth: 1, bytes: [1, 2] }])
  })
})

describe('D1 limits and errors', () => {
  test.each([
    [
      'a duplicate primary key',
      `INSERT INTO accounts SELECT * FROM accounts LIMIT 1`,
      'UNIQUE constraint failed: accounts.id: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_PRIMARYKEY)',
    ],
    [
      'NULL in a NOT NULL column',
      `INSERT INTO accounts (id, settings, created, updated) VALUES ('n', NULL, 0, 0)`,
      'NOT NULL constraint failed: accounts.settings: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_NOTNULL)',
    ],
    [
      'a foreign key without its row',
      `INSERT INTO apiKeys (id, account, kind, mode, hash, hint, scopes, created) VALUES ('k', 'missing', 'sk', 'test', 'h', 'h', '[]', 1)`,
      'FOREIGN KEY constraint failed: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_FOREIGNKEY)',
    ],
    ['a missing table', 'SELECT * FROM nowhere', 'no such table: nowhere: SQLITE_ERROR'],
    [
      'a LIKE pattern of 51 bytes',
      `SELECT 'a' LIKE '${'a'.repeat(51)}'`,
      'LIKE or GLOB pattern too complex: SQLITE_ERROR',
    ],
    [
      'a compound of six SELECTs',
      times(6, 'SELECT 1').join(' UNION ALL '),
      'too many terms in compound SELECT: SQLITE_ERROR',
    ],
    [
      'an expression of depth 101',
      `SELECT ${times(101, '1').join('+')}`,
      'Expression tree is too large (maximum depth 100): SQLITE_ERROR',
    ],
  ])('D1 rejects %s', async (_case, text, message) => {
    await run(insert(crypto.randomUUID()))
    await expect(run(text)).rejects.toThrow(`D1_ERROR: ${message}`)
  })

  test.each([
    [
      '101 bound values',
      `SELECT ${times(101, '?').join()}`,
      times(101, ''),
      /^D1_ERROR: too many SQL variables.*: SQLITE_ERROR$/,
    ],
    [
      '128 function arguments',
      `SELECT max(${times(128, '1').join()})`,
      [],
      /^D1_ERROR: too many arguments on function max.*: SQLITE_ERROR$/,
    ],
    ['a statement of 100,001 bytes', 'SELECT 1'.padEnd(100_001), [], /^D1_ERROR: .*: SQLITE_TOOBIG$/],
    ['a syntax error', 'SELEC 1', [], /^D1_ERROR: near "SELEC": syntax error.*: SQLITE_ERROR$/],
    ['a missing bound value', 'SELECT ?1, ?2', [1], /^D1_ERROR: Wrong number of parameter bindings for SQL query\.$/],
    [
      'an excess bound value',
      "SELECT ?, '?' -- ?",
      [1, 2],
      /^D1_ERROR: Wrong number of parameter bindings for SQL query\.$/,
    ],
    [
      'the bound value undefined',
      'SELECT ?',
      [undefined],
      /^D1_TYPE_ERROR: Type 'undefined' not supported for value 'undefined'$/,
    ],
    ['a bound object', 'SELECT ?', [{}], /^D1_TYPE_ERROR: Type 'object' not supported for value '\[object Object\]'$/],
  ])('D1 rejects %s', async (_case, text, values, message) => {
    await expect((async () => run(text, ...values))()).rejects.toThrow(message)
  })

  test('D1 rejects an empty batch and rolls back a failed batch', async () => {
    await expect(d1.batch([])).rejects.toThrow('D1_ERROR: No SQL statements detected.')
    const id = crypto.randomUUID()
    await expect(d1.batch([d1.prepare(insert(id)), d1.prepare(insert(id))])).rejects.toThrow('UNIQUE')
    expect((await run('SELECT 1 FROM accounts WHERE id = ?', id)).results).toEqual([])
  })

  test('D1 accepts statements at each limit', async () => {
    const texts = [
      `SELECT ${times(100, '1').join('+')}`,
      `SELECT max(${times(127, '1').join()})`,
      `SELECT 'a' LIKE '${'a'.repeat(50)}'`,
      times(5, 'SELECT 1').join(' UNION ALL '),
      'SELECT 1'.padEnd(100_000),
    ]
    for (const text of texts) expect((await run(text)).success).toBe(true)
    expect((await run(`SELECT ${times(100, '?').join(' + ')} AS sum`, ...times(100, '1').map(Number))).results).toEqual(
      [{ sum: 100 }],
    )
  })
})
