import { expect, test } from 'vitest'
import {
  captureConsole,
  createWebhook,
  listWebhooks,
  newWebhook,
  sendTest,
  updateWebhook,
} from '../../testing/fixtures/webhookRequests.ts'
import { listEvents, renameCustomer, replayEvent } from '../../testing/fixtures/eventRequests.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

captureConsole()
const { open } = startWebhookReceivers()

test('a webhook with eventTypes receives these types only, among the kinds of subscribedEvents', async () => {
  const { call, receive } = await open()
  const receiver = await receive()
  await updateWebhook(call, receiver.id, { eventTypes: ['customer.updated', 'customer.deleted', 'customer.updated'] })
  expect((await listWebhooks(call))[0]).toMatchObject({
    subscribedEvents: null,
    eventTypes: ['customer.updated', 'customer.deleted'],
  })
  const id = (await call('POST', '/v1/customers', { body: {} })).json.customers[0].id
  await renameCustomer(call, id, 'Ada')
  await call('DELETE', `/v1/customers/${id}`)
  await receiver.waitForDeliveries(2)
  expect(
    receiver
      .events()
      .map(({ type }) => type)
      .toSorted(),
  ).toEqual(['customer.deleted', 'customer.updated'])
  const created = (await listEvents(call, '?type=customer.created'))[0]
  expect((await replayEvent(call, created.id)).json.webhooks).toEqual([])
  const deleted = (await listEvents(call, '?type=customer.deleted'))[0]
  expect((await replayEvent(call, deleted.id)).json.webhooks).toEqual([receiver.id])
})

test('eventTypes null means all types of the kinds, an empty list none, and registering a url again replaces them', async () => {
  const { call } = await open()
  const webhook = await newWebhook(call, { eventTypes: ['transaction.captured'] })
  expect(webhook).toMatchObject({ subscribedEvents: null, eventTypes: ['transaction.captured'] })
  const { json } = await updateWebhook(call, webhook.id, { enabled: false })
  expect(json.webhook.eventTypes).toEqual(['transaction.captured'])
  expect((await updateWebhook(call, webhook.id, { eventTypes: null })).json.webhook.eventTypes).toBeNull()
  expect((await updateWebhook(call, webhook.id, { eventTypes: [] })).json.webhook.eventTypes).toEqual([])
  expect((await createWebhook(call, { url: webhook.url })).json.webhook.eventTypes).toBeNull()
})

test('an unknown event type, or one whose kind is not subscribed, returns 400 enum_invalid with its index', async () => {
  const { call } = await open()
  for (const [members, field] of [
    [{ eventTypes: ['transaction.captured', 'transaction.created'] }, 'eventTypes[1]'],
    [{ eventTypes: ['transaction.captured', 'webhook.test'] }, 'eventTypes[1]'],
    [{ subscribedEvents: [0], eventTypes: ['transaction.authorized', 'transaction.captured'] }, 'eventTypes[1]'],
    [{ subscribedEvents: [], eventTypes: ['transaction.captured'] }, 'eventTypes[0]'],
  ] as const) {
    const { status, json } = await createWebhook(call, members)
    expect([status, json.errors.map(({ type, message }: any) => [type, message.field])]).toEqual([
      400,
      [['enum_invalid', field]],
    ])
  }
  const { id } = await newWebhook(call, { subscribedEvents: [1], eventTypes: ['transaction.captured'] })
  const narrowed = await updateWebhook(call, id, { subscribedEvents: [0] })
  expect([narrowed.status, narrowed.json.errors[0].message.field]).toEqual([400, 'eventTypes[0]'])
  expect(await listWebhooks(call)).toMatchObject([{ subscribedEvents: [1], eventTypes: ['transaction.captured'] }])
})

test('the test event of a webhook contains its eventTypes', async () => {
  const { call, receive } = await open()
  const receiver = await receive()
  await updateWebhook(call, receiver.id, { eventTypes: ['batch.closed'] })
  await sendTest(call, receiver.id)
  expect(receiver.events()[0].data.webhook).toMatchObject({ subscribedEvents: null, eventTypes: ['batch.closed'] })
})
