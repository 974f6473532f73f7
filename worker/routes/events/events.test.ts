import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { event as eventSchema, kindOf } from '#contract/events/events'
import { Database } from '../../store/sql/database.ts'
import { deleteOldEvents } from '../../store/events/events.ts'
import { bindings } from '../../testing/bindings.ts'
import { eventsOf } from '../../testing/events.ts'
import type { Answered, Call, Merchant } from '../../testing/merchant.ts'
import { byCard } from '../../testing/merchant.ts'
import { startReceivers } from '../../testing/receivers.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const hour = 3_600_000
const day = 24 * hour
const iso = (ms: number) => new Date(ms).toISOString()

const { open, as, clock, sweep } = startReceivers()

type Opened = Awaited<ReturnType<typeof open>>

const page = (call: Call, query = '') => call('GET', `/v1/events${query}`)
const list = async (call: Call, query = ''): Promise<any[]> => (await page(call, query)).json.events
const attempts = async (call: Call, id: string): Promise<any[]> =>
  (await call('GET', `/v1/events/${id}/attempts`)).json.deliveries
const replay = (call: Call, id: string, body: object = {}) => call('POST', `/v1/events/${id}/replay`, { body })
const refusalOf = ({ status, json }: Answered) => [status, json.errors[0].type, json.errors[0].message.field]

const customer = async (call: Call): Promise<string> =>
  (await call('POST', '/v1/customers', { body: {} })).json.customers[0].id
const rename = (call: Call, id: string, firstName: string) =>
  call('PUT', `/v1/customers/${id}`, { body: { firstName } })

/** A shop in which something has happened: a customer twice, a payment, its capture. */
const shopWithEvents = async () => {
  const shop = await open()
  const { call } = shop
  const id = await customer(call)
  clock.advance(1000)
  await rename(call, id, 'Ada')
  clock.advance(1000)
  const { transactionId } = (await call('POST', '/v1/transactions/authorize', { body: byCard() })).json
  clock.advance(1000)
  await call('POST', '/v1/transactions/capture', { body: { transactionId } })
  return { ...shop, customer: id, transactionId: transactionId as string }
}

const types = (events: readonly any[]): string[] => events.map(({ type }) => type)
const happened = ['transaction.captured', 'transaction.authorized', 'customer.updated', 'customer.created']

/** Walks a list by the links of its pages. */
const walk = async (call: Call, query: string): Promise<any[][]> => {
  const pages: any[][] = []
  let next: string | undefined = `/v1/events${query}`
  while (next !== undefined) {
    const { json, headers } = await call('GET', next)
    pages.push(json.events)
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  return pages
}

describe('the list of events', () => {
  test('has what happened, newest first, each as it is delivered and as a read of it answers', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    const id = await customer(shop.call)
    await rename(shop.call, id, 'Ada')
    await inbox.hears(2)
    const answer = await page(shop.call)
    expect(answer.status).toBe(200)
    const { events } = answer.json
    expect(events).toEqual(inbox.events().toReversed())
    expect(events.map(({ sequence }: any) => sequence)).toEqual([2, 1])
    for (const event of events) {
      const read = await shop.call('GET', `/v1/events/${event.id}`)
      expect([read.status, read.json.event]).toEqual([200, event])
      expect(() => v.parse(eventSchema(), event)).not.toThrow()
    }
    expect(events[0].requestId).toMatch(/^[0-9a-f]{32}$/)
    expect(answer.headers.has('x-total-count')).toBe(false)
  })

  test.each<[string, string[]]>([
    ['', happened],
    ['?kind=0', ['transaction.authorized']],
    ['?kind=5', ['customer.updated', 'customer.created']],
    ['?kind=1,0', ['transaction.captured', 'transaction.authorized']],
    ['?kind=2', []],
    ['?type=customer.created', ['customer.created']],
    ['?type=customer.created,transaction.captured', ['transaction.captured', 'customer.created']],
    ['?kind=5&type=customer.created,transaction.captured', ['customer.created']],
    ['?kind=0&type=customer.created', []],
    ['?colour=blue', happened],
  ])('%j has %j', async (query, expected) => {
    const { call } = await shopWithEvents()
    expect(types(await list(call, query))).toEqual(expected)
  })

  test('begins where it is asked to: at a time, not after it', async () => {
    const { call } = await shopWithEvents()
    const [, authorized] = await list(call)
    const since = (ms: number) => list(call, `?since=${encodeURIComponent(iso(ms))}`)
    const at = Date.parse(authorized.timestamp)
    expect(types(await since(at))).toEqual(happened.slice(0, 2))
    expect(types(await since(at + 1))).toEqual(happened.slice(0, 1))
    expect(types(await list(call, `?since=${encodeURIComponent(iso(at))}&kind=1`))).toEqual(['transaction.captured'])
    expect(await since(clock.now() + hour)).toEqual([])
    expect(types(await list(call, '?since=2020-01-01'))).toEqual(happened)
  })

  test('goes on by its links, each of which asks the same, whatever happens meanwhile', async () => {
    const { call } = await shopWithEvents()
    const all = await list(call)
    const pages = await walk(call, '?pageSize=3')
    expect(pages.map(({ length }) => length)).toEqual([3, 1])
    expect(pages.flat()).toEqual(all)
    const filtered = await walk(
      call,
      '?pageSize=1&kind=5,1&since=2020-01-01&type=customer.created,transaction.captured',
    )
    expect(filtered.map(types)).toEqual([['transaction.captured'], ['customer.created']])

    const first = await page(call, '?pageSize=2')
    const [, next] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)!
    await customer(call)
    expect((await call('GET', next!)).json.events).toEqual(all.slice(2))
  })

  test('has pages with numbers, and nothing after the last', async () => {
    const { call } = await shopWithEvents()
    const all = await list(call)
    for (const number of [1, 2, 3, 4]) {
      const answer = await page(call, `?pageNumber=${number}&pageSize=1`)
      expect(answer.json.events).toEqual([all[number - 1]])
      expect(/rel="prev"/.test(answer.headers.get('link')!)).toBe(number > 1)
      expect(/rel="next"/.test(answer.headers.get('link')!)).toBe(number < 4)
    }
    expect(await list(call, '?pageNumber=5&pageSize=1')).toEqual([])
    expect(await list(call, '?page=2147483647&limit=100')).toEqual([])
  })

  test('is of one account in one mode', async () => {
    const [one, other] = [await shopWithEvents(), await open()]
    const live = as((await one.merchant.issue('sk', { mode: 'live' })).key)
    expect(await list(other.call)).toEqual([])
    expect(await list(live)).toEqual([])
    await customer(live)
    expect(await list(live)).toMatchObject([{ live: true, type: 'customer.created' }])
    expect(types(await list(one.call))).toEqual(happened)
    const [event] = await list(one.call)
    for (const stranger of [live, other.call]) {
      expect(refusalOf(await page(stranger, `?cursor=${event.id}`))).toEqual([400, 'query_invalid', 'cursor'])
      for (const answer of [
        await stranger('GET', `/v1/events/${event.id}`),
        await stranger('GET', `/v1/events/${event.id}/attempts`),
        await replay(stranger, event.id),
      ])
        expect(refusalOf(answer)).toEqual([404, 'not_found', null])
    }
  })

  test.each([
    ['kind=7', 'kind'],
    ['kind=', 'kind'],
    ['kind=0,', 'kind'],
    ['kind=0,0x1', 'kind'],
    ['kind=authorization', 'kind'],
    ['type=customer.exploded', 'type'],
    ['type=', 'type'],
    ['since=yesterday', 'since'],
    ['since=2026-02-30', 'since'],
    ['pageNumber=0', 'pageNumber'],
    ['pageSize=101', 'pageSize'],
    ['pageSize=10&limit=10', 'limit'],
    ['cursor=evt-nothing', 'cursor'],
    ['cursor=%27', 'cursor'],
  ])('asked for by %j refuses', async (query, field) => {
    const { call } = await open()
    expect(refusalOf(await page(call, `?${query}`))).toEqual([400, 'query_invalid', field])
  })
})

describe('the attempts of an event', () => {
  test('are shown for each webhook that was to be told of it', async () => {
    const shop = await open()
    const [takes, fails, others] = [
      await shop.receive({ subscribedEvents: [5] }),
      await shop.receive(),
      await shop.receive({ subscribedEvents: [0] }),
    ]
    fails.answer(503)
    await customer(shop.call)
    await takes.hears(1)
    await fails.hears(1)
    const [{ id }] = await list(shop.call)
    const of = async (inbox: { id: string }) => (await attempts(shop.call, id)).find((one) => one.webhook === inbox.id)
    await expect.poll(async () => (await of(takes))?.state, { timeout: 10_000 }).toBe('delivered')
    await expect.poll(async () => (await of(fails))?.attempts.length, { timeout: 10_000 }).toBe(1)
    const at = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/)
    expect(await of(takes)).toEqual({
      webhook: takes.id,
      url: takes.url,
      state: 'delivered',
      next: null,
      attempts: [{ at, status: 204, tookMs: expect.any(Number) }],
    })
    expect(await of(fails)).toEqual({
      webhook: fails.id,
      url: fails.url,
      state: 'pending',
      next: at,
      attempts: [{ at, status: 503, tookMs: expect.any(Number) }],
    })
    expect(await of(others)).toBeUndefined()
    expect(await attempts(shop.call, id)).toHaveLength(2)
  })

  test('are none where nobody was to be told, and not found where there is no such event', async () => {
    const { call } = await open()
    await customer(call)
    const [{ id }] = await list(call)
    expect(await attempts(call, id)).toEqual([])
    const unknown = `evt-${crypto.randomUUID()}`
    for (const answer of [
      await call('GET', `/v1/events/${unknown}`),
      await call('GET', `/v1/events/${unknown}/attempts`),
      await replay(call, unknown),
    ])
      expect(refusalOf(answer)).toEqual([404, 'not_found', null])
    expect(refusalOf(await call('GET', '/v1/events/short'))).toEqual([400, 'id_invalid', 'Event'])
  })
})

/** Three webhooks, and an event of kind 5 that each has been told of, as far as it is. */
const told = async () => {
  const shop = await open()
  const [all, kind, others] = [
    await shop.receive(),
    await shop.receive({ subscribedEvents: [5] }),
    await shop.receive({ subscribedEvents: [0, 1] }),
  ]
  await customer(shop.call)
  await all.hears(1)
  await kind.hears(1)
  const [{ id }] = await list(shop.call)
  return { ...shop, all, kind, others, id: id as string }
}

describe('an event that is delivered once more', () => {
  test('goes to all that are enabled and subscribed to its kind', async () => {
    const { call, all, kind, others, id } = await told()
    await call('PUT', `/v1/webhook/${kind.id}`, { body: { enabled: false } })
    const answer = await replay(call, id)
    expect([answer.status, answer.json.webhooks]).toEqual([200, [all.id]])
    await all.hears(2)
    expect(new Set(all.events().map((event) => event.id))).toEqual(new Set([id]))
    await call('PUT', `/v1/webhook/${kind.id}`, { body: { enabled: true } })
    expect(new Set((await replay(call, id)).json.webhooks)).toEqual(new Set([all.id, kind.id]))
    await kind.hears(2)
    expect(others.heard).toEqual([])
  })

  test('goes to the one that is named, whatever it is subscribed to', async () => {
    const { call, all, others, id } = await told()
    expect((await replay(call, id, { webhook: others.id })).json.webhooks).toEqual([others.id])
    await others.hears(1)
    expect(others.events()[0].id).toBe(id)
    expect(all.heard).toHaveLength(1)
    expect((await replay(call, id, { webhook: null })).json.webhooks).toHaveLength(2)
  })

  test('goes to nobody where there is nobody', async () => {
    const { call } = await open()
    await customer(call)
    const [{ id }] = await list(call)
    expect((await replay(call, id)).json).toMatchObject({ webhooks: [], errors: null })
  })

  test('goes to no webhook that is disabled, unknown, of another account or of the other mode', async () => {
    const { merchant, call, kind, id } = await told()
    await call('PUT', `/v1/webhook/${kind.id}`, { body: { enabled: false } })
    expect(refusalOf(await replay(call, id, { webhook: kind.id }))).toEqual([409, 'webhook_disabled', null])
    const live = as((await merchant.issue('sk', { mode: 'live' })).key)
    const registration = { url: 'https://shop.example/', enabled: true, subscribedEvents: null }
    const strangers = [
      (await (await open()).call('POST', '/v1/webhook', { body: registration })).json.webhook.id,
      (await live('POST', '/v1/webhook', { body: registration })).json.webhook.id,
      crypto.randomUUID(),
    ]
    for (const webhook of strangers)
      expect(refusalOf(await replay(call, id, { webhook }))).toEqual([400, 'webhook_not_found', 'webhook'])
    expect(refusalOf(await replay(call, id, { webhook: 'short' }))).toEqual([400, 'length_invalid', 'webhook'])
    expect(kind.heard).toHaveLength(1)
  })
})

const age = (merchant: Merchant, ms: number) =>
  merchant.run(
    `UPDATE events SET at = at - ?2, id = 'evt-' || substr(printf('%012x', at - ?2), 1, 8) || '-' ||
            substr(printf('%012x', at - ?2), 9) || substr(id, 18)
     WHERE account = ?1`,
    merchant.id,
    ms,
  )
const positions = async (merchant: Merchant): Promise<number[]> =>
  (await merchant.rows('SELECT position FROM events WHERE account = ? ORDER BY position', merchant.id)).map(
    ({ position }) => Number(position),
  )
const newest = async ({ merchant }: Opened) =>
  Number((await merchant.rows('SELECT max(position) AS newest FROM events'))[0]?.['newest'])

describe('events are forgotten', () => {
  // Sweeps see the whole shard, so each test begins with nothing that is old, whatever other tests have left.
  beforeEach(async () => {
    await bindings.DB_00.prepare('DELETE FROM events WHERE at < ? AND position < (SELECT max(position) FROM events)')
      .bind(Date.now() - 20 * day)
      .run()
  })

  test('after 30 days, not before', async () => {
    const shop = await open()
    await customer(shop.call)
    await age(shop.merchant, 30 * day - hour)
    const other = await open()
    await customer(other.call)
    await sweep()
    expect(types(await list(shop.call))).toEqual(['customer.created'])
    await age(shop.merchant, 2 * hour)
    await sweep()
    expect(await list(shop.call)).toEqual([])
    expect(types(await list(other.call))).toEqual(['customer.created'])
  })

  test('and what happens then is numbered on, and has positions that none had before', async () => {
    const shop = await open()
    const id = await customer(shop.call)
    await rename(shop.call, id, 'Ada')
    const before = await positions(shop.merchant)
    await age(shop.merchant, 40 * day)
    await sweep()
    expect((await positions(shop.merchant)).length).toBeLessThan(2)
    await rename(shop.call, id, 'Grace')
    await customer(shop.call)
    const events = await list(shop.call)
    const changes = events.filter(({ data }) => data.customer.id === id && data.customer.firstName === 'Grace')
    expect(changes.map(({ sequence }) => sequence)).toEqual([3])
    expect(Math.min(...(await positions(shop.merchant)).slice(-2))).toBeGreaterThan(Math.max(...before))

    // Once more, so that the count that was kept is itself counted on.
    await age(shop.merchant, 40 * day)
    await sweep()
    await rename(shop.call, id, 'Edith')
    const [last] = await list(shop.call)
    expect([last.data.customer.firstName, last.sequence]).toEqual(['Edith', 4])
  })

  test('but never the newest of all, so that its position does not come twice', async () => {
    const shop = await open()
    await customer(shop.call)
    await customer(shop.call)
    await age(shop.merchant, 40 * day)
    const last = await newest(shop)
    await sweep()
    expect(await newest(shop)).toBe(last)
    expect(await positions(shop.merchant)).toEqual([last])
    await customer((await open()).call)
    expect(await newest(shop)).toBe(last + 1)
    await sweep()
    expect(await positions(shop.merchant)).toEqual([])
  })

  test('by the clock of the account', async () => {
    const shop = await open()
    await customer(shop.call)
    await customer((await open()).call)
    const advance = (seconds: number) => shop.call('POST', '/v1/testclock/advance', { body: { seconds } })
    await advance((29 * day) / 1000)
    expect(types(await list(shop.call))).toEqual(['customer.created'])
    await advance((2 * day) / 1000)
    expect(await list(shop.call)).toEqual([])
  })

  test('a bounded number at a time, the oldest first, and of an event that is gone nothing is found', async () => {
    const shop = await open()
    for (let count = 0; count < 3; count++) {
      await customer(shop.call)
      clock.advance(1000)
    }
    const [, second, first] = await list(shop.call)
    await customer((await open()).call)
    const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })
    const forget = (limit: number) =>
      deleteOldEvents({ database, of: 'testAccount', account: shop.merchant.id }, clock.now(), limit)
    expect(await forget(1)).toBe(1)
    expect((await shop.call('GET', `/v1/events/${first.id}`)).status).toBe(404)
    expect((await shop.call('GET', `/v1/events/${second.id}`)).status).toBe(200)
    expect(refusalOf(await page(shop.call, `?cursor=${first.id}`))).toEqual([400, 'query_invalid', 'cursor'])
    expect(await forget(10)).toBe(2)
    expect(await forget(10)).toBe(0)
  })
})

test('the whole list is what the account’s rows say', async () => {
  const { merchant, call } = await shopWithEvents()
  const shown = await eventsOf(merchant)
  expect((await list(call)).toReversed()).toEqual(JSON.parse(JSON.stringify(shown)))
  for (const { type, kind } of shown) expect(kind).toBe(kindOf(type))
})
