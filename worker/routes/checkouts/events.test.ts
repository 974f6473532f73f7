import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Processor, Reversal } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import { cards, openShop } from '../../testing/fixtures/checkoutApiFixture.ts'
import type { Shop } from '../../testing/fixtures/checkoutApiFixture.ts'
import { dataOf, eventsOf } from '../../testing/events.ts'
import { card, startWorker, testClock } from '../../testing/merchant.ts'
import { shopperAt } from '../../testing/shopper.ts'
import { interceptD1 } from '../../testing/database/interceptD1.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

/** What is told of checkouts: that they were created, paid, or ran out. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

afterAll(resetTestClocks)

const day = 86_400

/** What was told of a checkout, in its order. Each fits the contract, and their numbers have no gap. */
const toldOf = async ({ merchant }: Pick<Shop, 'merchant'>, id: string) =>
  (await eventsOf(merchant)).filter(({ data }) => 'checkout' in data && data.checkout.id === id)
const typesOf = async (shop: Pick<Shop, 'merchant'>, id: string) => (await toldOf(shop, id)).map(({ type }) => type)

/** A checkout as it is read, without what is of the answer alone. */
const shownOf = async ({ read }: Pick<Shop, 'read'>, id: string) => {
  const { requestId: _requestId, errors: _errors, ...shown } = await read(id)
  return shown
}

/** A database that is gone once it is asked to write what followed from a checkout's payment. */
const withoutCompletions = (d1: D1Database, end: () => void): D1Database =>
  interceptD1(d1, {
    before: ({ sql }) => {
      if (sql.some((text) => text.startsWith('INSERT INTO checkoutCompletions'))) end()
    },
  })

/** Sweeps, a minute after the other, until it is so. */
const sweepUntil = async (
  { worker }: Pick<Shop, 'worker'>,
  clock: { advance(ms: number): void },
  isSo: () => Promise<boolean>,
): Promise<void> => {
  for (let minutes = 0; minutes < 30 && !(await isSo()); minutes++) {
    clock.advance(60_000)
    await worker.sweep()
  }
}

const shop = await openShop()

describe('a checkout is told of', () => {
  test('when it is created, as it is read, with the request that did it', async () => {
    const { json } = await shop.request({ total: 26.25 })
    const [created, ...others] = await toldOf(shop, json.id)
    expect(created).toMatchObject({ type: 'checkout.created', kind: 6, sequence: 1, requestId: json.requestId })
    expect(dataOf(created!)).toEqual(await shownOf(shop, json.id))
    expect(created!.timestamp).toBe(dataOf(created!).created)
    expect(others).toEqual([])
  })

  test('when it is paid, with what followed from that and what the shopper answered, and the request that paid', async () => {
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
    const [, completed, ...others] = await toldOf(shop, id)
    expect(completed).toMatchObject({ type: 'checkout.completed', sequence: 2, requestId: paid.json.requestId })
    const shown = dataOf(completed!)
    expect(shown).toEqual(await shownOf(shop, id))
    expect(shown).toMatchObject({
      status: 'completed',
      transactionId: paid.json.transactionId,
      customer: expect.any(String),
      subscription: expect.any(String),
      metadata: { note: 'round 1e400' },
    })
    expect(others).toEqual([])
    // What came later is not what it was then.
    expect(dataOf((await toldOf(shop, id))[0]!)).toMatchObject({ status: 'open', customer: null, metadata: null })
  })

  test('when it has run out, once, by the clock alone, at the time at which that was noticed', async () => {
    const shop = await openShop()
    const id = await shop.make()
    await shop.advance(day - 60)
    expect(await typesOf(shop, id)).toEqual(['checkout.created'])
    await shop.advance(120)
    const [, expired] = await toldOf(shop, id)
    expect(expired).toMatchObject({ type: 'checkout.expired', sequence: 2, requestId: null })
    expect(dataOf(expired!)).toEqual(await shownOf(shop, id))
    expect(dataOf(expired!)).toMatchObject({ status: 'expired', transactionId: null })
    expect(Date.parse(expired!.timestamp)).toBeGreaterThan(Date.parse(dataOf(expired!).expiresAt))
    await shop.advance(20 * day)
    expect(await typesOf(shop, id)).toEqual(['checkout.created', 'checkout.expired'])
  })

  test('in live mode, too, by the cron', async () => {
    const clock = testClock()
    const shop = await openShop({ mode: 'live' }, { clock })
    const id = await shop.make()
    clock.advance(day * 1000)
    await Promise.all([shop.worker.sweep(), shop.worker.sweep()])
    expect((await toldOf(shop, id)).map(({ type, live }) => [type, live])).toEqual([
      ['checkout.created', true],
      ['checkout.expired', true],
    ])
  })
})

describe('nothing is told', () => {
  test('of a checkout that is not made, since its customer is unknown', async () => {
    const { merchant, request } = await openShop()
    const refused = await request({ total: 5, customerInfo: { id: crypto.randomUUID() } })
    expect(refused.status).toBe(400)
    expect(await eventsOf(merchant)).toEqual([])
  })

  test('of one that was canceled, by its merchant or with its customer: not that it ran out, either', async () => {
    const shop = await openShop()
    const customer = await shop.createCustomer()
    const ids = [await shop.make(), await shop.make({ total: 5, customerInfo: { id: customer } })]
    expect((await shop.cancel(ids[0]!)).status).toBe(200)
    expect((await shop.call('DELETE', `/v1/customers/${customer}`)).status).toBe(200)
    await shop.advance(2 * day)
    for (const id of ids) expect(await typesOf(shop, id)).toEqual(['checkout.created'])
  })

  test('of one that too many declines have closed', async () => {
    const shop = await openShop()
    const id = await shop.make()
    for (let tries = 0; tries < 10; tries++)
      await shop.shopper.openAndPay(id, { payment: { creditCard: card(cards.declined) } })
    await shop.advance(2 * day)
    expect(await shop.read(id)).toMatchObject({ status: 'canceled', reason: 'too_many_declines' })
    expect(await typesOf(shop, id)).toEqual(['checkout.created'])
  })

  test('of one that ran out before anybody could hear of it', async () => {
    const shop = await openShop()
    const id = await shop.make()
    // As the migration leaves it.
    await shop.merchant.run('UPDATE checkouts SET expires = created, announceExpiry = NULL WHERE id = ?', id)
    await shop.advance(2 * day)
    expect(await typesOf(shop, id)).toEqual(['checkout.created'])
    expect((await shop.read(id)).status).toBe('expired')
  })
})

describe('a paid checkout never expires', () => {
  test('long after it was paid, nor after the money was given back', async () => {
    const shop = await openShop()
    const [kept, returned] = [await shop.make(), await shop.make()]
    for (const id of [kept, returned]) expect((await shop.shopper.openAndPay(id)).json.status).toBe('completed')
    const { transactionId } = await shop.read(returned)
    await shop.call('POST', '/v1/transactions/void', { body: { transactionId } })
    await shop.advance(2 * day)
    for (const id of [kept, returned])
      expect(await typesOf(shop, id)).toEqual(['checkout.created', 'checkout.completed'])
  })

  test('where it was paid at the last moment and whoever did it died: the sweep tells that it was paid', async () => {
    const clock = testClock()
    const shop = await openShop({}, { clock })
    const id = await shop.make()
    const state = { isDead: false }
    const { d1 } = brokenDatabase(bindings.DB_00, () => (state.isDead ? 'fails before' : 'runs'))
    const dying = withoutCompletions(d1, () => (state.isDead = true))
    const shopper = shopperAt(startWorker({ clock }, { DB_00: dying }))
    const { nonce } = (await shopper.open(id)).data!
    clock.advance(day * 1000 - 10_000)
    expect((await shopper.pay(id, nonce)).json.status).toBe('completed')
    startWorker({ clock })
    clock.advance(20_000)
    await shop.worker.sweep()
    expect(await typesOf(shop, id)).toEqual(['checkout.created'])
    clock.advance(120_000)
    await shop.worker.sweep()
    const [, completed, ...others] = await toldOf(shop, id)
    expect(completed).toMatchObject({ type: 'checkout.completed', requestId: null })
    expect(dataOf(completed!)).toEqual(await shownOf(shop, id))
    expect(others).toEqual([])
  })

  test('and one with a try of which nobody knows yet waits for that', async () => {
    const simulated = simulator()
    const answers: { reversal: Reversal } = { reversal: 'retry' }
    const processor: Processor = {
      ...simulated,
      authorize: async (_op, ref) => ({ result: 'unknown', ref, reason: 'timeout' }),
      reverse: async () => answers.reversal,
    }
    const clock = testClock()
    const shop = await openShop({}, { clock, processor })
    const id = await shop.make()
    clock.advance(day * 1000 - 10_000)
    expect((await shop.shopper.openAndPay(id)).json.status).toBe('processing')
    for (let minutes = 0; minutes < 3; minutes++) {
      clock.advance(70_000)
      await shop.worker.sweep()
      expect((await shop.read(id)).status).toBe('processing')
      expect(await typesOf(shop, id)).toEqual(['checkout.created'])
    }
    answers.reversal = 'done'
    await sweepUntil(shop, clock, async () => (await toldOf(shop, id)).length > 1)
    const [, expired, ...others] = await toldOf(shop, id)
    expect(dataOf(expired!)).toEqual(await shownOf(shop, id))
    expect(others).toEqual([])
  })

  test('and one that was announced as expired is not paid: not by a clock that is behind, nor by one that was put back', async () => {
    const before: { trying: (() => Promise<unknown>) | null } = { trying: null }
    const simulated = simulator()
    const processor: Processor = {
      ...simulated,
      prepare: async (intent) => {
        await before.trying?.()
        return simulated.prepare(intent)
      },
    }
    const clock = testClock()
    const shop = await openShop({}, { clock, processor })
    const id = await shop.make()
    const { nonce } = (await shop.shopper.open(id)).data!
    const ahead = startWorker({ clock: { now: () => clock.now() + day * 1000 } })
    before.trying = ahead.sweep
    expect((await shop.shopper.pay(id, nonce)).json).toMatchObject({ status: 'expired' })
    expect((await shop.read(id)).status).toBe('expired')
    const canceled = await shop.cancel(id)
    expect([canceled.status, canceled.json.errors[0].type]).toEqual([409, 'checkout_closed'])
    expect(await typesOf(shop, id)).toEqual(['checkout.created', 'checkout.expired'])
  })
})
