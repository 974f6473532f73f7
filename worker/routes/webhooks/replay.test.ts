import { expect, test } from 'vitest'
import { firstError } from '../../testing/firstError.ts'
import {
  captureConsole,
  createEvent,
  day,
  hour,
  iso,
  newWebhook,
  receivedCustomers,
  replayEvents,
  updateWebhook,
} from '../../testing/fixtures/webhookRequests.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

captureConsole()
const { open, clock } = startWebhookReceivers()

test('a replay delivers the events between since and until of the subscribed kinds again', async () => {
  const shop = await open()
  const receiver = await shop.receive({ subscribedEvents: [5] })
  await createEvent(shop.call)
  await receiver.waitForDeliveries(1)
  clock.advance(hour)
  const since = clock.now()
  const between = await createEvent(shop.call)
  await receiver.waitForDeliveries(2)
  clock.advance(hour)
  const until = clock.now()
  await createEvent(shop.call)
  await receiver.waitForDeliveries(3)
  const ids = receiver.events().map(({ id }) => id)
  const response = await replayEvents(shop.call, receiver.id, { since: iso(since), until: iso(until) })
  expect([response.status, response.json.replay]).toEqual([
    200,
    { since: iso(since), until: iso(until), undelivered: false },
  ])
  await receiver.waitForDeliveries(4)
  expect(receivedCustomers(receiver)[3]).toBe(between)
  expect(receiver.events()[3].id).toBe(ids[1])
})

test('a replay delivers the events during which the webhook was disabled', async () => {
  const shop = await open()
  const receiver = await shop.receive()
  await updateWebhook(shop.call, receiver.id, { enabled: false })
  clock.advance(1000)
  const since = clock.now()
  const missed = [await createEvent(shop.call), await createEvent(shop.call)]
  await updateWebhook(shop.call, receiver.id, { enabled: true })
  clock.advance(1000)
  const { json } = await replayEvents(shop.call, receiver.id, { since: iso(since) })
  expect(json.replay.since).toBe(iso(since))
  expect(Math.abs(Date.parse(json.replay.until) - clock.now())).toBeLessThan(60_000)
  await receiver.waitForDeliveries(2)
  // Both deliveries start at once, so their order varies.
  expect(receivedCustomers(receiver).toSorted()).toEqual(missed.toSorted())
})

test('a replay until a date includes that day, and ends now at the latest', async () => {
  const { call } = await open()
  const { id } = await newWebhook(call)
  const today = iso(clock.now()).slice(0, 10)
  const yesterday = iso(clock.now() - day).slice(0, 10)
  expect((await replayEvents(call, id, { since: yesterday, until: yesterday })).json.replay).toEqual({
    since: `${yesterday}T00:00:00.000Z`,
    until: `${today}T00:00:00.000Z`,
    undelivered: false,
  })
  const { until } = (await replayEvents(call, id, { since: yesterday, until: '2300-01-01' })).json.replay
  expect(Math.abs(Date.parse(until) - clock.now())).toBeLessThan(60_000)
})

test('a replay to a disabled webhook returns 409 webhook_disabled', async () => {
  const { call } = await open()
  const { id } = await newWebhook(call, { enabled: false })
  const response = await replayEvents(call, id, { since: iso(clock.now() - hour) })
  expect(firstError(response)).toEqual([409, 'webhook_disabled', null])
  expect(response.json.errors[0].message.details).toEqual({ webhook: id })
})

test.each<[string, string, string, (now: number) => object]>([
  ['without since', 'required', 'since', () => ({})],
  ['since a text', 'format_invalid', 'since', () => ({ since: 'yesterday' })],
  ['since more than 30 days ago', 'out_of_range', 'since', (now) => ({ since: iso(now - 30 * day - 1000) })],
  ['since the future', 'out_of_range', 'since', (now) => ({ since: iso(now + hour) })],
  [
    'until a time before since',
    'out_of_range',
    'until',
    (now) => ({ since: iso(now - hour), until: iso(now - 2 * hour) }),
  ],
  [
    'until the same time as since',
    'out_of_range',
    'until',
    (now) => ({ since: iso(now - hour), until: iso(now - hour) }),
  ],
])('a replay %s returns 400 %s of %s', async (_period, type, field, body) => {
  const { call } = await open()
  const { id } = await newWebhook(call)
  expect(firstError(await replayEvents(call, id, body(clock.now())))).toEqual([400, type, field])
})

test('a replay of 30 days returns 200', async () => {
  const { call } = await open()
  const { id } = await newWebhook(call)
  expect((await replayEvents(call, id, { since: iso(clock.now() - 30 * day + 60_000) })).status).toBe(200)
})
