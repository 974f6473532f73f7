import * as v from 'valibot'
import { afterAll, expect, test, vi } from 'vitest'
import { event as eventSchema, kindsOf } from '#contract/events/events'
import { readEvents } from '../../testing/events.ts'
import { firstError } from '../../testing/firstError.ts'
import {
  createCustomer,
  getEventPage,
  listEvents,
  renameCustomer,
  replayEvent,
  typesOf,
} from '../../testing/fixtures/eventRequests.ts'
import { cardPayment } from '../../testing/merchant.ts'
import type { Call } from '../../testing/merchant.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const hour = 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()

const { open, as, clock } = startWebhookReceivers()

/** A shop with four events: a customer is created and updated, a payment authorized and captured. */
const shopWithEvents = async () => {
  const shop = await open()
  const { call } = shop
  const id = await createCustomer(call)
  clock.advance(1000)
  await renameCustomer(call, id, 'Ada')
  clock.advance(1000)
  const { transactionId } = (await call('POST', '/v1/transactions/authorize', { body: cardPayment() })).json
  clock.advance(1000)
  await call('POST', '/v1/transactions/capture', { body: { transactionId } })
  return { ...shop, customer: id, transactionId: transactionId as string }
}
const allTypes = ['transaction.captured', 'transaction.authorized', 'customer.updated', 'customer.created']

/** Follows the next links of a list. */
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

test('the list of events has each event as it is delivered and as a GET returns it, newest first', async () => {
  const shop = await open()
  const receiver = await shop.receive()
  const id = await createCustomer(shop.call)
  await renameCustomer(shop.call, id, 'Ada')
  await receiver.waitForDeliveries(2)
  const response = await getEventPage(shop.call)
  expect(response.status).toBe(200)
  const { events } = response.json
  expect(events).toEqual(receiver.events().toReversed())
  expect(events.map(({ sequence }: any) => sequence)).toEqual([2, 1])
  for (const event of events) {
    const read = await shop.call('GET', `/v1/events/${event.id}`)
    expect([read.status, read.json.event]).toEqual([200, event])
    expect(() => v.parse(eventSchema(), event)).not.toThrow()
  }
  expect(events[0].requestId).toMatch(/^[0-9a-f]{32}$/)
  expect(response.headers.has('x-total-count')).toBe(false)
})

test.each<[string, string[]]>([
  ['', allTypes],
  ['?kind=0', ['transaction.authorized']],
  ['?kind=5', ['customer.updated', 'customer.created']],
  ['?kind=1,0', ['transaction.captured', 'transaction.authorized']],
  ['?kind=2', []],
  ['?type=customer.created', ['customer.created']],
  ['?type=customer.created,transaction.captured', ['transaction.captured', 'customer.created']],
  ['?kind=5&type=customer.created,transaction.captured', ['customer.created']],
  ['?kind=0&type=customer.created', []],
  ['?colour=blue', allTypes],
])('GET /v1/events%s lists %j', async (query, expected) => {
  const { call } = await shopWithEvents()
  expect(typesOf(await listEvents(call, query))).toEqual(expected)
})

test('since filters events from that time on, including it', async () => {
  const { call } = await shopWithEvents()
  const [, authorized] = await listEvents(call)
  const since = (ms: number) => listEvents(call, `?since=${encodeURIComponent(iso(ms))}`)
  const at = Date.parse(authorized.timestamp)
  expect(typesOf(await since(at))).toEqual(allTypes.slice(0, 2))
  expect(typesOf(await since(at + 1))).toEqual(allTypes.slice(0, 1))
  expect(typesOf(await listEvents(call, `?since=${encodeURIComponent(iso(at))}&kind=1`))).toEqual([
    'transaction.captured',
  ])
  expect(await since(clock.now() + hour)).toEqual([])
  expect(typesOf(await listEvents(call, '?since=2020-01-01'))).toEqual(allTypes)
})

test('next links keep the filters and continue while events are added', async () => {
  const { call } = await shopWithEvents()
  const all = await listEvents(call)
  const pages = await walk(call, '?pageSize=3')
  expect(pages.map(({ length }) => length)).toEqual([3, 1])
  expect(pages.flat()).toEqual(all)
  const filtered = await walk(call, '?pageSize=1&kind=5,1&since=2020-01-01&type=customer.created,transaction.captured')
  expect(filtered.map(typesOf)).toEqual([['transaction.captured'], ['customer.created']])

  const first = await getEventPage(call, '?pageSize=2')
  const [, next] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)!
  await createCustomer(call)
  expect((await call('GET', next!)).json.events).toEqual(all.slice(2))
})

test('pages of events by number link to both neighbors, and pages beyond the last are empty', async () => {
  const { call } = await shopWithEvents()
  const all = await listEvents(call)
  for (const number of [1, 2, 3, 4]) {
    const response = await getEventPage(call, `?pageNumber=${number}&pageSize=1`)
    expect(response.json.events).toEqual([all[number - 1]])
    expect(/rel="prev"/.test(response.headers.get('link')!)).toBe(number > 1)
    expect(/rel="next"/.test(response.headers.get('link')!)).toBe(number < 4)
  }
  expect(await listEvents(call, '?pageNumber=5&pageSize=1')).toEqual([])
  expect(await listEvents(call, '?page=2147483647&limit=100')).toEqual([])
})

test('events of another account or mode are not listed and return 404', async () => {
  const [owner, other] = [await shopWithEvents(), await open()]
  const live = as((await owner.merchant.issue('sk', { mode: 'live' })).key)
  expect(await listEvents(other.call)).toEqual([])
  expect(await listEvents(live)).toEqual([])
  await createCustomer(live)
  expect(await listEvents(live)).toMatchObject([{ live: true, type: 'customer.created' }])
  expect(typesOf(await listEvents(owner.call))).toEqual(allTypes)
  const [event] = await listEvents(owner.call)
  for (const stranger of [live, other.call]) {
    expect(firstError(await getEventPage(stranger, `?cursor=${event.id}`))).toEqual([400, 'query_invalid', 'cursor'])
    for (const response of [
      await stranger('GET', `/v1/events/${event.id}`),
      await stranger('GET', `/v1/events/${event.id}/attempts`),
      await replayEvent(stranger, event.id),
    ])
      expect(firstError(response)).toEqual([404, 'not_found', null])
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
])('GET /v1/events?%s returns 400 query_invalid of %s', async (query, field) => {
  const { call } = await open()
  expect(firstError(await getEventPage(call, `?${query}`))).toEqual([400, 'query_invalid', field])
})

test('the list of events matches the stored rows of the account', async () => {
  const { merchant, call } = await shopWithEvents()
  const stored = await readEvents(merchant)
  expect((await listEvents(call)).toReversed()).toEqual(JSON.parse(JSON.stringify(stored)))
  for (const { type, kind } of stored) expect(kindsOf(type)).toContain(kind)
})

test('the list of events of a payment has the newest event of each of its operations, by the id of any of them', async () => {
  const { call, transactionId } = await shopWithEvents()
  const { operations } = (await call('GET', `/v1/transactions/${transactionId}`)).json
  for (const { transactionId: id } of operations) {
    const { json } = await call('GET', `/v1/events?transactionId=${id}`)
    expect(json.events.map(({ type }: any) => type)).toEqual(['transaction.captured', 'transaction.authorized'])
  }
  await call('POST', '/v1/batches/close')
  const settled = (await call('GET', `/v1/events?transactionId=${transactionId}`)).json.events
  expect(settled.map(({ type }: any) => type)).toEqual(['transaction.settled', 'transaction.authorized'])
  const filtered = await call('GET', `/v1/events?transactionId=${transactionId}&type=transaction.settled`)
  expect(filtered.json.events).toHaveLength(1)
  const other = await open()
  expect((await other.call('GET', `/v1/events?transactionId=${transactionId}`)).json.events).toEqual([])
  expect((await call('GET', '/v1/events?transactionId=x')).status).toBe(400)
})
