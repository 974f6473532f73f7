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
import { startReceivers } from '../../testing/fixtures/webhookFixture.ts'

captureConsole()
const { open, clock } = startReceivers()

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
  [{ id: 'x', headerNames: [], secret: 'whsec_x', colour: 1 }, {}],
])('by %j changes that, and nothing else', async (said, after) => {
  const { call } = await open()
  const { id } = await newWebhook(call, { subscribedEvents: [1], headers: { 'x-shop': '7' } })
  const [before] = await listWebhooks(call)
  clock.advance(1000)
  const answer = await updateWebhook(call, id, said)
  expect(answer.status).toBe(200)
  const { updated, ...others } = answer.json.webhook
  expect(others).toEqual({ ...before, ...after, updated: undefined })
  expect(Date.parse(updated)).toBeGreaterThanOrEqual(Date.parse(before.updated) + 1000)
  expect(await listWebhooks(call)).toEqual([answer.json.webhook])
})

test('of the url keeps the secret', async () => {
  const shop = await open()
  const [receiver, other] = [await shop.receive(), await shop.receive()]
  await deleteWebhook(shop.call, other.id)
  expect((await updateWebhook(shop.call, receiver.id, { url: other.url })).status).toBe(200)
  const customer = await createEvent(shop.call)
  await other.hears(1)
  expect(other.events(receiver.secret)[0].data.customer.id).toBe(customer)
  expect(receiver.heard).toEqual([])
})

test('to a url that another webhook has is rejected, and to its own is none', async () => {
  const { merchant, call } = await open()
  const [one, other] = [await newWebhook(call), await newWebhook(call)]
  const before = await webhookRows(merchant)
  const taken = await updateWebhook(call, one.id, { url: other.url, enabled: false })
  expect(firstError(taken)).toEqual([409, 'already_exists', 'url'])
  expect(taken.json.errors[0].message.details).toEqual({ id: other.id })
  expect(await webhookRows(merchant)).toEqual(before)
  expect((await updateWebhook(call, one.id, { url: one.url })).status).toBe(200)
})

test('of rivals that take one url one succeeds', async () => {
  const { call } = await open()
  const url = newUrl()
  const ids = (await Promise.all([newWebhook(call), newWebhook(call), newWebhook(call)])).map(({ id }) => id)
  const answers = await Promise.all(ids.map((id) => updateWebhook(call, id, { url })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const holder = answers.find(({ status }) => status === 200)!.json.webhook.id
  for (const lost of answers.filter(({ status }) => status === 409))
    expect(lost.json.errors[0].message.details).toEqual({ id: holder })
})

test('that disables one drops what waits for its next attempt', async () => {
  const shop = await open()
  const receiver = await shop.receive()
  receiver.answer(503)
  await createEvent(shop.call)
  await receiver.hears(1)
  const [{ id }] = (await shop.call('GET', '/v1/events')).json.events
  const states = async () =>
    (await shop.call('GET', `/v1/events/${id}/attempts`)).json.deliveries.map(({ state }: any) => state)
  await expect.poll(states, { timeout: 10_000 }).toEqual(['pending'])
  await updateWebhook(shop.call, receiver.id, { enabled: false })
  expect(await states()).toEqual(['dropped'])
})

test('that enables one again lets it hear what happens from then on', async () => {
  const shop = await open()
  const receiver = await shop.receive()
  await updateWebhook(shop.call, receiver.id, { enabled: false })
  await createEvent(shop.call)
  await updateWebhook(shop.call, receiver.id, { enabled: true })
  const customer = await createEvent(shop.call)
  await receiver.hears(1)
  expect(receivedCustomers(receiver)).toEqual([customer])
})

test('that enables one which is enabled drops nothing of what it has not heard yet', async () => {
  const { merchant, call } = await open()
  const url = newUrl()
  const { id } = await newWebhook(call, { url })
  const hearsFrom = () => merchant.rows('SELECT since FROM webhooks WHERE id = ?', id)
  const before = await hearsFrom()
  await createEvent((await open()).call)
  for (const change of [() => updateWebhook(call, id, { enabled: true }), () => createWebhook(call, { url })]) {
    expect((await change()).status).toBe(200)
    expect(await hearsFrom()).toEqual(before)
  }
})

test('takes one into service again that the gateway has given up', async () => {
  const shop = await open()
  const receiver = await shop.receive()
  receiver.answer(410)
  await createEvent(shop.call)
  await expect.poll(async () => (await listWebhooks(shop.call))[0].enabled, { timeout: 10_000 }).toBe(false)
  const [disabled] = await listWebhooks(shop.call)
  expect(disabled.disabledReason).toEqual({ code: 'gone', text: 'The endpoint returned 410 Gone.' })
  expect(Math.abs(Date.parse(disabled.disabledAt) - clock.now())).toBeLessThan(60_000)
  // What its owner says of it beside that leaves the reason as it is.
  expect((await updateWebhook(shop.call, receiver.id, { enabled: false, headers: null })).json.webhook).toMatchObject({
    disabledReason: disabled.disabledReason,
    disabledAt: disabled.disabledAt,
  })
  receiver.answer(204)
  expect((await updateWebhook(shop.call, receiver.id, { enabled: true })).json.webhook).toMatchObject({
    enabled: true,
    disabledReason: null,
    disabledAt: null,
  })
  const customer = await createEvent(shop.call)
  await receiver.hears(2)
  expect(receivedCustomers(receiver).at(-1)).toBe(customer)
})
