import * as v from 'valibot'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { exportCustomer } from '#contract/customers/customerData'
import { bindings } from '../../testing/bindings.ts'
import { cards, ok, openShop } from '../../testing/fixtures/checkoutApiFixture.ts'
import type { Shop } from '../../testing/fixtures/checkoutApiFixture.ts'
import { card } from '../../testing/merchant.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

/** What a checkout knows of a person: given out, erased with its customer, and forgotten where nobody paid. */

// What a sweep did.
vi.spyOn(console, 'log').mockReturnValue()
afterAll(resetTestClocks)
afterAll(() => vi.restoreAllMocks())

/** In seconds. */
const day = 86_400

/** A word that stands in everything that is said of one person. */
const markerOf = () => `M${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`

const addressOf = (marker: string) => ({
  name: `Ann ${marker}`,
  line1: `line1 ${marker}`,
  line2: `line2 ${marker}`,
  city: `city ${marker}`,
  state: `state ${marker}`,
  postalCode: marker,
  country: 'US',
})

/** All that can be said of a person in a checkout, by its merchant and by its shopper. */
const offerOf = (marker: string, customer?: string) => ({
  items: [{ name: 'Cup', price: 5 }],
  invoiceInfo: { number: 'INV-1' },
  collectShipping: true,
  thankYouUrl: `https://shop.example/${marker}`,
  customerDefinedField: { note: `note ${marker}`, number: { type: 'hidden', value: `number ${marker}` } },
  customerInfo: {
    name: `Ann ${marker}`,
    email: `${marker}@known.example`,
    address: `line1 ${marker}`,
    address2: `line2 ${marker}`,
    city: `city ${marker}`,
    state: `state ${marker}`,
    zip: marker,
    country: 'US',
    ...(customer !== undefined && { id: customer }),
  },
})
const answersOf = (marker: string) => ({
  email: `${marker}@typed.example`,
  save: true,
  shipTo: addressOf(marker),
  billTo: addressOf(marker),
  fields: { note: `answer ${marker}` },
})

/** A checkout with all of that, whose first try was declined; paid by a second one, or not. */
const makeFull = async (
  { make, shopper }: Shop,
  marker: string,
  { paid, customer }: { paid: boolean; customer?: string },
) => {
  const id = await make(offerOf(marker, customer))
  const { nonce } = (await shopper.open(id)).data!
  const answers = answersOf(marker)
  const declined = await shopper.pay(id, nonce, {
    payment: { creditCard: card(cards.declined, { nameOnCard: `Ann ${marker}` }) },
    answers,
  })
  expect(declined.json).toMatchObject({ status: 'open', declined: 'declined' })
  if (paid) expect((await shopper.pay(id, declined.json.nonce, { answers })).json.status).toBe('completed')
  return id
}

/** Every column of every table. */
const columns = (
  await bindings.DB_00.prepare(
    `SELECT tables.name AS "table", columns.name AS "column" FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
     WHERE tables.type = 'table' AND tables.name NOT LIKE '\\_cf%' ESCAPE '\\'`,
  ).all<{ table: string; column: string }>()
).results

/** Where in the database a word stands: table and column. */
const tracesOf = async (word: string): Promise<string[]> => {
  const byTable = [...Map.groupBy(columns, ({ table }) => table)]
  const counted = await bindings.DB_00.batch<Record<string, number>>(
    byTable.map(([table, ofTable]) => {
      const counts = ofTable.map(
        ({ column }) => `sum(instr(coalesce("${column}", ''), ?1) > 0) AS "${table}.${column}"`,
      )
      return bindings.DB_00.prepare(`SELECT ${counts.join(', ')} FROM "${table}"`).bind(word)
    }),
  )
  return counted
    .flatMap(({ results: [row] }) => Object.entries(row ?? {}))
    .flatMap(([where, count]) => (count > 0 ? [where] : []))
    .toSorted()
}

const shop = await openShop()
const exported = async (customer: string) => ok(shop.call('GET', `/v1/customers/${customer}/export`))
const erase = async (customer: string) =>
  expect(await ok(shop.call('POST', `/v1/customers/${customer}/erase`))).toMatchObject({ complete: true })

describe('an export', () => {
  test('has the customer’s checkouts with what was known of the shopper, and every try', async () => {
    const marker = markerOf()
    const customer = await shop.createCustomer()
    const paid = await makeFull(shop, marker, { paid: true, customer })
    const open = await makeFull(shop, marker, { paid: false, customer })
    await makeFull(shop, markerOf(), { paid: true })
    const json = await exported(customer)
    expect(v.is(v.strictObject(exportCustomer.answer.entries), json)).toBe(true)
    const { requestId: _id, errors: _errors, ...shown } = await shop.read(paid)
    const prefill = { email: `${marker}@known.example`, address: addressOf(marker) }
    expect(json.checkouts).toEqual([
      expect.objectContaining({ id: open, status: 'open', prefill }),
      { ...shown, prefill },
    ])
    expect(json.transactions.map(({ status }: any) => status).toSorted()).toEqual(['captured', 'declined', 'declined'])
    for (const { order } of json.transactions) expect(order.email).toBe(`${marker}@typed.example`)
  })
})

describe('an erasure', () => {
  test.each([
    ['whom the merchant named', true],
    ['whom the payment made', false],
  ])('of a customer %s leaves nothing of the person in any table, and the sale stays', async (_name, named) => {
    const marker = markerOf()
    const known = named ? await shop.createCustomer() : undefined
    const id = await makeFull(shop, marker, { paid: true, ...(known && { customer: known }) })
    const others = known === undefined ? [] : [await makeFull(shop, marker, { paid: false, customer: known })]
    const neighbour = markerOf()
    await makeFull(shop, neighbour, { paid: true })
    const { customer, transactionId } = await shop.read(id)
    expect(await tracesOf(marker)).toEqual(
      expect.arrayContaining(['checkouts.offer', 'checkoutTries.email', 'transactions.orderData']),
    )
    const kept = await tracesOf(neighbour)

    await erase(customer)
    expect(await tracesOf(marker)).toEqual([])
    expect(await tracesOf(neighbour)).toEqual(kept)
    expect(await shop.read(id)).toMatchObject({ status: 'completed', total: 5, transactionId, metadata: null })
    const { order, amountCaptured, payment } = await shop.transaction(transactionId)
    expect([amountCaptured, payment.accountNumber]).toEqual([5, null])
    expect(order).toMatchObject({ referenceObject: id, total: 5, lines: [{ description: 'Cup' }] })
    // What is still to be seen at its address says what was paid, and nothing of whom.
    const { status, html } = await shop.shopper.open(id)
    expect([status, html.includes(transactionId), html.includes('INV-1')]).toEqual([200, true, true])
    expect(html).not.toMatch(/null|undefined/)
    for (const other of others) expect(await shop.read(other)).toMatchObject({ status: 'canceled', reason: 'merchant' })
  })
})

/** The same in checkouts alone: a try that was declined stays a payment like any other. */
const ofCheckouts = async (word: string) => (await tracesOf(word)).filter((where) => where.startsWith('checkout'))

describe('a checkout that nobody paid', () => {
  test('forgets whom it was for 90 days after it has expired, not sooner; one that was paid does not', async () => {
    const open = await openShop()
    const [unpaid, paid, canceled] = [markerOf(), markerOf(), markerOf()]
    const id = await makeFull(open, unpaid, { paid: false })
    await makeFull(open, paid, { paid: true })
    await open.cancel(await makeFull(open, canceled, { paid: false }))
    const traces = ['checkoutTries.email', 'checkouts.offer']
    await open.advance(91 * day - 60)
    for (const marker of [unpaid, paid, canceled]) expect(await ofCheckouts(marker)).toEqual(traces)
    await open.advance(120)
    expect(await ofCheckouts(unpaid)).toEqual([])
    expect(await ofCheckouts(canceled)).toEqual([])
    expect(await ofCheckouts(paid)).toEqual(traces)
    expect(await open.read(id)).toMatchObject({ status: 'expired', total: 5 })
    expect((await open.shopper.open(id)).status).toBe(200)
  })

  test('is forgotten in pieces of 200, and by an index', async () => {
    const open = await openShop()
    const id = await open.make()
    await open.merchant.run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
       INSERT INTO checkouts (id, account, mode, key, origin, currency, total, offer, created, expires, forget)
       SELECT '01' || printf('%022d', i), account, mode, key, origin, currency, total, offer, created, expires, 1 + i
       FROM n CROSS JOIN checkouts WHERE id = ?`,
      id,
    )
    const due = async () =>
      (await open.merchant.rows('SELECT id FROM checkouts WHERE account = ? AND forget < 1000', open.merchant.id))
        .length
    await open.worker.sweep()
    expect(await due()).toBe(50)
    await open.worker.sweep()
    expect(await due()).toBe(0)
    const [plan] = await open.merchant.rows(
      'EXPLAIN QUERY PLAN SELECT id FROM checkouts WHERE forget <= 5 ORDER BY forget, id LIMIT 200',
    )
    expect(plan?.['detail']).toContain('checkoutsToForget')
    await bindings.DB_00.prepare("DELETE FROM checkouts WHERE account = ? AND id LIKE '010000%'")
      .bind(open.merchant.id)
      .run()
  })
})
