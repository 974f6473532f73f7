import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { exportCustomer } from '#contract/customers/customerData'
import { order } from '#contract/transactions/order'
import type { Processor } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { orderMembers } from '../../store/customers/erasures.ts'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import type { Fate } from '../../testing/database/brokenDatabase.ts'
import type { Call, Merchant } from '../../testing/merchant.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'
import { storedRows } from '../../testing/database/storedRows.ts'

/** All that is held about one customer: given out, and forgotten. */

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
const stranger = worker.as((await createMerchant()).secretKey)

const unknown = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'
const pathOf = (customer: string, what: 'export' | 'erase') => `/v1/customers/${customer}/${what}`
const exported = (customer: string, by: Call = call) => by('GET', pathOf(customer, 'export'))
const erase = (customer: string, by: Call = call) => by('POST', pathOf(customer, 'erase'))

const pan = '4539148803436467'
const bank = { accountNumber: '70361984527', routingNumber: '021000021' }
/** Expiry of the cards, as it is sent; and the last four digits of both numbers. */
const cardMarkers = ['0831', '6467', '4527']

const addressOf = (marker: string) => ({
  name: `name ${marker}`,
  line1: `line1 ${marker}`,
  line2: `line2 ${marker}`,
  city: `city ${marker}`,
  state: `state ${marker}`,
  postalCode: marker.slice(-8),
})

const personOf = (marker: string) => ({
  firstName: `first ${marker}`,
  lastName: `last ${marker}`,
  company: `company ${marker}`,
  merchantIdentifier: `number ${marker}`,
  phoneNumber: `phone ${marker}`,
  emailAddress: `${marker}@mail.example`,
  shippingAddress: addressOf(marker),
  metadata: { said: marker, [marker.slice(-30)]: 'said' },
})

/** What of an order stays: with figures that a double would not keep. */
const saleOf = (id: string) => ({
  referenceObject: 'Invoice',
  referenceObjectId: JSON.rawJSON(id),
  tax: 1.1234,
  total: JSON.rawJSON('123456789.1234'),
  date: '2026-11-20',
  lines: [{ productCode: 'CUP', description: 'A blue cup', unitCost: 9.4, quantity: 1 }],
})
const orderOf = (marker: string, id: string) => ({
  ...saleOf(id),
  customerPublicIdentifier: `books ${marker}`,
  billTo: addressOf(marker),
  shipTo: addressOf(marker),
  email: `${marker}@order.example`,
  metadata: { gift: `for ${marker}`, [marker.slice(-30)]: 'too' },
})

/** A customer of whom everything is said that a client can say, everywhere. */
const everythingOf = async (by: Call, owner: Merchant, mode: 'test' | 'live' = 'test') => {
  const marker = `M${crypto.randomUUID().replaceAll('-', '')}`
  const key = crypto.randomUUID()
  const send = async (path: string, body: object) => {
    const answer = await by('POST', path, { body, headers: { 'idempotency-key': key } })
    expect(answer.status).toBe(200)
    return answer.json
  }
  const id: string = (await send('/v1/customers', personOf(marker))).customers[0].id
  const entries: string[] = []
  for (const source of [
    { creditCard: card(pan, { expires: '0831' }) },
    { check: { ...bank, name: `check ${marker}` } },
  ]) {
    await nextMillisecond()
    const { token } = (await by('POST', '/v1/tokens', { body: source })).json
    const { wallet } = (
      await by('POST', `/v1/customers/${id}/wallet`, {
        body: { token, address: addressOf(marker) },
        headers: { 'idempotency-key': `${key}${entries.length}` },
      })
    ).json
    entries.push(wallet[0].id)
  }
  const [cardEntry = '', bankEntry = ''] = entries
  const payments: string[] = []
  const pay = async (wallet: string) => {
    await nextMillisecond()
    const answer = await by('POST', '/v1/transactions/authorize', {
      body: {
        payment: { stored: { customer: id, wallet } },
        amount: { value: 10.5 },
        order: orderOf(marker, `900719925474099${payments.length}`),
      },
      headers: { 'idempotency-key': `${key}${payments.length}` },
    })
    expect(answer).toMatchObject({ status: 200, json: { errors: null } })
    payments.push(answer.json.transactionId)
    return answer.json.transactionId as string
  }
  const held = await pay(cardEntry)
  const held2 = await pay(cardEntry)
  const captured = await pay(cardEntry)
  await by('POST', '/v1/transactions/capture', { body: { transactionId: captured } })
  const taken = await pay(bankEntry)
  const plan = crypto.randomUUID()
  const subscription = crypto.randomUUID()
  await owner.run(
    `INSERT INTO plans (id, account, mode, label, unit, interval, dayOfCycle, currency, amount, installments, created)
     VALUES (?, ?, ?, ?, 'month', 1, 0, 840, 1050, 0, 1)`,
    plan,
    owner.id,
    mode,
    `Plan ${plan}`,
  )
  await owner.run(
    `INSERT INTO subscriptions (id, account, mode, customer, plan, label, unit, interval, firstDate, anchorDay, installments, wallet,
                                currency, total, tax, surcharge, shipping, status, starts, due, created, updated)
     VALUES (?, ?, ?, ?, ?, 'Coffee', 'month', 1, '2026-11-01', 1, 0, ?, 840, 1050, 50, 0, 0, 'active', 1, 9000000000000, 1, 1)`,
    subscription,
    owner.id,
    mode,
    id,
    plan,
    cardEntry,
  )
  await owner.run(
    `INSERT INTO bills (subscription, period, account, mode, status, date, total, tax, surcharge, shipping, currency, transactionId,
                        responseCode, created, updated)
     VALUES (?, 0, ?, ?, 'paid', '2026-11-01', 1050, 50, 0, 0, 840, ?, '00', 1, 1)`,
    subscription,
    owner.id,
    mode,
    captured,
  )
  return { id, marker, key, entries, payments, held, held2, captured, taken, subscription }
}

/** Every cell of every table that is this merchant's, or nobody's. */
const cells = async (): Promise<string[]> => {
  const found = []
  for (const { row } of await storedRows(merchant.database, merchant.id))
    for (const [column, value] of Object.entries(row))
      // Events are counted, and the number of one may be that of a card.
      if (column !== 'position') found.push(typeof value === 'string' ? value : JSON.stringify(value))
  return found
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Cells that say something of the person, or of the cards that only this person has. */
const tracesOf = async (marker: string, others: readonly string[] = []): Promise<string[]> => {
  const digits = new RegExp(`(?<![0-9A-Za-z])(${cardMarkers.join('|')})(?![0-9A-Za-z])`)
  return (await cells()).filter(
    (cell) =>
      cell.includes(marker.slice(-8)) ||
      digits.test(cell.replace(uuid, '')) ||
      others.some((other) => cell.includes(other)),
  )
}

describe('an export', () => {
  test('has everything of its customer, and nothing of a neighbour, of the other mode or of another account', async () => {
    const one = await everythingOf(call, merchant)
    const neighbour = await everythingOf(call, merchant)
    const { status, json, text } = await exported(one.id)
    expect(status).toBe(200)
    expect(v.is(v.strictObject(exportCustomer.answer.entries), json)).toBe(true)
    expect(json.customer).toMatchObject({ id: one.id, ...personOf(one.marker), deleted: null })
    expect(json.customer.created).toMatch(/^\d{4}-.*Z$/)
    expect(json.wallet.map((entry: any) => [entry.id, entry.accountNumber, entry.expiry, entry.address])).toEqual([
      [one.entries[1], '*******4527', '', { ...addressOf(one.marker), country: '' }],
      [one.entries[0], '************6467', '0831', { ...addressOf(one.marker), country: '' }],
    ])
    expect(json.transactions.map(({ transactionId }: any) => transactionId)).toEqual(one.payments.toReversed())
    for (const { order: stored, accountNumber } of json.transactions) {
      expect(stored).toMatchObject({ billTo: addressOf(one.marker), email: `${one.marker}@order.example` })
      expect(accountNumber).toMatch(/^\*+(6467|4527)$/)
    }
    expect(text).toContain('"referenceObjectId":9007199254740993,')
    expect(json.moreTransactions).toBeNull()
    expect(json.subscriptions).toMatchObject([
      {
        customerSubscriptionId: one.subscription,
        status: 'active',
        totalAmount: 10.5,
        taxAmount: 0.5,
        bills: [{ period: 0, status: 'paid', amount: 10.5, transactionId: one.captured }],
      },
    ])
    expect(json.notes).toMatchObject([
      { action: 'wallet.default', detail: { customer: one.id, wallet: one.entries[0] } },
    ])
    for (const other of [neighbour.marker, neighbour.id, ...neighbour.payments, neighbour.subscription])
      expect(text).not.toContain(other)
    expect((await exported(one.id, live)).status).toBe(404)
    expect((await exported(one.id, stranger)).status).toBe(404)
  })

  test('of a customer of live mode is the live key’s alone', async () => {
    const { id } = (await live('POST', '/v1/customers', { body: { firstName: 'Ada' } })).json.customers[0]
    expect((await exported(id, live)).json).toMatchObject({
      customer: { firstName: 'Ada' },
      wallet: [],
      transactions: [],
    })
    expect((await exported(id)).status).toBe(404)
  })

  test('has no card number, security code, secret or sealed value in it', async () => {
    const { id, entries, payments } = await everythingOf(call, merchant)
    const { text } = await exported(id)
    const hidden = [pan, bank.accountNumber, bank.routingNumber, merchant.secretKey, 'sealed', 'fingerprint']
    for (const table of ['walletEntries', 'transactions'])
      for (const row of await merchant.rows(`SELECT * FROM ${table} WHERE customer = ?`, id))
        hidden.push(...[row['sealedPan'], row['wrappedPanKey'], row['fingerprint'], row['cardId']].filter(Boolean))
    // Payments with a stored method leave its sealed card where it is.
    expect(hidden.length).toBe(6 + 4 * entries.length + 2 * payments.length)
    for (const value of hidden) expect(text).not.toContain(value)
  })

  test('has a deleted customer, too, with the payment methods that it had', async () => {
    const { id, marker, entries } = await everythingOf(call, merchant)
    expect((await call('DELETE', `/v1/customers/${id}`)).status).toBe(200)
    const { customer, wallet, transactions } = (await exported(id)).json
    expect(customer).toMatchObject({ firstName: `first ${marker}`, deleted: expect.stringMatching(/Z$/) })
    expect(wallet).toMatchObject(
      entries.toReversed().map((entry) => ({ id: entry, deleted: expect.stringMatching(/Z$/), default: false })),
    )
    expect(transactions).toHaveLength(4)
  })

  test('needs the scopes of all that it shows, and says which is missing', async () => {
    const { id } = await everythingOf(call, merchant)
    const scopes = ['customers:read', 'transactions:read', 'subscriptions:read'] as const
    for (const missing of scopes) {
      const { key } = await merchant.issue('rk', { scopes: scopes.filter((scope) => scope !== missing) })
      const { status, json } = await exported(id, worker.as(key))
      expect(status).toBe(403)
      expect(json.errors[0]).toMatchObject({ type: 'scope_missing', message: { details: { scope: missing } } })
    }
    expect((await exported(id, worker.as((await merchant.issue('rk', { scopes })).key))).status).toBe(200)
  })
})

test.each(['export', 'erase'] as const)('%s refuses ids that are none, unknown or foreign', async (what) => {
  const method = what === 'export' ? 'GET' : 'POST'
  const foreign = (await stranger('POST', '/v1/customers', { body: { firstName: 'B' } })).json.customers[0].id
  const ofLive = (await live('POST', '/v1/customers', { body: { firstName: 'C' } })).json.customers[0].id
  for (const bad of ['1234567', 'a'.repeat(65), 'under_score-1']) {
    const { status, json } = await call(method, pathOf(bad, what))
    expect([status, json.errors[0].message.field]).toEqual([400, 'Customer'])
  }
  for (const id of [unknown, foreign, ofLive]) {
    const { status, json } = await call(method, pathOf(id, what))
    expect([status, json.errors[0].type]).toEqual([404, 'not_found'])
  }
  expect((await exported(foreign, stranger)).json.customer.firstName).toBe('B')
  expect((await exported(ofLive, live)).json.customer.firstName).toBe('C')
})

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

describe('an erased customer', () => {
  test('has left no trace in any table, and the neighbour has all', async () => {
    const one = await everythingOf(call, merchant)
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
    const before = await tracesOf(one.marker, sealed)
    for (const there of [`first ${one.marker}`, `number ${one.marker}`, '0831', '6467', '4527', ...sealed])
      expect(before.some((cell) => cell.includes(there))).toBe(true)
    expect(before.length).toBeGreaterThan(40)
    const neighbour = (await call('POST', '/v1/customers', { body: { firstName: 'Grace' } })).json.customers[0]

    expect(await erase(one.id)).toMatchObject({ status: 200, json: { complete: true, errors: null } })
    expect(await tracesOf(one.marker, sealed)).toEqual([])
    expect((await exported(neighbour.id)).json.customer).toMatchObject({ firstName: 'Grace', deleted: null })
  })

  test('is found nowhere, and is erased again without an error, but not noted again', async () => {
    const { id, subscription } = await everythingOf(call, merchant)
    expect((await erase(id)).status).toBe(200)
    for (const [method, path] of [
      ['GET', `/v1/customers/${id}`],
      ['GET', `/v1/customers/${id}/wallet`],
      ['GET', pathOf(id, 'export')],
      ['DELETE', `/v1/customers/${id}`],
    ] as const)
      expect((await call(method, path)).status).toBe(404)
    const notes = () =>
      merchant.rows(
        "SELECT key, detail FROM audit WHERE action = 'customer.erased' AND detail ->> '$.customer' = ?",
        id,
      )
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
    const { id, marker } = await everythingOf(call, merchant)
    await call('DELETE', `/v1/customers/${id}`)
    expect((await tracesOf(marker)).length).toBeGreaterThan(0)
    expect((await erase(id)).json.complete).toBe(true)
    expect((await cells()).filter((cell) => cell.includes(marker.slice(-8)))).toEqual([])
  })

  test('stays in the books with every amount, date, reference and line', async () => {
    const one = await everythingOf(call, merchant)
    await call('POST', '/v1/batches/close')
    const before = await booksOf(one)
    expect(before.payments).toHaveLength(4)
    expect(before.payments[0]).toMatchObject({ amountSettled: 10.5, reference: 'Invoice:9007199254740993' })
    expect(before.batches.length).toBeGreaterThan(0)
    await erase(one.id)
    expect(await booksOf(one)).toEqual(before)
    const { text, json } = await call('GET', `/v1/transactions/${one.taken}`)
    expect(json).toMatchObject({
      status: 'settled',
      payment: { network: 'ach', accountNumber: null, expiry: null, customer: one.id },
    })
    expect(text).toContain(`"order":${JSON.stringify(saleOf('9007199254740993'))}`)
  })

  test('has payments that are captured, credited and voided as before, but for a credit that names the card', async () => {
    const one = await everythingOf(call, merchant)
    const [held, second, captured] = [one.held, one.held2, one.captured]
    await erase(one.id)
    const send = (verb: string, body: object) => call('POST', `/v1/transactions/${verb}`, { body })
    expect((await send('capture', { transactionId: held, amount: 4 })).json).toMatchObject({ amount: 4, errors: null })
    expect((await send('void', { transactionId: second })).json).toMatchObject({ errors: null })
    const credit = { referenceTransactionId: Number(captured), amount: { value: 1 } }
    const named = await send('credit', { ...credit, payment: { creditCard: card(pan, { expires: '0831' }) } })
    expect([named.status, named.json.errors[0].type]).toEqual([400, 'payment_method_ambiguous'])
    expect((await send('credit', { ...credit, payment: { stored: { customer: one.id } } })).json).toMatchObject({
      amount: 1,
      errors: null,
    })
    expect((await call('GET', `/v1/transactions/${captured}`)).json).toMatchObject({ status: 'partially_refunded' })
    expect((await cells()).filter((cell) => cell.includes(one.marker.slice(-8)))).toEqual([])
  })

  test('is not made or paid for again by late repetitions', async () => {
    const { id, marker, key, held, entries } = await everythingOf(call, merchant)
    await erase(id)
    const repeat = (path: string, under: string, body: object) =>
      call('POST', path, { body, headers: { 'idempotency-key': under } })
    const customers = await merchant.rows('SELECT count(*) AS n FROM customers WHERE account = ?', merchant.id)
    expect((await repeat('/v1/customers', key, personOf(marker))).json).toMatchObject({
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
      order: orderOf(marker, '9007199254740990'),
    })
    expect(paid.json).toMatchObject({ transactionId: held, metadata: null, errors: null })
  })

  test('is none by a word that stands in many an answer, which all stay as they are', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const create = () => call('POST', '/v1/customers', { body: { firstName: 'Ada' }, headers })
    const { text } = await create()
    for (const word of ['customers', 'firstName']) expect((await erase(word)).status).toBe(404)
    expect((await create()).text).toBe(text)
  })

  test('keeps nothing of a payment that is under way meanwhile, which ends as if nothing had happened', async () => {
    const one = await everythingOf(call, merchant)
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
        order: orderOf(one.marker, '9007199254740999'),
      },
    })
    expect(json).toMatchObject({ amount: 12, errors: null })
    expect((await call('GET', `/v1/transactions/${json.transactionId}`)).json.status).toBe('authorized')
    expect((await cells()).filter((cell) => cell.includes(one.marker.slice(-8)))).toEqual([])
  })
})

describe('an erasure', () => {
  test.each<[Fate, finish: string]>([
    ['fails before', 'the sweep'],
    ['fails after', 'the next one'],
  ])('that %s its effect, at any call of the database, has not begun or is finished by %s', async (fails, finish) => {
    let { id, marker } = await everythingOf(call, merchant)
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
      expect((await cells()).filter((cell) => cell.includes(marker.slice(-8)))).toEqual([])
      const notes = await merchant.rows(
        "SELECT action FROM audit WHERE detail ->> '$.customer' = ? AND action <> 'wallet.default' ORDER BY action",
        id,
      )
      expect(notes).toEqual([{ action: 'customer.deleted' }, { action: 'customer.erased' }])
      if (died) ({ id, marker } = await everythingOf(call, merchant))
    }
  })

  test('of more payments than a request may change goes on in the sweep, and their export leads on in the list', async () => {
    const { id, marker } = await everythingOf(call, merchant)
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
    expect((await cells()).filter((cell) => cell.includes(marker.slice(-8)))).toEqual([])
    expect((await erase(id)).json.complete).toBe(true)
  })
})
