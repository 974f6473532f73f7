import { afterAll, expect, test, vi } from 'vitest'
import { firstError } from '../../testing/firstError.ts'
import { createCustomer, listEvents, replayEvent } from '../../testing/fixtures/eventRequests.ts'
import { startReceivers } from '../../testing/fixtures/webhookFixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const { open, as } = startReceivers()

/** Three webhooks, and an event of kind 5 that each has been told of, as far as it is. */
const receivedEvent = async () => {
  const shop = await open()
  const [all, kind, others] = [
    await shop.receive(),
    await shop.receive({ subscribedEvents: [5] }),
    await shop.receive({ subscribedEvents: [0, 1] }),
  ]
  await createCustomer(shop.call)
  await all.hears(1)
  await kind.hears(1)
  const [{ id }] = await listEvents(shop.call)
  return { ...shop, all, kind, others, id: id as string }
}

test('goes to all that are enabled and subscribed to its kind', async () => {
  const { call, all, kind, others, id } = await receivedEvent()
  await call('PUT', `/v1/webhook/${kind.id}`, { body: { enabled: false } })
  const answer = await replayEvent(call, id)
  expect([answer.status, answer.json.webhooks]).toEqual([200, [all.id]])
  await all.hears(2)
  expect(new Set(all.events().map((event) => event.id))).toEqual(new Set([id]))
  await call('PUT', `/v1/webhook/${kind.id}`, { body: { enabled: true } })
  expect(new Set((await replayEvent(call, id)).json.webhooks)).toEqual(new Set([all.id, kind.id]))
  await kind.hears(2)
  expect(others.heard).toEqual([])
})

test('goes to the one that is named, whatever it is subscribed to', async () => {
  const { call, all, others, id } = await receivedEvent()
  expect((await replayEvent(call, id, { webhook: others.id })).json.webhooks).toEqual([others.id])
  await others.hears(1)
  expect(others.events()[0].id).toBe(id)
  expect(all.heard).toHaveLength(1)
  expect((await replayEvent(call, id, { webhook: null })).json.webhooks).toHaveLength(2)
})

test('goes to nobody where there is nobody', async () => {
  const { call } = await open()
  await createCustomer(call)
  const [{ id }] = await listEvents(call)
  expect((await replayEvent(call, id)).json).toMatchObject({ webhooks: [], errors: null })
})

test('goes to no webhook that is disabled, unknown, of another account or of the other mode', async () => {
  const { merchant, call, kind, id } = await receivedEvent()
  await call('PUT', `/v1/webhook/${kind.id}`, { body: { enabled: false } })
  expect(firstError(await replayEvent(call, id, { webhook: kind.id }))).toEqual([409, 'webhook_disabled', null])
  const live = as((await merchant.issue('sk', { mode: 'live' })).key)
  const registration = { url: 'https://shop.example/', enabled: true, subscribedEvents: null }
  const strangers = [
    (await (await open()).call('POST', '/v1/webhook', { body: registration })).json.webhook.id,
    (await live('POST', '/v1/webhook', { body: registration })).json.webhook.id,
    crypto.randomUUID(),
  ]
  for (const webhook of strangers)
    expect(firstError(await replayEvent(call, id, { webhook }))).toEqual([400, 'webhook_not_found', 'webhook'])
  expect(firstError(await replayEvent(call, id, { webhook: 'short' }))).toEqual([400, 'length_invalid', 'webhook'])
  expect(kind.heard).toHaveLength(1)
})
