import { expect, test } from 'vitest'
import { connectionLost, interceptD1 } from './interceptD1.ts'
import type { Interceptor } from './interceptD1.ts'
import { sqliteD1 } from './sqliteD1.ts'

const insert = "INSERT INTO codeAttempts (account, mode, attempts, since) VALUES (?, 'test', 1, 1)"
const count = 'SELECT count(*) AS n FROM codeAttempts'

const open = (interceptor: Interceptor) => {
  const { d1: real, rows } = sqliteD1()
  const d1 = interceptD1(real, interceptor)
  return {
    insert: (...ids: readonly string[]) => d1.batch(ids.map((id) => d1.prepare(insert).bind(id))),
    count: (): number => Number(rows(count)[0]!['n']),
  }
}

const noteInto = (notes: unknown[]) => (note: unknown) => void notes.push(note)

test('interceptD1 numbers the batches and hands over the SQL of each statement, its results and what it runs in', async () => {
  const notes: unknown[] = []
  const note = noteInto(notes)
  const database = open({
    before: (batch) => note({ before: batch }),
    after: (_batch, results) => note({ after: results.length }),
    around: async ({ call }, run) => {
      note({ begins: call })
      return run().finally(() => note({ ends: call }))
    },
  })
  await database.insert('a', 'b')
  await database.insert('c')
  expect(notes).toEqual([
    { begins: 1 },
    { before: { call: 1, sql: [insert, insert] } },
    { after: 2 },
    { ends: 1 },
    { begins: 2 },
    { before: { call: 2, sql: [insert] } },
    { after: 1 },
    { ends: 2 },
  ])
  expect(database.count()).toBe(3)
})

const fail = () => {
  throw connectionLost()
}

test.each<[string, Interceptor, number]>([
  ['before', { before: fail }, 0],
  ['after', { after: fail }, 1],
  ['around, in place of the batch', { around: fail }, 0],
])('interceptD1 lets a batch fail: %s', async (_when, interceptor, rows) => {
  const database = open(interceptor)
  await expect(database.insert('a')).rejects.toThrow(connectionLost())
  expect(database.count()).toBe(rows)
})

test('interceptD1 passes an error of the database on, without running after', async () => {
  const notes: unknown[] = []
  const database = open({ after: noteInto(notes) })
  await expect(database.insert('a', 'a')).rejects.toThrow('UNIQUE')
  expect(notes).toEqual([])
  expect(database.count()).toBe(0)
})

test('interceptD1 around another keeps the SQL of the statements for both', async () => {
  const notes: unknown[] = []
  const { d1: real } = sqliteD1()
  const note = ({ sql }: { readonly sql: readonly string[] }) => void notes.push(...sql)
  const d1 = interceptD1(interceptD1(real, { before: note }), { before: note })
  await d1.batch([d1.prepare(insert).bind('a')])
  expect(notes).toEqual([insert, insert])
})
