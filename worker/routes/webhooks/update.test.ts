import { expect, test } from 'vitest'
import { firstError } from '../../testing/firstError.ts'
import {
  captureConsole,
  createEvent,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  newUrl,
  newWebhook,
  receivedCustomers,
  updateWebhook,
  webhookRows,
} from '../../testing/fixtures/webhookRequests.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

captureConsole()
const { open, clock } = startWebhookReceivers()

test.each<[object, object]>([
  [{ url: 'https://shop.example:443/moved' }, { url: 'https://shop.example/moved' }],
  [{ enabled: false }, { enabled: false }],
  [{ enabled: true }, {}],
  [{ subscribedEvents: null }, { subscribedEvents: null }],
  [{ subscribedEvents: [5, 5] }, { subscribedEvents: [5] }],
  [{ headers: { b: '2', a: '1' } }, { headerNames: ['b', 'a'] }],
  [{ headers: null }, { headerNames: [] }],
  [{ headers: {} }, { headerNames: [] }],
  [{}, {}],
  [{ id: 'x', headerNames: [], secret: 'whsec_x' }, {}],
])('updating a webhook with %j changes %j and nothing else', async (body, changes) => {
  const { call } = await open()
  const { id } = await newWebhook(call, { subscribedEvents: [1], headers: { 'x-shop': '7' } })
  const [before] = await listWebhooks(call)
  clock.advance(1000)
  const response = await updateWebhook(call, id, body)
  expect(response.status).toBe(200)
  const { updated, ...others } = response.json.webhook
  expect(others).toEqual({ ...before, ...changes, updated: undefined })
  expect(Date.parse(updated)).toBeGreaterThanOrEqual(Date.parse(before.updated) + 1000)
  expect(await listWebhooks(call)).toEqual([response.json.webhook])
})

test('a webhook with a new url keeps its secret', async () => {
  const shop = await open()
  const [receiver, other] = [await shop.receive(), await shop.receive()]
  await deleteWebhook(shop.call, other.id)
  expect((await updateWebhook(shop.call, receiver.id, { url: other.url })).status).toBe(200)
  const customer = await createEvent(shop.call)
  await other.waitForDeliveries(1)
  expect(other.events(receiver.secret)[0].data.customer.id).toBe(customer)
  expect(receiver.heard).toEqual([])
})

test('updating a webhook to the url of another one returns 409 already_exists; its own url is accepted', async () => {
  const { merchant, call } = await open()
  const [one, other] = [await newWebhook(call), await newWebhook(call)]
  const before = await webhookRows(merchant)
  const rejected = await updateWebhook(call, one.id, { url: other.url, enabled: false })
  expect(firstError(rejected)).toEqual([409, 'already_exists', 'url'])
  expect(rejected.json.errors[0].message.details).toEqual({ id: other.id })
  expect(await webhookRows(merchant)).toEqual(before)
  expect((await updateWebhook(call, one.id, { url: one.url })).status).toBe(200)
})

test('of three concurrent updates of webhooks to one url, one returns 200 and two return 409', async () => {
  const { call } = await open()
  const url = newUrl()
  const ids = (await Promise.all([newWebhook(call), newWebhook(call), newWebhook(call)])).map(({ id }) => id)
  const responses = await Promise.all(ids.map((id) => updateWebhook(call, id, { url })))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const holder = responses.find(({ status }) => status === 200)!.json.webhook.id
  for (const rejected of responses.filter(({ status }) => status === 409))
    expect(rejected.json.errors[0].message.details).toEqual({ id: holder })
})

test('disabling a webhook drops its pending deliveries', async () => {
  const shop = await open()
  const receiver = await shop.receive()
  receiver.respondWith(503)
  await createEvent(shop.call)
  await receiver.waitForDeliveries(1)
  const [{ id }] = (await shop.call('GET', '/v1/events')).json.events
  const states = async () =>
    (await shop.call('GET', `/v1/events/${id}/attempts`)).json.deliveries.map(({ state }: any) => state)
  await expect.poll(states, { timeout: 10_000 }).toEqual(['pending'])
  await updateWebhook(shop.call, receiver.id, { enabled: false })
  expect(await states()).toEqual(['dropped'])
})

test('enabling a disabled webhook delivers the events from then on', async () => {
  const shop = await open()
  const receiver = await shop.receive()
  await updateWebhook(shop.call, receiver.id, { enabled: false })
  await createEvent(shop.call)
  await updateWebhook(shop.call, receiver.id, { enabled: true })
  const customer = await createEvent(shop.call)
  await receiver.waitForDeliveries(1)
  expect(receivedCustomers(receiver)).toEqual([customer])
})

test('enabling an enabled webhook does not change from when it receives events', async () => {
  const { merchant, call } = await open()
  const url = newUrl()
  const { id } = await newWebhook(call, { url })
  const receivesSince = () => merchant.rows('SELECT since FROM webhooks WHERE id = ?', id)
  const before = await receivesSince()
  await createEvent((await open()).call)
  for (const change of [() => updateWebhook(call, id, { enabled: true }), () => createWebhook(call, { url })]) {
    expect((await change()).status).toBe(200)
    expect(await receivesSince()).toEqual(before)
  }
})

test('enabling a webhook that a 410 response disabled clears the reason and delivers again', async () => {
  const shop = await open()
  const receiver = await shop.receive()
  receiver.respondWith(410)
  await createEvent(shop.call)
  await expect.poll(async () => (await listWebhooks(shop.call))[0].enabled, { timeout: 10_000 }).toBe(false)
  const [disabled] = await listWebhooks(shop.call)
  expect(disabled.disabledReason).toEqual({ code: 'gone', text: 'The endpoint returned 410 Gone.' })
  expect(Math.abs(Date.parse(disabled.disabledAt) - clock.now())).toBeLessThan(60_000)
  // An update that does not enable the webhook keeps the reason.
  expect((await updateWebhook(shop.call, receiver.id, { enabled: false, headers: null })).json.webhook).toMatchObject({
    disabledReason: disabled.disabledReason,
    disabledAt: disabled.disabledAt,
  })
  receiver.respondWith(204)
  expect((await updateWebhook(shop.call, receiver.id, { enabled: true })).json.webhook).toMatchObject({
    enabled: true,
    disabledReason: null,
    disabledAt: null,
  })
  const customer = await createEvent(shop.call)
  await receiver.waitForDeliveries(2)
  expect(receivedCustomers(receiver).at(-1)).toBe(customer)
})
