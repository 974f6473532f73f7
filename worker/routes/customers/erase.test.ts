import { expect, test } from 'vitest'
import { order } from '#contract/transactions/order'
import type { Processor } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { orderMembers } from '../../store/transactions/orderRedaction.ts'
import { bindings } from '../../testing/bindings.ts'
import type { BatchOutcome } from '../../testing/database/brokenDatabase.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
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
const exported = (customer: string) => call('GET', `/v1/customers/${customer}/export`)
const erase = (customer: string, by: Call = call) => by('POST', `/v1/customers/${customer}/erase`)

test('every member of an order is either personal data, which an erasure redacts, or data of the sale', () => {
  const members = Object.keys(order().entries).filter((member) => !['id', 'customerId'].includes(member))
  expect([...orderMembers.person, ...orderMembers.sale].sort()).toEqual(members.sort())
})

/** A payment without its personal data. */
const withoutPersonalData = ({ accountNumber: _number, customerPublicIdentifier: _identifier, ...sale }: any) => sale
const accountingRecords = async ({ id }: { id: string }) => {
  const { transactions } = (await call('GET', `/v1/transactions?customer=${id}`)).json
  return { payments: transactions.map(withoutPersonalData), batches: (await call('GET', '/v1/batches')).json.batches }
}

test('erasing a customer removes its personal data from every table, and no data of another customer', async () => {
  const person = await newPerson(call, merchant)
  const changed = await call('PUT', `/v1/customers/${person.id}`, {
    body: { lastName: `changed ${person.marker}` },
    headers: { 'idempotency-key': 'change' },
  })
  expect(changed.status).toBe(200)
  const sealed = (
    await merchant.rows(
      `SELECT sealedPan, wrappedPanKey, fingerprint, cardRange FROM walletEntries WHERE customer = ?
       UNION SELECT sealedPan, wrappedPanKey, fingerprint, cardRange FROM transactions WHERE customer = ?`,
      person.id,
      person.id,
    )
  ).flatMap((row) => Object.values(row).filter((value) => typeof value === 'string'))
  // The other customers of this merchant have the same cards, so they are erased first.
  for (const { id } of await merchant.rows(
    "SELECT id FROM customers WHERE account = ? AND mode = 'test' AND id <> ?",
    merchant.id,
    person.id,
  ))
    expect((await erase(id)).json).toMatchObject({ complete: true, errors: null })
  const before = await tracesOf(merchant, person.marker, sealed)
  for (const expected of [`first ${person.marker}`, `number ${person.marker}`, '0831', '6467', '4527', ...sealed])
    expect(before.some((cell) => cell.includes(expected))).toBe(true)
  expect(before.length).toBeGreaterThan(40)
  const other = (await call('POST', '/v1/customers', { body: { firstName: 'Grace' } })).json.customers[0]

  expect(await erase(person.id)).toMatchObject({ status: 200, json: { complete: true, errors: null } })
  expect(await tracesOf(merchant, person.marker, sealed)).toEqual([])
  expect((await exported(other.id)).json.customer).toMatchObject({ firstName: 'Grace', deleted: null })
})

test('an erased customer returns 404; erasing it again returns 200 and adds no audit entry', async () => {
  const { id, subscription } = await newPerson(call, merchant)
  expect((await erase(id)).status).toBe(200)
  for (const [method, path] of [
    ['GET', `/v1/customers/${id}`],
    ['GET', `/v1/customers/${id}/wallet`],
    ['GET', `/v1/customers/${id}/export`],
    ['DELETE', `/v1/customers/${id}`],
  ] as const)
    expect((await call(method, path)).status).toBe(404)
  const auditEntries = () =>
    merchant.rows("SELECT id, key FROM audit WHERE action = 'customer.erased' AND detail ->> '$.customer' = ?", id)
  const audited = await auditEntries()
  expect(audited).toEqual([{ id: expect.any(Number), key: merchant.secretKeyId }])
  expect((await erase(id)).json).toMatchObject({ complete: true, errors: null })
  expect(await auditEntries()).toEqual(audited)
  expect(await merchant.rows('SELECT status FROM subscriptions WHERE id = ?', subscription)).toEqual([
    { status: 'canceled' },
  ])
  expect((await call('POST', '/v1/customers', { body: { merchantIdentifier: `number ${id}` } })).status).toBe(200)
})

test('erasing a deleted customer removes its personal data', async () => {
  const { id, marker } = await newPerson(call, merchant)
  await call('DELETE', `/v1/customers/${id}`)
  expect((await tracesOf(merchant, marker)).length).toBeGreaterThan(0)
  expect((await erase(id)).json.complete).toBe(true)
  expect(await markedCells(merchant, marker)).toEqual([])
})

test('erasing a customer retains amounts, dates, references and order lines of its payments and batches', async () => {
  const person = await newPerson(call, merchant)
  await call('POST', '/v1/batches/close')
  const before = await accountingRecords(person)
  expect(before.payments).toHaveLength(4)
  expect(before.payments[0]).toMatchObject({ amountSettled: 10.5, reference: 'Invoice:9007199254740993' })
  expect(before.batches.length).toBeGreaterThan(0)
  await erase(person.id)
  expect(await accountingRecords(person)).toEqual(before)
  const { text, json } = await call('GET', `/v1/transactions/${person.debited}`)
  expect(json).toMatchObject({
    status: 'settled',
    payment: { network: 'ach', accountNumber: null, expiry: null, customer: person.id },
  })
  expect(text).toContain(`"order":${JSON.stringify(saleWith('9007199254740993'))}`)
})

test('payments of an erased customer can be captured, credited and voided; a credit to the named card returns 400 payment_method_ambiguous', async () => {
  const person = await newPerson(call, merchant)
  const [authorized, second, captured] = [person.authorized, person.secondAuthorized, person.captured]
  await erase(person.id)
  const send = (verb: string, body: object) => call('POST', `/v1/transactions/${verb}`, { body })
  expect((await send('capture', { transactionId: authorized, amount: 4 })).json).toMatchObject({
    amount: 4,
    errors: null,
  })
  expect((await send('void', { transactionId: second })).json).toMatchObject({ errors: null })
  const credit = { referenceTransactionId: Number(captured), amount: { value: 1 } }
  const named = await send('credit', { ...credit, payment: { creditCard: card(pan, { expires: '0831' }) } })
  expect([named.status, named.json.errors[0].type]).toEqual([400, 'payment_method_ambiguous'])
  expect((await send('credit', { ...credit, payment: { stored: { customer: person.id } } })).json).toMatchObject({
    amount: 1,
    errors: null,
  })
  expect((await call('GET', `/v1/transactions/${captured}`)).json).toMatchObject({ status: 'partially_refunded' })
  expect(await markedCells(merchant, person.marker)).toEqual([])
})

test('erasing a customer removes the person from the orders of its credits, before and after the erasure, and keeps the sale', async () => {
  const person = await newPerson(call, merchant)
  const credit = async (id: string) => {
    const body = {
      referenceTransactionId: Number(person.captured),
      amount: { value: 1 },
      order: orderWith(person.marker, id),
    }
    const { json } = await call('POST', '/v1/transactions/credit', { body })
    expect(json.errors).toBeNull()
    return json.transactionId as string
  }
  const first = await credit('9007199254740981')
  expect((await call('GET', `/v1/transactions/${first}`)).json.order.billTo).toEqual(
    orderWith(person.marker, '1').billTo,
  )
  await erase(person.id)
  expect(await markedCells(merchant, person.marker)).toEqual([])
  const second = await credit('9007199254740982')
  expect(await markedCells(merchant, person.marker)).toEqual([])
  for (const [id, reference] of [
    [first, '9007199254740981'],
    [second, '9007199254740982'],
  ] as const)
    expect((await call('GET', `/v1/transactions/${id}`)).text).toContain(
      `"order":${JSON.stringify(saleWith(reference))}`,
    )
})

test('repeating the requests of an erased customer under their idempotency keys creates no customer and no payment', async () => {
  const { id, marker, key, authorized, entries } = await newPerson(call, merchant)
  await erase(id)
  const repeat = (path: string, key: string, body: object) =>
    call('POST', path, { body, headers: { 'idempotency-key': key } })
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

test('erasing an id that is a member name returns 404 and changes no stored response', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const create = () => call('POST', '/v1/customers', { body: { firstName: 'Ada' }, headers })
  const { text } = await create()
  for (const word of ['customers', 'firstName']) expect((await erase(word)).status).toBe(404)
  expect((await create()).text).toBe(text)
})

test('a payment in progress during the erasure is authorized, and its personal data is removed', async () => {
  const person = await newPerson(call, merchant)
  const processor: Processor = {
    ...simulator(),
    authorize: async (op, ref) => {
      expect((await erase(person.id)).json.complete).toBe(true)
      return simulator().authorize(op, ref)
    },
  }
  const { json } = await startWorker({ processor }).as(merchant.secretKey)('POST', '/v1/transactions/authorize', {
    body: {
      payment: { stored: { customer: person.id } },
      amount: { value: 12 },
      order: orderWith(person.marker, '9007199254740999'),
    },
  })
  expect(json).toMatchObject({ amount: 12, errors: null })
  expect((await call('GET', `/v1/transactions/${json.transactionId}`)).json.status).toBe('authorized')
  expect(await markedCells(merchant, person.marker)).toEqual([])
})

test.each<[BatchOutcome, finish: string]>([
  ['fails before', 'the sweep'],
  ['fails after', 'a second request'],
])('an erasure during which the database %s any call has not started, or is finished by %s', async (fails, finish) => {
  let { id, marker } = await newPerson(call, merchant)
  for (let at = 1, failed = true; failed; at++) {
    // Each later call fails as well.
    const { d1, calls } = faultyDatabase(bindings.DB_00, (nth) =>
      nth < at ? 'runs' : nth === at ? fails : 'fails before',
    )
    const { status } = await erase(id, startWorker({}, { DB_00: d1 }).as(merchant.secretKey))
    failed = calls() >= at
    expect(status === 200).toBe(!failed)
    const started = (await merchant.rows('SELECT 1 FROM erasures WHERE customer = ?', id)).length === 1
    // The customer is complete or not found.
    const { status: found, json } = await exported(id)
    expect([found, json.customer?.firstName]).toEqual(started ? [404, undefined] : [200, `first ${marker}`])
    if (!started) continue
    if (finish === 'the sweep') await worker.sweep()
    else expect((await erase(id)).json.complete).toBe(true)
    expect(await markedCells(merchant, marker)).toEqual([])
    const entries = await merchant.rows(
      "SELECT action FROM audit WHERE detail ->> '$.customer' = ? AND action <> 'wallet.default' ORDER BY action",
      id,
    )
    expect(entries).toEqual([{ action: 'customer.deleted' }, { action: 'customer.erased' }])
    if (failed) ({ id, marker } = await newPerson(call, merchant))
  }
})

test('erasure of 10,104 payments continues in the sweep, and their export continues in the list of transactions', async () => {
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
    `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, storedRequestId, created, updated)
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
