import { expect, test } from 'vitest'
import { order } from '#contract/transactions/order'
import type { Processor } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { orderMembers } from '../../store/customers/erasures.ts'
import { bindings } from '../../testing/bindings.ts'
import type { Fate } from '../../testing/database/brokenDatabase.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import {
  customerWith,
  markedCells,
  newPerson,
  orderWith,
  pan,
  saleWith,
  tracesOf,
} from '../../testing/fixtures/personalData.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Call } from '../../testing/merchant.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const pathOf = (customer: string, what: 'export' | 'erase') => `/v1/customers/${customer}/${what}`
const exported = (customer: string, by: Call = call) => by('GET', pathOf(customer, 'export'))
const erase = (customer: string, by: Call = call) => by('POST', pathOf(customer, 'erase'))

test('every member of an order is known to be about the person or about the sale', () => {
  const kept = Object.keys(order().entries).filter((member) => !['id', 'customerId'].includes(member))
  expect([...orderMembers.person, ...orderMembers.sale].sort()).toEqual(kept.sort())
})

/** A payment as a bookkeeper knows it, and what of it is about the person. */
const book = ({ accountNumber: _number, customerPublicIdentifier: _identifier, ...sale }: any) => sale
const booksOf = async ({ id }: { id: string }) => {
  const { transactions } = (await call('GET', `/v1/transactions?customer=${id}`)).json
  return { payments: transactions.map(book), batches: (await call('GET', '/v1/batches')).json.batches }
}

test('has left no trace in any table, and the neighbour has all', async () => {
  const one = await newPerson(call, merchant)
  const changed = await call('PUT', `/v1/customers/${one.id}`, {
    body: { lastName: `changed ${one.marker}` },
    headers: { 'idempotency-key': 'change' },
  })
  expect(changed.status).toBe(200)
  const sealed = (
    await merchant.rows(
      `SELECT sealedPan, wrappedPanKey, fingerprint, cardRange FROM walletEntries WHERE customer = ?
       UNION SELECT sealedPan, wrappedPanKey, fingerprint, cardRange FROM transactions WHERE customer = ?`,
      one.id,
      one.id,
    )
  ).flatMap((row) => Object.values(row).filter((value) => typeof value === 'string'))
  // The others of this merchant have the same cards, so these are erased before.
  for (const { id } of await merchant.rows(
    "SELECT id FROM customers WHERE account = ? AND mode = 'test' AND id <> ?",
    merchant.id,
    one.id,
  ))
    expect((await erase(id)).json).toMatchObject({ complete: true, errors: null })
  const before = await tracesOf(merchant, one.marker, sealed)
  for (const there of [`first ${one.marker}`, `number ${one.marker}`, '0831', '6467', '4527', ...sealed])
    expect(before.some((cell) => cell.includes(there))).toBe(true)
  expect(before.length).toBeGreaterThan(40)
  const neighbour = (await call('POST', '/v1/customers', { body: { firstName: 'Grace' } })).json.customers[0]

  expect(await erase(one.id)).toMatchObject({ status: 200, json: { complete: true, errors: null } })
  expect(await tracesOf(merchant, one.marker, sealed)).toEqual([])
  expect((await exported(neighbour.id)).json.customer).toMatchObject({ firstName: 'Grace', deleted: null })
})

test('is found nowhere, and is erased again without an error, but not noted again', async () => {
  const { id, subscription } = await newPerson(call, merchant)
  expect((await erase(id)).status).toBe(200)
  for (const [method, path] of [
    ['GET', `/v1/customers/${id}`],
    ['GET', `/v1/customers/${id}/wallet`],
    ['GET', pathOf(id, 'export')],
    ['DELETE', `/v1/customers/${id}`],
  ] as const)
    expect((await call(method, path)).status).toBe(404)
  const notes = () =>
    merchant.rows("SELECT key, detail FROM audit WHERE action = 'customer.erased' AND detail ->> '$.customer' = ?", id)
  const noted = await notes()
  expect(noted).toEqual([{ key: merchant.secretKeyId, detail: JSON.stringify({ customer: id }) }])
  expect((await erase(id)).json).toMatchObject({ complete: true, errors: null })
  expect(await notes()).toEqual(noted)
  expect(await merchant.rows('SELECT status FROM subscriptions WHERE id = ?', subscription)).toEqual([
    { status: 'canceled' },
  ])
  expect((await call('POST', '/v1/customers', { body: { merchantIdentifier: `number ${id}` } })).status).toBe(200)
})

test('that was deleted before is erased like any other', async () => {
  const { id, marker } = await newPerson(call, merchant)
  await call('DELETE', `/v1/customers/${id}`)
  expect((await tracesOf(merchant, marker)).length).toBeGreaterThan(0)
  expect((await erase(id)).json.complete).toBe(true)
  expect(await markedCells(merchant, marker)).toEqual([])
})

test('stays in the books with every amount, date, reference and line', async () => {
  const one = await newPerson(call, merchant)
  await call('POST', '/v1/batches/close')
  const before = await booksOf(one)
  expect(before.payments).toHaveLength(4)
  expect(before.payments[0]).toMatchObject({ amountSettled: 10.5, reference: 'Invoice:9007199254740993' })
  expect(before.batches.length).toBeGreaterThan(0)
  await erase(one.id)
  expect(await booksOf(one)).toEqual(before)
  const { text, json } = await call('GET', `/v1/transactions/${one.debited}`)
  expect(json).toMatchObject({
    status: 'settled',
    payment: { network: 'ach', accountNumber: null, expiry: null, customer: one.id },
  })
  expect(text).toContain(`"order":${JSON.stringify(saleWith('9007199254740993'))}`)
})

test('has payments that are captured, credited and voided as before, but for a credit that names the card', async () => {
  const one = await newPerson(call, merchant)
  const [authorized, second, captured] = [one.authorized, one.secondAuthorized, one.captured]
  await erase(one.id)
  const send = (verb: string, body: object) => call('POST', `/v1/transactions/${verb}`, { body })
  expect((await send('capture', { transactionId: authorized, amount: 4 })).json).toMatchObject({
    amount: 4,
    errors: null,
  })
  expect((await send('void', { transactionId: second })).json).toMatchObject({ errors: null })
  const credit = { referenceTransactionId: Number(captured), amount: { value: 1 } }
  const named = await send('credit', { ...credit, payment: { creditCard: card(pan, { expires: '0831' }) } })
  expect([named.status, named.json.errors[0].type]).toEqual([400, 'payment_method_ambiguous'])
  expect((await send('credit', { ...credit, payment: { stored: { customer: one.id } } })).json).toMatchObject({
    amount: 1,
    errors: null,
  })
  expect((await call('GET', `/v1/transactions/${captured}`)).json).toMatchObject({ status: 'partially_refunded' })
  expect(await markedCells(merchant, one.marker)).toEqual([])
})

test('is not made or paid for again by late repetitions', async () => {
  const { id, marker, key, authorized, entries } = await newPerson(call, merchant)
  await erase(id)
  const repeat = (path: string, under: string, body: object) =>
    call('POST', path, { body, headers: { 'idempotency-key': under } })
  const customers = await merchant.rows('SELECT count(*) AS n FROM customers WHERE account = ?', merchant.id)
  expect((await repeat('/v1/customers', key, customerWith(marker))).json).toMatchObject({
    customers: [],
    errors: null,
  })
  expect(await merchant.rows('SELECT count(*) AS n FROM customers WHERE account = ?', merchant.id)).toEqual(customers)
  const paid = await repeat('/v1/transactions/authorize', `${key}0`, {
    payment: {
      stored: {
        customer: id,
        wallet: entries[0],
      },
    },
    amount: { value: 10.5 },
    order: orderWith(marker, '9007199254740990'),
  })
  expect(paid.json).toMatchObject({ transactionId: authorized, metadata: null, errors: null })
})

test('is none by a word that stands in many an answer, which all stay as they are', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const create = () => call('POST', '/v1/customers', { body: { firstName: 'Ada' }, headers })
  const { text } = await create()
  for (const word of ['customers', 'firstName']) expect((await erase(word)).status).toBe(404)
  expect((await create()).text).toBe(text)
})

test('keeps nothing of a payment that is under way meanwhile, which ends as if nothing had happened', async () => {
  const one = await newPerson(call, merchant)
  const processor: Processor = {
    ...simulator(),
    authorize: async (op, ref) => {
      expect((await erase(one.id)).json.complete).toBe(true)
      return simulator().authorize(op, ref)
    },
  }
  const { json } = await startWorker({ processor }).as(merchant.secretKey)('POST', '/v1/transactions/authorize', {
    body: {
      payment: { stored: { customer: one.id } },
      amount: { value: 12 },
      order: orderWith(one.marker, '9007199254740999'),
    },
  })
  expect(json).toMatchObject({ amount: 12, errors: null })
  expect((await call('GET', `/v1/transactions/${json.transactionId}`)).json.status).toBe('authorized')
  expect(await markedCells(merchant, one.marker)).toEqual([])
})

test.each<[Fate, finish: string]>([
  ['fails before', 'the sweep'],
  ['fails after', 'the next one'],
])('that %s its effect, at any call of the database, has not begun or is finished by %s', async (fails, finish) => {
  let { id, marker } = await newPerson(call, merchant)
  for (let at = 1, died = true; died; at++) {
    // From there on nothing works any more.
    const { d1, calls } = brokenDatabase(bindings.DB_00, (nth) =>
      nth < at ? 'runs' : nth === at ? fails : 'fails before',
    )
    const { status } = await erase(id, startWorker({}, { DB_00: d1 }).as(merchant.secretKey))
    died = calls() >= at
    expect(status === 200).toBe(!died)
    const begun = (await merchant.rows('SELECT 1 FROM erasures WHERE customer = ?', id)).length === 1
    // All of the customer is there, or it is found nowhere: nothing between.
    const { status: found, json } = await exported(id)
    expect([found, json.customer?.firstName]).toEqual(begun ? [404, undefined] : [200, `first ${marker}`])
    if (!begun) continue
    if (finish === 'the sweep') await worker.sweep()
    else expect((await erase(id)).json.complete).toBe(true)
    expect(await markedCells(merchant, marker)).toEqual([])
    const notes = await merchant.rows(
      "SELECT action FROM audit WHERE detail ->> '$.customer' = ? AND action <> 'wallet.default' ORDER BY action",
      id,
    )
    expect(notes).toEqual([{ action: 'customer.deleted' }, { action: 'customer.erased' }])
    if (died) ({ id, marker } = await newPerson(call, merchant))
  }
})

test('of more payments than a request may change goes on in the sweep, and their export leads on in the list', async () => {
  const { id, marker } = await newPerson(call, merchant)
  await merchant.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10100)
     INSERT INTO transactions (id, account, mode, status, method, currency, requested, network, last4, digits, expiry, fingerprint,
                               customer, initiatedBy, initial, orderData, created, updated)
     SELECT i + 5000, account, mode, 'declined', method, currency, requested, network, last4, digits, expiry, fingerprint,
            customer, initiatedBy, initial, orderData, created - i / 3, updated
     FROM n CROSS JOIN (SELECT * FROM transactions WHERE customer = ? LIMIT 1)`,
    id,
  )
  await merchant.run(
    `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, requestId, created, updated)
     SELECT id, id, account, mode, 'authorize', 'declined', requested, 'r', created, updated FROM transactions
     WHERE customer = ? AND status = 'declined'`,
    id,
  )
  const { transactions, moreTransactions } = (await exported(id)).json
  expect(transactions).toHaveLength(10_000)
  const rest = (await call('GET', `${moreTransactions}&pageSize=100`)).json
  const last = (await call('GET', `/v1/transactions?customer=${id}&cursor=${rest.nextCursor}`)).json
  const ids = [...transactions, ...rest.transactions, ...last.transactions].map(({ transactionId }) => transactionId)
  expect(new Set(ids).size).toBe(10_104)
  expect(last.nextCursor).toBeNull()

  expect((await erase(id)).json).toMatchObject({ complete: false, errors: null })
  expect((await exported(id)).status).toBe(404)
  const left = () => merchant.rows('SELECT id FROM transactions WHERE customer = ? AND last4 IS NOT NULL', id)
  expect(await left()).toHaveLength(104)
  await worker.sweep()
  expect(await left()).toEqual([])
  expect(await markedCells(merchant, marker)).toEqual([])
  expect((await erase(id)).json.complete).toBe(true)
})
