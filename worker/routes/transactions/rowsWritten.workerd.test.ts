import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { interceptD1 } from '../../testing/database/interceptD1.ts'
import { card, cardPayment, createMerchant, startWorker, tokenPayment } from '../../testing/merchant.ts'
import type { ApiResponse } from '../../testing/merchant.ts'
import { createRegistry, processorRegistry } from '../../processors/registry.ts'
import { acquirerDefinition, insertConnection } from '../../testing/fixtures/connectionFixture.ts'

/**
 * Rows that each step of a live payment writes beside its events, as D1 bills them: one for a row, and one for each entry of an index that it
 * inserts. A step that writes more fails here by its name.
 */
const mostRows: Readonly<Record<string, number>> = {
  token: 1,
  // Token, transaction with its entries by time and by last four digits, operation; then the outcome of operation and transaction.
  authorize: 7,
  // Operation with its entry by payment, transaction; then the outcome of both, and the entry of the operation's settlement cycle.
  capture: 6,
  // With its entry by day.
  refund: 7,
  // The entry by day, which a capture on the day of its payment lacks.
  'capture on a later day': 7,
  'authorize with key': 8,
  'capture with key': 7,
  // Three entries for the search by its references.
  'authorize with order': 10,
  void: 6,
  // The capture that comes with the approval has its entries by payment and settlement cycle.
  sale: 11,
  // With an audit entry, which has entries by time, by action and by actor.
  'save a card': 12,
  'authorize by a saved card': 8,
}

const number = '4929374861208535'
const order = { referenceObject: 'Invoice', referenceObjectId: '17', customerPublicIdentifier: 'shopper-1' }

test('each step of a live payment writes few rows', async () => {
  const merchant = await createMerchant({ mode: 'live' })
  // Other tests share the shard, with clocks ahead: an id behind the sweep's position has its entries at once.
  await merchant.run('DELETE FROM sweepPositions')
  let rows = 0
  const d1 = interceptD1(bindings.DB_00, {
    after: ({ sql }, results) => {
      for (const [index, { meta }] of results.entries())
        if (!sql[index]!.startsWith('INSERT INTO events')) rows += meta.rows_written
    },
  })
  let now = Date.now()
  const clock = () => ++now
  // A real processor returns a reference of its own, and its messages name the gateway's.
  const { definition } = acquirerDefinition('acquirer', clock)
  const processors = createRegistry([...processorRegistry.values(), definition])
  const connection = await insertConnection(merchant, 'acquirer', { mode: 'live' })
  await merchant.run(
    'UPDATE accounts SET liveSettings = json_set(liveSettings, ?, json(?)) WHERE id = ?',
    '$.routing',
    JSON.stringify([{ connection }]),
    merchant.id,
  )
  const worker = startWorker({ clock: { now: clock }, processors }, { DB_00: d1 })
  const server = worker.as(merchant.secretKey)
  const browser = worker.as(merchant.publishableKey)
  const written: Record<string, number> = {}
  const measured = async (step: string, send: () => Promise<ApiResponse>): Promise<any> => {
    const before = rows
    const { status, json } = await send()
    expect([step, status, json.responseCode ?? '00']).toEqual([step, 200, '00'])
    written[step] = rows - before
    return json
  }
  const post = (path: string, body: object, key?: string) => () =>
    server('POST', `/v1/${path}`, { body, ...(key !== undefined && { headers: { 'idempotency-key': key } }) })
  const tokenize = () =>
    browser('POST', '/v1/tokens', {
      body: { creditCard: card(number) },
      headers: { 'cf-connecting-ip': '198.51.100.7' },
    })
  const newToken = async () => (await tokenize()).json.token
  // The first requests of a key and an account write rows that later ones do not.
  const customer = (await server('POST', '/v1/customers', { body: { firstName: 'Ada' } })).json.customers[0].id
  await server('POST', '/v1/transactions/sale', { body: tokenPayment(await newToken()) })

  const { token } = await measured('token', tokenize)
  const { transactionId } = await measured('authorize', post('transactions/authorize', tokenPayment(token)))
  await measured('capture', post('transactions/capture', { transactionId }))
  const held = (await server('POST', '/v1/transactions/authorize', { body: tokenPayment(await newToken()) })).json
  await measured('refund', post('transactions/credit', { referenceTransactionId: Number(transactionId) }))
  const keyed = await measured(
    'authorize with key',
    post('transactions/authorize', tokenPayment(await newToken()), 'authorize'),
  )
  await measured('capture with key', post('transactions/capture', { transactionId: keyed.transactionId }, 'capture'))
  const ordered = await measured(
    'authorize with order',
    post('transactions/authorize', { ...tokenPayment(await newToken()), order }),
  )
  await measured('void', post('transactions/void', { transactionId: ordered.transactionId }))
  await measured('sale', post('transactions/sale', tokenPayment(await newToken())))
  const saved = await newToken()
  const { wallet } = await measured('save a card', post(`customers/${customer}/wallet`, { token: saved }))
  const stored = { payment: { stored: { customer, wallet: wallet[0].id } }, amount: { value: 10.5 } }
  await measured('authorize by a saved card', post('transactions/authorize', stored))
  now += 86_400_000
  // The first capture of a day also begins its batch.
  await server('POST', '/v1/transactions/sale', { body: tokenPayment(await newToken()) })
  await measured('capture on a later day', post('transactions/capture', { transactionId: held.transactionId }))
  expect(written).toEqual(mostRows)
})

/** The captured operation and its transaction. The operation's entry of its settlement cycle, written at the approval, stays. */
const rowsOfSettlement = 2

/** Rows that the close of a batch of captured payments writes. */
const writtenBySettlement = async (payments: number): Promise<number> => {
  const merchant = await createMerchant()
  let rows = 0
  const d1 = interceptD1(bindings.DB_00, {
    after: ({ sql }, results) => {
      for (const [index, { meta }] of results.entries())
        if (!sql[index]!.startsWith('INSERT INTO events')) rows += meta.rows_written
    },
  })
  const call = startWorker({}, { DB_00: d1 }).as(merchant.secretKey)
  for (let payment = 0; payment < payments; payment++) {
    const { transactionId } = (await call('POST', '/v1/transactions/authorize', { body: cardPayment() })).json
    await call('POST', '/v1/transactions/capture', { body: { transactionId } })
  }
  rows = 0
  const { totals } = (await call('POST', '/v1/batches/close')).json.batch
  expect(totals).toMatchObject([{ captures: { count: payments } }])
  return rows
}

test('settlement of a payment writes its operation and its transaction once', async () => {
  const [one, four] = [await writtenBySettlement(1), await writtenBySettlement(4)]
  expect(four - one).toBe(3 * rowsOfSettlement)
})
