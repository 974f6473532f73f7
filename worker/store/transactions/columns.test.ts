import { array, assert, asyncProperty, constantFrom, integer, option, record, string } from 'fast-check'
import { expect, test } from 'vitest'
import type { Ref } from '../../processors/processor.ts'
import { bindings } from '../../testing/bindings.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import { Database, sql } from '../sql/database.ts'
import { compactRef, refColumn } from './columns.ts'

const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })

/** An authorization and its capture. */
const setUp = async () => {
  const merchant = await createMerchant()
  const call = startWorker().as(merchant.secretKey)
  const { json } = await call('POST', '/v1/transactions/authorize', { body: cardPayment() })
  await call('POST', '/v1/transactions/capture', { body: { transactionId: json.transactionId } })
  const rows = await merchant.rows(
    'SELECT id, transactionId, created, storedRef, processorRef FROM operations WHERE account = ? ORDER BY id',
    merchant.id,
  )
  expect(rows).toHaveLength(2)
  return { account: merchant.id, rows }
}

test('the reference of a payment is stored without the members that its row implies', async () => {
  const { account, rows } = await setUp()
  for (const { id, transactionId, created, storedRef, processorRef } of rows) {
    expect(JSON.parse(processorRef)).toMatchObject({ account, op: String(id), root: String(transactionId), created })
    expect(Object.keys(JSON.parse(storedRef))).toEqual([])
  }
})

test('any reference is read as it was written', async () => {
  const { account, rows } = await setUp()
  const [, capture] = rows
  const { id, transactionId, created } = capture!
  const ref = record(
    {
      account: constantFrom(account, 'another'),
      op: constantFrom(String(id), String(transactionId), '', "it's"),
      root: constantFrom(String(transactionId), String(id)),
      created: constantFrom(created, created + 1, 0),
      realTime: constantFrom(created, created - 1),
      connection: string(),
      raw: string({ unit: 'grapheme' }),
      theirs: string(),
      sentAgain: integer(),
    },
    { requiredKeys: ['account', 'op', 'root'] },
  )
  const write = async (written: Ref | null, from: string): Promise<Ref | null> => {
    const row = await database.row(
      sql(
        `UPDATE operations SET storedRef = ${from} WHERE id = ? RETURNING processorRef`,
        written && refColumn.write(written),
        id,
      ),
    )
    return row?.['processorRef'] === null ? null : refColumn.read(row?.['processorRef'], 'processorRef')
  }
  await assert(
    asyncProperty(array(option(ref), { minLength: 1, maxLength: 3 }), async (refs) => {
      for (const one of refs) {
        expect(await write(one, compactRef('?'))).toEqual(one)
        // References of other operations are stored as they are.
        if (one !== null) expect(await write(one, '?')).toEqual({ created, realTime: created, ...one })
      }
    }),
  )
})

test('a reference that is no JSON is read as it is stored', async () => {
  const { rows } = await setUp()
  const row = await database.row(
    sql("UPDATE operations SET storedRef = '{' WHERE id = ? RETURNING processorRef", rows[0]!['id']),
  )
  expect(row).toEqual({ processorRef: '{' })
})
