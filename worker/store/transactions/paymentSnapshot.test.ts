import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { readEvents } from '../../testing/events.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import { decodeEvent } from '../events/decodeEvent.ts'
import type { ResourceEvent } from '../events/decodeEvent.ts'
import { selectedEventColumns } from '../events/eventReads.ts'
import { eventColumns } from '../events/events.ts'
import { Database } from '../sql/database.ts'
import { numberEvent } from './eventNumbers.ts'
import { announceOutcomes } from './transactionEvents.ts'

/** Each column that may change after an event, changed in its row: the event must not show it. */

const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })

const setUp = async () => {
  const merchant = await createMerchant()
  const call = startWorker().as(merchant.secretKey)
  const body = cardPayment(undefined, { initiatedByUserId: 7, order: { referenceObject: 'Invoice' } })
  const { json } = await call('POST', '/v1/transactions/authorize', { body })
  return { merchant, payment: Number(json.transactionId) }
}

const disputes = JSON.stringify([
  {
    id: 'd',
    operationId: 1,
    amount: 1,
    reasonCode: '10.4',
    reasonCategory: 'fraud',
    stage: 'open',
    evidenceDueBy: 1,
    created: 1,
  },
])
const returns = JSON.stringify([{ id: 1, type: 'capture', amount: 1, code: 'R01', at: 1 }])

test.each<readonly [table: 'transactions' | 'operations', column: string, later: string | number]>([
  ['transactions', 'status', 'captured'],
  ['transactions', 'approved', 2000],
  ['transactions', 'captured', 5],
  ['transactions', 'capturing', 5],
  ['transactions', 'settled', 5],
  ['transactions', 'released', 5],
  ['transactions', 'tip', 5],
  ['transactions', 'batchId', 'batch'],
  ['transactions', 'disputes', disputes],
  ['transactions', 'returns', returns],
  ['transactions', 'updated', 1],
  ['transactions', 'attention', 1],
  ['operations', 'status', 'voided'],
  ['operations', 'amount', 5],
  ['operations', 'responseCode', '68'],
  ['operations', 'latency', 12_345],
])('an event of a payment does not show a later value of %s.%s', async (table, column, later) => {
  const { merchant, payment } = await setUp()
  const before = await readEvents(merchant)
  expect(before).toHaveLength(1)
  await merchant.run(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, later, payment)
  expect(await merchant.rows(`SELECT ${column} AS value FROM ${table} WHERE id = ?`, payment)).toEqual([
    { value: later },
  ])
  expect(await readEvents(merchant)).toEqual(before)
})

test.each<readonly [table: 'transactions' | 'operations', column: string, later: string | number]>([
  ['transactions', 'customer', 'customer'],
  ['transactions', 'wallet', 'wallet'],
  ['transactions', 'networkTransactionId', 'network'],
  ['transactions', 'expires', 5],
  ['operations', 'authCode', 'A1'],
  ['operations', 'avs', 'Y'],
  ['operations', 'cvv', 'M'],
  ['operations', 'details', '{"rule":"avs"}'],
])('an event of a payment shows %s.%s only if it was set before', async (table, column, later) => {
  const { merchant, payment } = await setUp()
  const set = (value: string | number | null) =>
    merchant.run(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, value, payment)
  const announce = async (at: number) => {
    await merchant.run(
      `UPDATE operations SET updated = ?, status = iif(status = 'approved', 'declined', 'approved'), ${numberEvent()} WHERE id = ?`,
      at,
      payment,
    )
    await database.batch([announceOutcomes([payment], at)])
  }
  await set(null)
  await merchant.run('DELETE FROM events WHERE account = ?', merchant.id)
  await merchant.run('UPDATE operations SET eventSequence = NULL WHERE id = ?', payment)
  await announce(Date.now() + 1)
  const [unset] = await readEvents(merchant)
  await set(later)
  expect(await readEvents(merchant)).toEqual([unset])
  await announce(Date.now() + 2)
  const values = async () =>
    (
      await merchant.rows(`SELECT ${selectedEventColumns} FROM events WHERE account = ? ORDER BY position`, merchant.id)
    ).map((row) => {
      const event = decodeEvent(eventColumns.decode(row)) as ResourceEvent<'transaction'>
      const { transaction, operation }: Record<string, any> = event.snapshot
      return (table === 'transactions' ? transaction : operation)[column]
    })
  expect(await values()).toEqual([null, column === 'details' ? JSON.parse(String(later)) : later])
})
