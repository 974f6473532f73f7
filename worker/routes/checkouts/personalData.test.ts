import * as v from 'valibot'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { exportCustomer } from '#contract/customers/customerData'
import { bindings } from '../../testing/bindings.ts'
import { cards, expectOk, checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import type { CheckoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import { card } from '../../testing/merchant.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

// Sweeps log a summary.
vi.spyOn(console, 'log').mockReturnValue()
afterAll(resetTestClocks)
afterAll(() => vi.restoreAllMocks())

/** In seconds. */
const day = 86_400

/** A word that all data of one person contains. */
const newMarker = () => `M${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`

const addressWith = (marker: string) => ({
  name: `Ann ${marker}`,
  line1: `line1 ${marker}`,
  line2: `line2 ${marker}`,
  city: `city ${marker}`,
  state: `state ${marker}`,
  postalCode: marker,
  country: 'US',
})

/** The body of a checkout with the marker in every personal member. */
const bodyWith = (marker: string, customer?: string) => ({
  items: [{ name: 'Cup', price: 5, imageUrl: `https://shop.example/${marker}.jpg` }],
  invoiceInfo: { number: 'INV-1' },
  collectShipping: true,
  thankYouUrl: `https://shop.example/${marker}`,
  cancelUrl: `https://shop.example/cart/${marker}`,
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
const answersWith = (marker: string) => ({
  email: `${marker}@typed.example`,
  save: true,
  shipTo: { ...addressWith(marker), country: 'AG' },
  billTo: { ...addressWith(marker), country: 'AG' },
  fields: { note: `response ${marker}` },
})

/** A checkout with all personal data and a declined first attempt, paid by a second attempt or not. */
const newCheckout = async (
  { make, shopper }: CheckoutApiFixture,
  marker: string,
  { paid, customer }: { paid: boolean; customer?: string },
) => {
  const id = await make(bodyWith(marker, customer))
  const { nonce } = (await shopper.open(id)).data!
  const answers = answersWith(marker)
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

/** Tables and columns whose rows contain a word. */
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

const shop = await checkoutApiFixture()
const exported = async (customer: string) => expectOk(shop.call('GET', `/v1/customers/${customer}/export`))
const erase = async (customer: string) =>
  expect(await expectOk(shop.call('POST', `/v1/customers/${customer}/erase`))).toMatchObject({ complete: true })

const withoutPrefill = ({ prefill: _prefill, ...checkout }: Readonly<Record<string, unknown>>) => checkout

describe('export of a customer with checkouts', () => {
  test('customer export has the customer’s checkouts with their prefill, and the payment of every attempt', async () => {
    const marker = newMarker()
    const customer = await shop.createCustomer()
    const paid = await newCheckout(shop, marker, { paid: true, customer })
    const open = await newCheckout(shop, marker, { paid: false, customer })
    await newCheckout(shop, newMarker(), { paid: true })
    const json = await exported(customer)
    expect(v.is(v.strictObject(exportCustomer.response.entries), json)).toBe(true)
    const prefill = { email: `${marker}@known.example`, address: addressWith(marker) }
    expect(json.checkouts).toEqual([
      expect.objectContaining({ id: open, status: 'open', prefill }),
      expect.objectContaining({ id: paid, status: 'completed', prefill }),
    ])
    expect(await shop.read(paid)).toMatchObject(withoutPrefill(json.checkouts[1]))
    expect(json.transactions.map(({ status }: any) => status).toSorted()).toEqual(['captured', 'declined', 'declined'])
    for (const { order } of json.transactions) expect(order.email).toBe(`${marker}@typed.example`)
  })
})

describe('erasure of a customer with checkouts', () => {
  test.each([
    ['named by the merchant', true],
    ['created by the payment', false],
  ])(
    'erasing a customer %s removes the personal data of its checkouts and retains the sales',
    async (_origin, named) => {
      const marker = newMarker()
      const knownCustomer = named ? await shop.createCustomer() : undefined
      const id = await newCheckout(shop, marker, { paid: true, ...(knownCustomer && { customer: knownCustomer }) })
      const others =
        knownCustomer === undefined ? [] : [await newCheckout(shop, marker, { paid: false, customer: knownCustomer })]
      const otherMarker = newMarker()
      await newCheckout(shop, otherMarker, { paid: true })
      const { customer, transactionId } = await shop.read(id)
      expect(await tracesOf(marker)).toEqual(
        expect.arrayContaining(['checkouts.offer', 'checkoutTries.email', 'transactions.orderData']),
      )
      const otherTraces = await tracesOf(otherMarker)

      await erase(customer)
      expect(await tracesOf(marker)).toEqual([])
      expect(await tracesOf(otherMarker)).toEqual(otherTraces)
      expect(await shop.read(id)).toMatchObject({ status: 'completed', total: 5, transactionId, metadata: null })
      const { order, amountCaptured, payment } = await shop.transaction(transactionId)
      expect([amountCaptured, payment.accountNumber]).toEqual([5, null])
      expect(order).toMatchObject({ referenceObject: id, total: 5, lines: [{ description: 'Cup' }] })
      // The page still shows the payment, without personal data.
      const { status, html } = await shop.shopper.open(id)
      expect([status, html.includes(transactionId), html.includes('INV-1')]).toEqual([200, true, true])
      expect(html).not.toMatch(/null|undefined/)
      for (const other of others)
        expect(await shop.read(other)).toMatchObject({ status: 'canceled', reason: 'merchant' })
    },
  )
})

/** Columns of checkouts alone, since a declined attempt remains a payment. */
const checkoutTraces = async (word: string) => (await tracesOf(word)).filter((where) => where.startsWith('checkout'))

describe('retention of unpaid checkouts', () => {
  test('personal data of an unpaid checkout is redacted 90 days after its expiry; that of a paid one stays', async () => {
    const open = await checkoutApiFixture()
    const [unpaid, paid, canceled] = [newMarker(), newMarker(), newMarker()]
    const id = await newCheckout(open, unpaid, { paid: false })
    await newCheckout(open, paid, { paid: true })
    await open.cancel(await newCheckout(open, canceled, { paid: false }))
    const traces = ['checkoutTries.email', 'checkouts.offer']
    await open.advance(91 * day - 60)
    for (const marker of [unpaid, paid, canceled]) expect(await checkoutTraces(marker)).toEqual(traces)
    await open.advance(120)
    expect(await checkoutTraces(unpaid)).toEqual([])
    expect(await checkoutTraces(canceled)).toEqual([])
    expect(await checkoutTraces(paid)).toEqual(traces)
    expect(await open.read(id)).toMatchObject({ status: 'expired', total: 5 })
    expect((await open.shopper.open(id)).status).toBe(200)
  })

  test('a sweep redacts more expired checkouts than one statement does, and finds them by an index', async () => {
    const open = await checkoutApiFixture()
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
    expect(await due()).toBe(250)
    await open.worker.sweep()
    expect(await due()).toBe(0)
    const [plan] = await open.merchant.rows(
      "EXPLAIN QUERY PLAN SELECT id FROM checkouts WHERE account = 'a' AND mode = 'test' AND forget <= 5 ORDER BY forget, id LIMIT 200",
    )
    expect(plan?.['detail']).toContain('checkoutsToForget')
    await bindings.DB_00.prepare("DELETE FROM checkouts WHERE account = ? AND id LIKE '010000%'")
      .bind(open.merchant.id)
      .run()
  })
})
