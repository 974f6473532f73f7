import { describe, expect, test, vi } from 'vitest'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { updateWebhook } from './update.ts'
import { url, iso, change, webhookFixture } from './webhook.fixture.ts'

describe('update of a webhook', () => {
  test('a webhook update changes its members and keeps the others', async () => {
    const { needs, register, audit, endpoints, clock } = await webhookFixture()
    const { id } = await register({ subscribedEvents: [5], headers: { 'x-shop': '7' } })
    clock.advance(1000)
    const { webhook } = await updateWebhook(id, change({ enabled: false }), needs())
    expect(webhook).toMatchObject({ id, url, enabled: false, subscribedEvents: [5], headerNames: ['x-shop'] })
    expect(Date.parse(webhook.updated)).toBeGreaterThanOrEqual(Date.parse(webhook.created) + 1000)
    expect((await audit())[1]).toEqual([
      'webhook.updated',
      { webhook: id, changes: { enabled: { old: true, new: false } } },
    ])
    expect(endpoints.calls).toEqual([['refresh', id]])
    const moved = await updateWebhook(id, change({ url: `${url}/new`, subscribedEvents: null, headers: null }), needs())
    expect(moved.webhook).toMatchObject({ url: `${url}/new`, subscribedEvents: null, headerNames: [], enabled: false })
  })

  test('enabling a disabled webhook clears the reason and skips the events since it was disabled', async () => {
    const { needs, register, merchant } = await webhookFixture()
    const { id } = await register()
    await merchant.run(
      "UPDATE webhooks SET enabled = 0, disabledReason = 'gone', disabledAt = 5, since = -1, seen = -1 WHERE id = ?",
      id,
    )
    const { webhook: disabled } = await updateWebhook(id, change({ enabled: false }), needs())
    expect(disabled).toMatchObject({
      enabled: false,
      disabledReason: { code: 'gone', text: 'The endpoint returned 410 Gone.' },
      disabledAt: iso(5),
    })
    const { webhook } = await updateWebhook(id, change({ enabled: true }), needs())
    expect(webhook).toMatchObject({ enabled: true, disabledReason: null, disabledAt: null })
    const [row] = await merchant.rows(
      'SELECT since, seen, (SELECT coalesce(max(position), 0) FROM events WHERE events.account = webhooks.account) AS newest FROM webhooks WHERE id = ?',
      id,
    )
    expect([row!['since'], row!['seen']]).toEqual([row!['newest'], row!['newest']])
  })

  test('a webhook update to the URL of another webhook is rejected with already_exists and its id', async () => {
    const { needs, register } = await webhookFixture()
    const { id: first } = await register()
    const { id } = await register({ url: `${url}/second` })
    expect(await thrownErrors(updateWebhook(id, change({ url }), needs()))).toEqual([
      { type: 'already_exists', field: 'url', details: { id: first } },
    ])
    expect((await updateWebhook(first, change({ url }), needs())).webhook.url).toBe(url)
  })

  test('a webhook update to a local URL is rejected with url_not_allowed if the deployment allows none', async () => {
    const { needs, register } = await webhookFixture()
    const { id } = await register()
    const strict = { ...needs(), webhookUrlRules: { allowLocal: false } }
    expect(await thrownErrors(updateWebhook(id, { url: 'http://localhost/' }, strict))).toMatchObject([
      { type: 'url_not_allowed', field: 'url' },
    ])
  })

  test('a webhook update is stored even if its endpoint is unreachable', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    const { needs, register } = await webhookFixture(
      {},
      { refresh: () => Promise.reject(new TypeError('unreachable secret')) },
    )
    const { id } = await register()
    expect((await updateWebhook(id, change({ enabled: false }), needs())).webhook.enabled).toBe(false)
    expect(warned.mock.calls).toEqual([['{"webhook":"not notified","exception":"TypeError"}']])
    warned.mockRestore()
  })

  test('maxConcurrency of a webhook is changed alone, kept by other changes, and recorded in the audit', async () => {
    const { register, listed, needs, audit } = await webhookFixture()
    const { id } = await register({ maxConcurrency: 12 })
    await updateWebhook(id, change({ enabled: false }), needs())
    expect(await listed()).toMatchObject([{ maxConcurrency: 12 }])
    const { webhook } = await updateWebhook(id, change({ maxConcurrency: 1 }), needs())
    expect(webhook).toMatchObject({ maxConcurrency: 1, enabled: false })
    expect((await audit()).at(-1)).toEqual([
      'webhook.updated',
      { webhook: id, changes: { maxConcurrency: { old: 12, new: 1 } } },
    ])
  })
})
