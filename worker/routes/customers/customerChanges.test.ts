import { describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import type { Fate } from '../../testing/database/brokenDatabase.ts'
import type { Answered } from '../../testing/merchant.ts'
import { byCard, createMerchant, startWorker } from '../../testing/merchant.ts'
import { errorsOf, keeping, vaultOf } from '../../testing/vault.ts'

/** Customers after they were made: what is known of them changes, and they are deleted. */

const worker = startWorker()
const merchant = await createMerchant()
const shop = keeping(merchant, worker.as(merchant.secretKey))
const { call, newCustomer, newWallet, readCustomer, putCustomer, deleteCustomer, entryRow, pay, subscribe } = shop
const otherShop = keeping(merchant, worker.as((await createMerchant()).secretKey))
const liveShop = keeping(merchant, worker.as((await merchant.issue('sk', { mode: 'live' })).key))

const unknown = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'
const nowhere = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }
const everything = {
  firstName: 'José',
  lastName: 'Ñandú',
  company: 'Ñ & Sons',
  merchantIdentifier: 'C-1001',
  phoneNumber: '+49 30 123456',
  emailAddress: 'jose@shop.example',
  shippingAddress: { ...nowhere, line1: '1 Main St', city: 'Ulm', country: 'DE' },
  metadata: { tier: 'gold', 'a key': '' },
}
const nothing = {
  firstName: '',
  lastName: '',
  company: '',
  merchantIdentifier: '',
  phoneNumber: '',
  emailAddress: '',
  shippingAddress: nowhere,
  metadata: {},
}

/** A customer of whom everything is known; merchantIdentifiers are unique. */
const known = async () => {
  const merchantIdentifier = crypto.randomUUID()
  return { id: await newCustomer({ ...everything, merchantIdentifier }), was: { ...everything, merchantIdentifier } }
}

describe('what is known of a customer', () => {
  test.each<[string, object, object]>([
    ['nothing is said', {}, {}],
    ['one name is', { firstName: 'Ada' }, { firstName: 'Ada' }],
    ['null is said of a text', { company: null }, { company: '' }],
    ['an empty text is', { phoneNumber: '' }, { phoneNumber: '' }],
    ['no merchantIdentifier is left', { merchantIdentifier: null }, { merchantIdentifier: '' }],
    ['an empty merchantIdentifier is said', { merchantIdentifier: '' }, { merchantIdentifier: '' }],
    ['part of an address is', { shippingAddress: { city: 'Bonn' } }, { shippingAddress: { ...nowhere, city: 'Bonn' } }],
    ['no address is left', { shippingAddress: null }, { shippingAddress: nowhere }],
    ['other metadata is', { metadata: { tier: 'silver' } }, { metadata: { tier: 'silver' } }],
    ['no metadata is left', { metadata: null }, { metadata: {} }],
    ['null is said of everything', Object.fromEntries(Object.keys(nothing).map((name) => [name, null])), nothing],
    ['what was read of nobody is', nothing, nothing],
    ['members are said that it has not', { id: unknown, created: 5, stored: 9, account: 'x' }, {}],
  ])('changes where %s, and nothing else of it', async (_what, said, change) => {
    const { id, was } = await known()
    const answer = await putCustomer(id, said)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      requestId: answer.headers.get('x-request-id'),
      customers: [{ id, ...was, ...change }],
      errors: null,
    })
    const again = await readCustomer(id)
    expect(again.json).toEqual({ ...answer.json, requestId: again.json.requestId })
  })

  test('can be sent back as it was read', async () => {
    const { id } = await known()
    const [read] = (await readCustomer(id)).json.customers
    expect((await putCustomer(id, read)).json.customers).toEqual([read])
  })

  test('takes no merchantIdentifier that another customer has, but its own, and one that is free again', async () => {
    const [one, other] = [await known(), await known()]
    const { merchantIdentifier } = one.was
    const before = await vaultOf(merchant)
    const answer = await putCustomer(other.id, { merchantIdentifier, firstName: 'Ada' })
    expect(answer.status).toBe(409)
    expect(answer.json).toMatchObject({
      customers: null,
      errors: [{ type: 'already_exists', message: { field: 'merchantIdentifier', details: { id: one.id } } }],
    })
    expect(await vaultOf(merchant)).toEqual(before)
    expect((await putCustomer(one.id, { merchantIdentifier })).status).toBe(200)
    for (const elsewhere of [otherShop, liveShop])
      expect((await elsewhere.putCustomer(await elsewhere.newCustomer(), { merchantIdentifier })).status).toBe(200)
    await deleteCustomer(one.id)
    expect((await putCustomer(other.id, { merchantIdentifier })).status).toBe(200)
  })

  test('takes a merchantIdentifier for one of ten customers at once', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => newCustomer()))
    const merchantIdentifier = crypto.randomUUID()
    const answers = await Promise.all(ids.map((id) => putCustomer(id, { merchantIdentifier })))
    const taken = answers.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(1)
    const by = taken[0]!.json.customers[0].id
    for (const answer of answers.filter((one) => one !== taken[0]))
      expect([answer.status, answer.json.errors[0].message.details.id]).toEqual([409, by])
  })

  test.each<[unknown, ...(readonly [string, string | null])[]]>([
    [undefined, ['body_required', null]],
    ['{', ['json_invalid', null]],
    [
      { firstName: 'x'.repeat(101), company: 5, metadata: { key: 5 } },
      ['type_invalid', 'company'],
      ['length_invalid', 'firstName'],
      ['type_invalid', 'metadata.key'],
    ],
    [{ merchantIdentifier: 'x'.repeat(101) }, ['length_invalid', 'merchantIdentifier']],
    [{ shippingAddress: { country: 'Germany' } }, ['format_invalid', 'shippingAddress.country']],
  ])('stays as it is where the request is wrong (%#)', async (body, ...wrong) => {
    const { id } = await known()
    const before = await vaultOf(merchant)
    const answer = await putCustomer(id, body)
    expect([answer.status, errorsOf(answer), answer.json.customers]).toEqual([400, wrong, null])
    expect(await vaultOf(merchant)).toEqual(before)
  })
})

const counter = async () =>
  (
    await merchant.rows(
      "SELECT total FROM counters WHERE account = ? AND mode = 'test' AND name = 'customers'",
      merchant.id,
    )
  )[0]!['total']

describe('a customer that is deleted', () => {
  test('is hidden at once, erased from the vault, and charged no more', async () => {
    const { customer, entries } = await newWallet(2)
    const paid = await pay({ customer })
    expect(paid.status).toBe(200)
    const total = async () => Number((await call('GET', '/v1/customers?pageSize=1')).headers.get('x-total-count'))
    const before = await total()
    const answer = await deleteCustomer(customer)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ requestId: answer.headers.get('x-request-id'), errors: null })
    expect(await total()).toBe(before - 1)
    const list = await call('GET', '/v1/customers')
    expect(list.json.customers.map(({ id }: { id: string }) => id)).not.toContain(customer)
    for (const id of entries)
      expect(await entryRow(id)).toMatchObject({
        sealedPan: null,
        wrappedPanKey: null,
        isDefault: 0,
        deleted: expect.any(Number),
      })
    for (const refused of [
      await readCustomer(customer),
      await putCustomer(customer, { firstName: 'Ada' }),
      await shop.listWallet(customer),
      await shop.addEntry(customer, 'test-visa-4242'),
      await shop.putEntry(customer, entries[0]!, { default: true }),
      await shop.deleteEntry(customer, entries[0]!),
      await deleteCustomer(customer),
    ])
      expect(refused.status).toBe(404)
    expect(errorsOf(await pay({ customer }))).toEqual([['customer_not_found', 'payment.stored.customer']])
    for (const id of entries)
      expect(errorsOf(await pay({ wallet: id }))).toEqual([['wallet_not_found', 'payment.stored.wallet']])
    expect((await shop.notes(customer)).slice(1)).toEqual([['customer.deleted', undefined]])
    const payment = await call('GET', `/v1/transactions/${paid.json.transactionId}`)
    expect(payment.json.payment).toMatchObject({ accountNumber: '************4242', customer, wallet: entries[0] })
  })

  test('is deleted once by fifty at once, and counted once', async () => {
    const { customer } = await newWallet(2)
    const before = await counter()
    const answers = await Promise.all(Array.from({ length: 50 }, () => deleteCustomer(customer)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 49 }, () => 404)])
    expect(await counter()).toBe(before - 1)
    expect((await shop.notes(customer)).filter(([action]) => action === 'customer.deleted')).toHaveLength(1)
  })

  test('while entries are added at once leaves none behind that could be charged', async () => {
    const customer = await newCustomer()
    const [, ...added] = await Promise.all([
      deleteCustomer(customer),
      ...Array.from({ length: 10 }, (_none, index) => shop.addEntry(customer, 'test-visa-4242', index % 2 === 0)),
    ])
    expect(added.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
    const rows = await merchant.rows(
      'SELECT sealedPan, wrappedPanKey, isDefault FROM walletEntries WHERE customer = ?',
      customer,
    )
    for (const row of rows) expect(row).toEqual({ sealedPan: null, wrappedPanKey: null, isDefault: 0 })
    expect(await merchant.rows('SELECT stored FROM customers WHERE id = ?', customer)).toEqual([{ stored: 0 }])
  })

  test.each<[Fate, number, number]>([
    ['fails before', 200, 200],
    ['fails after', 404, 404],
  ])('goes wholly or not at all, where the database %s it', async (fate, read, again) => {
    const { customer, entries } = await newWallet(1)
    const { d1 } = brokenDatabase(bindings.DB_00, (batch) => (batch > 1 ? fate : 'runs'))
    const broken = keeping(merchant, startWorker({}, { DB_00: d1 }).as(merchant.secretKey))
    expect((await broken.deleteCustomer(customer)).status).toBe(503)
    expect((await readCustomer(customer)).status).toBe(read)
    expect((await entryRow(entries[0]!))['sealedPan'] === null).toBe(read === 404)
    expect((await deleteCustomer(customer)).status).toBe(again)
  })
})

/** A bill of the period that is being billed. */
const bill = async (subscription: string, columns: { status: string; asking: number; again: number | null }) => {
  const paid = await call('POST', '/v1/transactions/authorize', { body: byCard() })
  await merchant.run(
    `INSERT INTO bills (subscription, period, account, mode, status, date, currency, total, tax, surcharge, shipping, asking, extra, transactionId, again, created, updated)
     VALUES (?, 0, ?, 'test', ?, '2026-11-20', 840, 1000, 0, 0, 0, ?, 1, ?, ?, 0, 0)`,
    subscription,
    merchant.id,
    columns.status,
    columns.asking,
    Number(paid.json.transactionId),
    columns.again,
  )
}
const billRow = async (subscription: string) =>
  (await merchant.rows('SELECT status, asking, again FROM bills WHERE subscription = ?', subscription))[0]

describe('deleting a customer cancels its subscription', () => {
  const soon = 4_000_000_000_000

  test.each<[string, object, Parameters<typeof bill>[1] | null, number | null, object | undefined]>([
    ['that is active', { status: 'active' }, null, null, undefined],
    ['that is paused', { status: 'paused', due: soon, resumesAt: soon }, null, null, undefined],
    [
      'that is past due: the bill is dropped',
      { status: 'past_due', due: soon, newMethod: 1 },
      { status: 'open', asking: 0, again: soon },
      null,
      { status: 'dropped', asking: 0, again: null },
    ],
    [
      'that is unpaid: the bill is dropped',
      { status: 'unpaid', due: null },
      { status: 'unpaid', asking: 0, again: null },
      null,
      { status: 'dropped', asking: 0, again: null },
    ],
    [
      'that is being charged: the charge finishes',
      { status: 'active', due: soon },
      { status: 'open', asking: 1, again: soon },
      soon,
      { status: 'open', asking: 1, again: soon },
    ],
    [
      'that was paid: the bill stays',
      { status: 'active', due: soon },
      { status: 'paid', asking: 0, again: null },
      null,
      { status: 'paid', asking: 0, again: null },
    ],
  ])('%s', async (_what, columns, billed, due, then) => {
    const { customer } = await newWallet(1)
    const id = await subscribe(customer, { ...columns })
    if (billed !== null) await bill(id, billed)
    const before = await shop.subscriptionRow(id)
    const started = Date.now()
    expect((await deleteCustomer(customer)).status).toBe(200)
    const row = await shop.subscriptionRow(id)
    expect(row).toMatchObject({ status: 'canceled', due, newMethod: 0, resumesAt: null })
    expect(row['canceled']).toBeGreaterThanOrEqual(started)
    expect(row['version']).toBe(before['version'] + 1)
    expect(await billRow(id)).toEqual(then)
  })

  test.each(['completed', 'canceled'])('but not one that is %s', async (status) => {
    const [one, other] = [await newWallet(1), await newWallet(1)]
    const ended = await subscribe(one.customer, { status, due: null, canceled: status === 'canceled' ? 5 : null })
    const others = await subscribe(other.customer)
    const before = [await shop.subscriptionRow(ended), await shop.subscriptionRow(others)]
    expect((await deleteCustomer(one.customer)).status).toBe(200)
    expect([await shop.subscriptionRow(ended), await shop.subscriptionRow(others)]).toEqual(before)
  })
})

describe('whose customer it is', () => {
  const attempts: Readonly<Record<string, (id: string) => Promise<Answered>>> = {
    changes: (id) => putCustomer(id, { firstName: 'Ada' }),
    deletes: deleteCustomer,
  }

  test.each(Object.entries(attempts))(
    'is not told to who %s: unknown, foreign, of the other mode and gone are one answer',
    async (_what, attempt) => {
      const [foreign, live, gone] = [await otherShop.newCustomer(), await liveShop.newCustomer(), await newCustomer()]
      await deleteCustomer(gone)
      const bytes = new Set<string>()
      for (const id of [unknown, foreign, live, gone]) {
        const answer = await attempt(id)
        expect(answer.status).toBe(404)
        bytes.add(answer.text.replace(answer.json.requestId, ''))
      }
      expect(bytes.size).toBe(1)
      expect((await otherShop.readCustomer(foreign)).status).toBe(200)
      expect((await liveShop.readCustomer(live)).status).toBe(200)
    },
  )

  test.each(['abcdefg', 'a'.repeat(65), 'abcd_efgh'])('%s is no id', async (id) => {
    for (const attempt of [
      ...Object.values(attempts),
      readCustomer,
      (one: string) => shop.addEntry(one, 'test-visa-4242'),
    ]) {
      const answer = await attempt(id)
      expect([answer.status, errorsOf(answer)]).toEqual([400, [['id_invalid', 'Customer']]])
    }
    expect((await shop.listWallet(id)).json).toMatchObject({ status: 400, title: 'Id invalid' })
  })
})

test('each operation is one round trip beside that of the key', async () => {
  const { customer } = await newWallet(1)
  const answers = [
    await call('GET', '/v1/customers'),
    await call('GET', `/v1/customers?pageSize=1&cursor=${customer}`),
    await putCustomer(customer, { firstName: 'Ada' }),
    await deleteCustomer(customer),
  ]
  expect(answers.map(({ status, d1 }) => [status, d1])).toEqual(answers.map(() => [200, 2]))
})

test('nothing in any answer is a card number, and nothing in a row', async () => {
  const own = await createMerchant()
  const from = worker.log.length
  const answers: Answered[] = []
  const by = worker.as(own.secretKey)
  const kept = keeping(own, async (...request) => {
    const answer = await by(...request)
    answers.push(answer)
    return answer
  })
  const number = '4539148803436467'
  const customer = await kept.newCustomer(everything)
  for (let n = 0; n < 3; n++) await kept.addEntry(customer, await kept.tokenize(number))
  const [entry, other] = (await kept.listWallet(customer)).json.wallet.map(({ id }: { id: string }) => id)
  await kept.putEntry(customer, entry, { default: true })
  await kept.deleteEntry(customer, entry)
  await kept.pay({ wallet: entry })
  await kept.pay({ wallet: other })
  await kept.putCustomer(customer, { company: 'Other' })
  await kept.call('GET', '/v1/customers')
  await kept.deleteCustomer(customer)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(12)
  const seen = JSON.stringify([
    await vaultOf(own),
    answers.map(({ text, headers }) => [text, [...headers]]),
    worker.log.slice(from),
  ])
  expect(seen).toContain('************6467')
  for (const secret of [number, number.slice(0, -4)]) expect(seen).not.toContain(secret)
})
