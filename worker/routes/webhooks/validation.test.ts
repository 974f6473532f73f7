import { expect, test } from 'vitest'
import { firstError } from '../../testing/firstError.ts'
import {
  captureConsole,
  createWebhook,
  newWebhook,
  updateWebhook,
  webhookRows,
} from '../../testing/fixtures/webhookRequests.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

captureConsole()
const { open } = startWebhookReceivers()

const invalidMembers: readonly [invalid: object, type: string, field: string][] = [
  [{ url: undefined }, 'required', 'url'],
  [{ url: '' }, 'length_invalid', 'url'],
  [{ url: 7 }, 'type_invalid', 'url'],
  [{ url: 'http://shop.example/' }, 'url_not_allowed', 'url'],
  [{ url: 'https://127.0.0.1/' }, 'url_not_allowed', 'url'],
  [{ enabled: undefined }, 'required', 'enabled'],
  [{ enabled: 'yes' }, 'type_invalid', 'enabled'],
  [{ subscribedEvents: undefined }, 'required', 'subscribedEvents'],
  [{ subscribedEvents: [7] }, 'enum_invalid', 'subscribedEvents[0]'],
  [{ subscribedEvents: [0, -1] }, 'enum_invalid', 'subscribedEvents[1]'],
  [{ subscribedEvents: 'all' }, 'type_invalid', 'subscribedEvents'],
  [{ headers: { Host: 'x' } }, 'header_not_allowed', 'headers.Host'],
  [{ headers: { 'webhook-signature': 'x' } }, 'header_not_allowed', 'headers.webhook-signature'],
  [{ headers: { 'x-shop': 'a\r\nb: c' } }, 'header_not_allowed', 'headers.x-shop'],
  [{ headers: ['x'] }, 'type_invalid', 'headers'],
  [{ maxConcurrency: 0 }, 'out_of_range', 'maxConcurrency'],
  [{ maxConcurrency: 51 }, 'out_of_range', 'maxConcurrency'],
  [{ maxConcurrency: 'all' }, 'type_invalid', 'maxConcurrency'],
]

/** A body as JSON, with its absent member. */
const printed = (body: object) => JSON.stringify(body, (_name, value) => (value === undefined ? '(absent)' : value))

test.each(invalidMembers.map(([invalid, type, field]) => [printed(invalid), type, field, invalid] as const))(
  'creating and updating a webhook with %s return 400 %s of %s',
  async (_member, type, field, invalid) => {
    const { merchant, call } = await open()
    const { id } = await newWebhook(call, { headers: { 'x-shop': '7' } })
    const before = await webhookRows(merchant)
    expect(firstError(await createWebhook(call, invalid))).toEqual([400, type, field])
    if (Object.values(invalid)[0] !== undefined)
      expect(firstError(await updateWebhook(call, id, invalid))).toEqual([400, type, field])
    expect(await webhookRows(merchant)).toEqual(before)
  },
)
