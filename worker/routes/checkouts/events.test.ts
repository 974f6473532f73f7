import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Processor, Reversal } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { beforePayment } from '../../testing/database/beforePayment.ts'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import { cards, checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import type { CheckoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import { eventResource, readEvents } from '../../testing/events.ts'
import { card, startWorker, testClock } from '../../testing/merchant.ts'
import { createShopper } from '../../testing/shopper.ts'
import { interceptD1 } from '../../testing/database/interceptD1.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

afterAll(resetTestClocks)

const day = 86_400

/** Events of a checkout, in order. */
const checkoutEvents = async ({ merchant }: Pick<CheckoutApiFixture, 'merchant'>, id: string) =>
  (await readEvents(merchant)).filter(({ data }) => 'checkout' in data && data.checkout.id === id)
const typesOf = async (shop: Pick<CheckoutApiFixture, 'merchant'>, id: string) =>
  (await checkoutEvents(shop, id)).map(({ type }) => type)

/** What only a GET returns: the members of the response itself, what was asked for, and the emails. */
const onlyInReads = new Set([
  'requestId',
  'errors',
  'invoiceNumber',
  'customerInfo',
  'items',
  'subtotal',
  'tax',
  'surcharge',
  'shipping',
  'discount',
  'receipts',
])

/** A checkout as a GET returns it, with the members of an event. */
const readCheckout = async ({ read }: Pick<CheckoutApiFixture, 'read'>, id: string) =>
  Object.fromEntries(Object.entries(await read(id)).filter(([name]) => !onlyInReads.has(name)))

/** A database that calls `end` before it writes the completion of a checkout. */
const withoutCompletions = (d1: D1Database, end: () => void): D1Database =>
  interceptD1(d1, {
    before: ({ sql }) => {
      if (sql.some((text) => text.startsWith('INSERT INTO checkoutCompletions'))) end()
    },
  })

/** Sweeps once a minute until a condition is true. */
const sweepUntil = async (
  { worker }: Pick<CheckoutApiFixture, 'worker'>,
  clock: { advance(ms: number): void },
  condition: () => Promise<boolean>,
): Promise<void> => {
  for (let minutes = 0; minutes < 30 && !(await condition()); minutes++) {
    clock.advance(60_000)
    await worker.sweep()
  }
}

const shop = await checkoutApiFixture()

describe('checkout events', () => {
  test('creating a checkout emits checkout.created with the checkout as a GET returns it and the request id', async () => {
    const { json } = await shop.request({ total: 26.25 })
    const [created, ...others] = await checkoutEvents(shop, json.id)
    expect(created).toMatchObject({ type: 'checkout.created', kind: 6, sequence: 1, requestId: json.requestId })
    expect(eventResource(created!)).toEqual(await readCheckout(shop, json.id))
    expect(created!.timestamp).toBe(eventResource(created!).created)
    expect(others).toEqual([])
  })

  test('paying a checkout emits checkout.completed with customer, subscription, metadata and the request id', async () => {
    const id = await shop.make({
      total: 5,
      customerDefinedField: { note: { label: 'Note' } },
      subscription: {},
      sendReceipt: false,
    })
    const { nonce } = (await shop.shopper.open(id)).data!
    const paid = await shop.shopper.pay(id, nonce, {
      answers: { email: 'ann@mail.example', fields: { note: 'round 1e400' } },
    })
    const [, completed, ...others] = await checkoutEvents(shop, id)
    expect(completed).toMatchObject({ type: 'checkout.completed', sequence: 2, requestId: paid.json.requestId })
    const checkout = eventResource(completed!)
    expect(checkout).toEqual(await readCheckout(shop, id))
    expect(checkout).toMatchObject({
      status: 'completed',
      transactionId: paid.json.transactionId,
      customer: expect.any(String),
      subscription: expect.any(String),
      metadata: { note: 'round 1e400' },
    })
    expect(others).toEqual([])
    // The first event keeps the state of its time.
    expect(eventResource((await checkoutEvents(shop, id))[0]!)).toMatchObject({
      status: 'open',
      customer: null,
      metadata: null,
    })
  })

  test('the expiry of a checkout emits one checkout.expired without a request id', async () => {
    const shop = await checkoutApiFixture()
    const id = await shop.make()
    await shop.advance(day - 60)
    expect(await typesOf(shop, id)).toEqual(['checkout.created'])
    await shop.advance(120)
    const [, expired] = await checkoutEvents(shop, id)
    expect(expired).toMatchObject({ type: 'checkout.expired', sequence: 2, requestId: null })
    expect(eventResource(expired!)).toEqual(await readCheckout(shop, id))
    expect(eventResource(expired!)).toMatchObject({ status: 'expired', transactionId: null })
    expect(expired!.timestamp).toBe(eventResource(expired!).expiresAt)
    await shop.advance(20 * day)
    expect(await typesOf(shop, id)).toEqual(['checkout.created', 'checkout.expired'])
  })

  test('the sweep emits checkout.expired in live mode', async () => {
    const clock = testClock()
    const shop = await checkoutApiFixture({ mode: 'live' }, { clock })
    const id = await shop.make()
    clock.advance(day * 1000)
    await Promise.all([shop.worker.sweep(), shop.worker.sweep()])
    expect((await checkoutEvents(shop, id)).map(({ type, live }) => [type, live])).toEqual([
      ['checkout.created', true],
      ['checkout.expired', true],
    ])
  })
})

describe('checkouts without further events', () => {
  test('creating a checkout that returns 400 emits no event', async () => {
    const { merchant, request } = await checkoutApiFixture()
    const rejected = await request({ total: 5, customerInfo: { id: crypto.randomUUID() } })
    expect(rejected.status).toBe(400)
    expect(await readEvents(merchant)).toEqual([])
  })

  test('canceling a checkout or deleting its customer emits no event, also none at its expiry', async () => {
    const shop = await checkoutApiFixture()
    const customer = await shop.createCustomer()
    const ids = [await shop.make(), await shop.make({ total: 5, customerInfo: { id: customer } })]
    expect((await shop.cancel(ids[0]!)).status).toBe(200)
    expect((await shop.call('DELETE', `/v1/customers/${customer}`)).status).toBe(200)
    await shop.advance(2 * day)
    for (const id of ids) expect(await typesOf(shop, id)).toEqual(['checkout.created'])
  })

  test('closing a checkout after ten declines emits no event', async () => {
    const shop = await checkoutApiFixture()
    const id = await shop.make()
    for (let declines = 0; declines < 10; declines++)
      await shop.shopper.openAndPay(id, { payment: { creditCard: card(cards.declined) } })
    await shop.advance(2 * day)
    expect(await shop.read(id)).toMatchObject({ status: 'canceled', reason: 'too_many_declines' })
    expect(await typesOf(shop, id)).toEqual(['checkout.created'])
  })

  test('a checkout that expired before checkout events existed emits no event', async () => {
    const shop = await checkoutApiFixture()
    const id = await shop.make()
    // The row as the migration wrote it.
    await shop.merchant.run('UPDATE checkouts SET expires = created, announceExpiry = NULL WHERE id = ?', id)
    await shop.advance(2 * day)
    expect(await typesOf(shop, id)).toEqual(['checkout.created'])
    expect((await shop.read(id)).status).toBe('expired')
  })
})

describe('paid checkouts and their expiry', () => {
  test('a paid checkout emits no checkout.expired, also after a void', async () => {
    const shop = await checkoutApiFixture()
    const [captured, voided] = [await shop.make(), await shop.make()]
    for (const id of [captured, voided]) expect((await shop.shopper.openAndPay(id)).json.status).toBe('completed')
    const { transactionId } = await shop.read(voided)
    await shop.call('POST', '/v1/transactions/void', { body: { transactionId } })
    await shop.advance(2 * day)
    for (const id of [captured, voided])
      expect(await typesOf(shop, id)).toEqual(['checkout.created', 'checkout.completed'])
  })

  test('a checkout paid just before its expiry by a worker that fails emits checkout.completed in the sweep', async () => {
    const clock = testClock()
    const shop = await checkoutApiFixture({}, { clock })
    const id = await shop.make()
    const state = { isFailing: false }
    const { d1 } = faultyDatabase(bindings.DB_00, () => (state.isFailing ? 'fails before' : 'runs'))
    const failing = withoutCompletions(d1, () => (state.isFailing = true))
    const shopper = createShopper(startWorker({ clock }, { DB_00: failing }))
    const { nonce } = (await shopper.open(id)).data!
    clock.advance(day * 1000 - 10_000)
    expect((await shopper.pay(id, nonce)).json.status).toBe('completed')
    startWorker({ clock })
    clock.advance(20_000)
    await shop.worker.sweep()
    expect(await typesOf(shop, id)).toEqual(['checkout.created'])
    clock.advance(120_000)
    await shop.worker.sweep()
    const [, completed, ...others] = await checkoutEvents(shop, id)
    expect(completed).toMatchObject({ type: 'checkout.completed', requestId: null })
    expect(eventResource(completed!)).toEqual(await readCheckout(shop, id))
    expect(others).toEqual([])
  })

  test('a checkout with an unknown outcome emits checkout.expired after the reversal', async () => {
    const simulated = simulator()
    const outcome: { reversal: Reversal } = { reversal: 'retry' }
    const processor: Processor = {
      ...simulated,
      authorize: async (_op, ref) => ({ result: 'unknown', ref, reason: 'timeout' }),
      reverse: async () => outcome.reversal,
    }
    const clock = testClock()
    const shop = await checkoutApiFixture({}, { clock, processor })
    const id = await shop.make()
    clock.advance(day * 1000 - 10_000)
    expect((await shop.shopper.openAndPay(id)).json.status).toBe('processing')
    for (let minutes = 0; minutes < 3; minutes++) {
      clock.advance(70_000)
      await shop.worker.sweep()
      expect((await shop.read(id)).status).toBe('processing')
      expect(await typesOf(shop, id)).toEqual(['checkout.created'])
    }
    outcome.reversal = 'done'
    await sweepUntil(shop, clock, async () => (await checkoutEvents(shop, id)).length > 1)
    const [, expired, ...others] = await checkoutEvents(shop, id)
    expect(eventResource(expired!)).toEqual(await readCheckout(shop, id))
    expect(others).toEqual([])
  })

  test('a checkout that emitted checkout.expired cannot be paid or canceled by a clock that is behind', async () => {
    const { d1, before } = beforePayment()
    const clock = testClock()
    const shop = await checkoutApiFixture({}, { clock }, { DB_00: d1 })
    const id = await shop.make()
    const { nonce } = (await shop.shopper.open(id)).data!
    const ahead = startWorker({ clock: { now: () => clock.now() + day * 1000 } })
    before.writing = ahead.sweep
    expect((await shop.shopper.pay(id, nonce)).json).toMatchObject({ status: 'expired' })
    expect((await shop.read(id)).status).toBe('expired')
    const canceled = await shop.cancel(id)
    expect([canceled.status, canceled.json.errors[0].type]).toEqual([409, 'checkout_closed'])
    expect(await typesOf(shop, id)).toEqual(['checkout.created', 'checkout.expired'])
  })
})
