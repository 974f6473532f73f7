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
import { startReceivers } from '../../testing/fixtures/webhookFixture.ts'

captureConsole()
const { open, clock } = startReceivers()

test('is delivered once more, as far as it is of the kinds', async () => {
  const shop = await open()
  const receiver = await shop.receive({ subscribedEvents: [5] })
  await createEvent(shop.call)
  await receiver.hears(1)
  clock.advance(hour)
  const since = clock.now()
  const between = await createEvent(shop.call)
  await receiver.hears(2)
  clock.advance(hour)
  const until = clock.now()
  await createEvent(shop.call)
  await receiver.hears(3)
  const ids = receiver.events().map(({ id }) => id)
  const answer = await replayEvents(shop.call, receiver.id, { since: iso(since), until: iso(until) })
  expect([answer.status, answer.json.replay]).toEqual([200, { since: iso(since), until: iso(until) }])
  await receiver.hears(4)
  expect(receivedCustomers(receiver)[3]).toBe(between)
  expect(receiver.events()[3].id).toBe(ids[1])
})

test('brings back what happened while the webhook was disabled', async () => {
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
  await receiver.hears(2)
  // They are on their way at once.
  expect(receivedCustomers(receiver).toSorted()).toEqual(missed.toSorted())
})

test('is a day where its end is a date alone, and ends now at the latest', async () => {
  const { call } = await open()
  const { id } = await newWebhook(call)
  const today = iso(clock.now()).slice(0, 10)
  const yesterday = iso(clock.now() - day).slice(0, 10)
  expect((await replayEvents(call, id, { since: yesterday, until: yesterday })).json.replay).toEqual({
    since: `${yesterday}T00:00:00.000Z`,
    until: `${today}T00:00:00.000Z`,
  })
  const { until } = (await replayEvents(call, id, { since: yesterday, until: '2300-01-01' })).json.replay
  expect(Math.abs(Date.parse(until) - clock.now())).toBeLessThan(60_000)
})

test('is not told to a webhook that is disabled', async () => {
  const { call } = await open()
  const { id } = await newWebhook(call, { enabled: false })
  const answer = await replayEvents(call, id, { since: iso(clock.now() - hour) })
  expect(firstError(answer)).toEqual([409, 'webhook_disabled', null])
  expect(answer.json.errors[0].message.details).toEqual({ webhook: id })
})

test.each<[string, (now: number) => object, string, string]>([
  ['without a beginning', () => ({}), 'required', 'since'],
  ['that is none', () => ({ since: 'yesterday' }), 'format_invalid', 'since'],
  ['that began more than 30 days ago', (now) => ({ since: iso(now - 30 * day - 1000) }), 'out_of_range', 'since'],
  ['that has not begun', (now) => ({ since: iso(now + hour) }), 'out_of_range', 'since'],
  [
    'that ends before it begins',
    (now) => ({ since: iso(now - hour), until: iso(now - 2 * hour) }),
    'out_of_range',
    'until',
  ],
  ['that is empty', (now) => ({ since: iso(now - hour), until: iso(now - hour) }), 'out_of_range', 'until'],
])('%s is rejected', async (_what, body, type, field) => {
  const { call } = await open()
  const { id } = await newWebhook(call)
  expect(firstError(await replayEvents(call, id, body(clock.now())))).toEqual([400, type, field])
})

test('may be of 30 days', async () => {
  const { call } = await open()
  const { id } = await newWebhook(call)
  expect((await replayEvents(call, id, { since: iso(clock.now() - 30 * day + 60_000) })).status).toBe(200)
})
