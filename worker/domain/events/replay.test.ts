import { describe, expect, test } from 'vitest'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { eventFixture, terminal } from './events.fixture.ts'
import { replayEvent } from './replay.ts'

describe('replay of an event', () => {
  test('replay without a webhook delivers to all enabled webhooks subscribed to the event’s kind', async () => {
    const { write, webhook, needs, endpoints } = await eventFixture()
    const [all, own] = [await webhook(null), await webhook([6, 0])]
    await webhook([5])
    await webhook([])
    await webhook(null, false)
    const { id, position } = await write('terminal.online', terminal)
    const { webhooks } = await replayEvent(id, {}, needs())
    expect(new Set(webhooks)).toEqual(new Set([all, own]))
    expect(endpoints.calls).toEqual(webhooks.map((one) => ['replay', one, { position, id }]))
  })

  test('replay to one webhook ignores its subscribed kinds', async () => {
    const { write, webhook, needs, endpoints } = await eventFixture()
    const named = await webhook([5])
    await webhook(null)
    const { id, position } = await write('terminal.online', terminal)
    expect(await replayEvent(id, { webhook: named }, needs())).toEqual({ webhooks: [named], errors: null })
    expect(endpoints.calls).toEqual([['replay', named, { position, id }]])
  })

  test('replay to a disabled or unknown webhook returns webhook_disabled or webhook_not_found', async () => {
    const { write, webhook, needs, endpoints } = await eventFixture()
    const disabled = await webhook(null, false)
    const { id } = await write('terminal.online', terminal)
    expect(await thrownErrors(replayEvent(id, { webhook: disabled }, needs()))).toEqual([
      { type: 'webhook_disabled', details: { webhook: disabled } },
    ])
    expect(await thrownErrors(replayEvent(id, { webhook: 'unknown' }, needs()))).toEqual([
      { type: 'webhook_not_found', field: 'webhook' },
    ])
    expect(endpoints.calls).toEqual([])
  })
})
