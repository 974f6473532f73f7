import { describe, expect, test, vi } from 'vitest'
import {
  createWebhook,
  mostWebhooks,
  replayWebhook as replayEndpoint,
  rotationHours,
} from '#contract/webhooks/webhooks'
import { updateWebhook as updateEndpoint } from '#contract/webhooks/webhooks'
import { domainFixture } from '../../testing/fixtures/domainFixture.ts'
import { recordingEndpoints } from '../../testing/doubles/recordingPorts.ts'
import { errorsOf, inputOf } from '../../testing/domainCalls.ts'
import type { Endpoints } from './endpoints.ts'
import { listWebhooks } from './list.ts'
import { registerWebhook } from './register.ts'
import { deleteWebhook } from './delete.ts'
import { replayWebhook } from './replay.ts'
import { rotateWebhookSecret } from './rotateSecret.ts'
import { testWebhook } from './sendTest.ts'
import { updateWebhook } from './update.ts'
import { wakeEndpointsBehind } from './wakeLagging.ts'
import { replaceFunctions } from '../../testing/doubles/replaceFunctions.ts'

const url = 'https://shop.example.com/hooks'
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const iso = (ms: number) => new Date(ms).toISOString()

const registration = (more: object = {}) =>
  inputOf(createWebhook, { url, enabled: true, subscribedEvents: null, headers: null, ...more })
const change = (members: object) => inputOf(updateEndpoint, members)
const period = (members: object) => inputOf(replayEndpoint, members)

/** The verbs' needs with endpoints that record, and a webhook of the account. */
const webhookFixture = async (options: Parameters<typeof domainFixture>[0] = {}, given: Partial<Endpoints> = {}) => {
  const fixture = await domainFixture(options)
  const endpoints = recordingEndpoints(given)
  const needs = () => ({ ...fixture.services(), endpoints })
  const register = async (more: object = {}) => (await registerWebhook(registration(more), needs())).webhook
  const listed = async () => (await listWebhooks(needs())).webhooks
  const audit = async () =>
    (
      await fixture.merchant.rows(
        'SELECT action, detail FROM audit WHERE account = ? ORDER BY rowid',
        fixture.merchant.id,
      )
    ).map(({ action, detail }) => [action, JSON.parse(detail)])
  return { ...fixture, endpoints, needs, register, listed, audit }
}

const unknown = [{ type: 'not_found', details: { resource: 'webhook' } }]

describe('registration of a webhook', () => {
  test('returns the secret and lists the webhook without it', async () => {
    const { register, listed, clock, audit, endpoints } = await webhookFixture()
    const before = clock.now()
    const webhook = await register({ subscribedEvents: [5, 0], headers: { 'x-shop': '7' } })
    expect(webhook).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url,
      enabled: true,
      subscribedEvents: [5, 0],
      secret: expect.stringMatching(/^whsec_[0-9A-Za-z+/]{43}=$/),
    })
    const [row] = await listed()
    expect(row).toEqual({
      id: webhook.id,
      url,
      enabled: true,
      subscribedEvents: [5, 0],
      headerNames: ['x-shop'],
      disabledReason: null,
      disabledAt: null,
      secretRotatedUntil: null,
      created: expect.any(String),
      updated: row?.created,
    })
    expect(Date.parse(row!.created)).toBeGreaterThanOrEqual(before)
    expect(await audit()).toEqual([
      [
        'webhook.registered',
        { webhook: webhook.id, host: 'shop.example.com', enabled: true, subscribedEvents: [5, 0], headers: ['x-shop'] },
      ],
    ])
    expect(endpoints.calls).toEqual([])
  })

  test('without headers stores none', async () => {
    const { register, listed, merchant } = await webhookFixture()
    await register({ headers: {} })
    expect((await listed())[0]).toMatchObject({ headerNames: [] })
    expect(await merchant.rows('SELECT sealedHeaders FROM webhooks WHERE account = ?', merchant.id)).toEqual([
      { sealedHeaders: null },
    ])
  })

  test('takes the default headers of the account', async () => {
    const { register, listed } = await webhookFixture({
      settings: { webhookDefaults: { headers: { authorization: 'Bearer shop' } } },
    })
    await register()
    expect((await listed())[0]).toMatchObject({ headerNames: ['authorization'] })
  })

  test('of a known URL updates the webhook, returns no secret and refreshes its endpoint', async () => {
    const { register, listed, audit, endpoints } = await webhookFixture()
    const first = await register({ headers: { 'x-shop': '7' } })
    const second = await register({ enabled: false, subscribedEvents: [1] })
    expect(second).toEqual({ id: first.id, url, enabled: false, subscribedEvents: [1], secret: null })
    expect(await listed()).toMatchObject([{ id: first.id, enabled: false, subscribedEvents: [1], headerNames: [] }])
    expect((await audit())[1]).toEqual([
      'webhook.updated',
      { webhook: first.id, enabled: false, subscribedEvents: [1], headers: [] },
    ])
    expect(endpoints.calls).toEqual([['refresh', first.id]])
  })

  test('of one URL by ten requests at once returns one secret', async () => {
    const { register, listed } = await webhookFixture()
    const registered = await Promise.all(Array.from({ length: 10 }, () => register()))
    expect(registered.filter(({ secret }) => secret !== null)).toHaveLength(1)
    expect(new Set(registered.map(({ id }) => id)).size).toBe(1)
    expect(await listed()).toHaveLength(1)
  })

  test('of a URL whose webhook is deleted meanwhile registers it again', async () => {
    const { needs, register, listed } = await webhookFixture()
    const { id } = await register()
    const services = needs()
    const update: typeof services.webhooks.update = async (...given) => {
      await services.webhooks.delete(id, { at: 1, action: 'webhook.deleted', detail: {} })
      return services.webhooks.update(...given)
    }
    const { webhook } = await registerWebhook(registration(), {
      ...services,
      webhooks: replaceFunctions(services.webhooks, { update }),
    })
    expect(webhook.id).not.toBe(id)
    expect(webhook.secret).not.toBeNull()
    expect((await listed()).map((one) => one.id)).toEqual([webhook.id])
  })

  test('beyond the limit of the account is refused', async () => {
    const { needs, register } = await webhookFixture()
    for (let number = 0; number < mostWebhooks; number++) await register({ url: `${url}/${number}` })
    expect(await errorsOf(registerWebhook(registration({ url: `${url}/more` }), needs()))).toEqual([
      { type: 'limit_reached', details: { max: mostWebhooks } },
    ])
  })

  test('of a local URL is refused where the deployment allows none', async () => {
    const { needs } = await webhookFixture()
    const local = { ...registration(), url: 'http://localhost:8080/hooks' }
    const strict = { ...needs(), webhookUrlRules: { allowLocal: false } }
    expect(await errorsOf(registerWebhook(local, strict))).toMatchObject([{ type: 'url_not_allowed', field: 'url' }])
    const { webhook } = await registerWebhook(local, { ...needs(), webhookUrlRules: { allowLocal: true } })
    expect(webhook.url).toBe('http://localhost:8080/hooks')
  })
})

describe('a change of a webhook', () => {
  test('sets the members that it names and keeps the others', async () => {
    const { needs, register, audit, endpoints, clock } = await webhookFixture()
    const { id } = await register({ subscribedEvents: [5], headers: { 'x-shop': '7' } })
    clock.advance(1000)
    const { webhook } = await updateWebhook(id, change({ enabled: false }), needs())
    expect(webhook).toMatchObject({ id, url, enabled: false, subscribedEvents: [5], headerNames: ['x-shop'] })
    expect(Date.parse(webhook.updated)).toBeGreaterThanOrEqual(Date.parse(webhook.created) + 1000)
    expect((await audit())[1]).toEqual(['webhook.updated', { webhook: id, enabled: false }])
    expect(endpoints.calls).toEqual([['refresh', id]])
    const moved = await updateWebhook(id, change({ url: `${url}/new`, subscribedEvents: null, headers: null }), needs())
    expect(moved.webhook).toMatchObject({ url: `${url}/new`, subscribedEvents: null, headerNames: [], enabled: false })
  })

  test('that enables a disabled webhook clears the reason and skips the events meanwhile', async () => {
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
      'SELECT since, seen, (SELECT coalesce(max(position), 0) FROM events) AS newest FROM webhooks WHERE id = ?',
      id,
    )
    expect([row!['since'], row!['seen']]).toEqual([row!['newest'], row!['newest']])
  })

  test('to the URL of another webhook is refused with its id', async () => {
    const { needs, register } = await webhookFixture()
    const { id: first } = await register()
    const { id } = await register({ url: `${url}/second` })
    expect(await errorsOf(updateWebhook(id, change({ url }), needs()))).toEqual([
      { type: 'already_exists', field: 'url', details: { id: first } },
    ])
    expect((await updateWebhook(first, change({ url }), needs())).webhook.url).toBe(url)
  })

  test('to a URL that is not allowed is refused', async () => {
    const { needs, register } = await webhookFixture()
    const { id } = await register()
    const strict = { ...needs(), webhookUrlRules: { allowLocal: false } }
    expect(await errorsOf(updateWebhook(id, { url: 'http://localhost/' }, strict))).toMatchObject([
      { type: 'url_not_allowed', field: 'url' },
    ])
  })

  test('stands though its endpoint cannot be reached', async () => {
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
})

describe('rotation of a secret', () => {
  test('returns another secret, and the one before signs for a day', async () => {
    const { needs, register, clock, endpoints, audit, listed } = await webhookFixture()
    const { id, secret } = await register()
    const { webhook } = await rotateWebhookSecret(id, needs())
    expect(webhook.secret).toMatch(/^whsec_/)
    expect(webhook.secret).not.toBe(secret)
    const until = Date.parse(webhook.secretRotatedUntil!)
    expect(until - Date.parse(webhook.updated)).toBe(rotationHours * hourMs)
    expect(endpoints.calls).toEqual([['refresh', id]])
    expect((await audit())[1]).toEqual(['webhook.rotated', { webhook: id, until }])
    expect((await listed())[0]).toMatchObject({ secretRotatedUntil: webhook.secretRotatedUntil })
    clock.advance(rotationHours * hourMs)
    expect((await listed())[0]).toMatchObject({ secretRotatedUntil: null })
  })

  test('stores the secret before in place of an older one', async () => {
    const { needs, register, merchant } = await webhookFixture()
    const { id } = await register()
    const sealed = async () =>
      (await merchant.rows('SELECT sealedSecret, previousSecret FROM webhooks WHERE id = ?', id))[0]!
    const [first, , second] = [await sealed(), await rotateWebhookSecret(id, needs()), await sealed()]
    await rotateWebhookSecret(id, needs())
    const third = await sealed()
    expect(first['previousSecret']).toBeNull()
    expect([second['previousSecret'], third['previousSecret']]).toEqual([first['sealedSecret'], second['sealedSecret']])
  })
})

describe('deletion of a webhook', () => {
  test('removes the row and what its endpoint stores', async () => {
    const { needs, register, listed, endpoints, audit } = await webhookFixture()
    const { id } = await register()
    expect(await deleteWebhook(id, needs())).toEqual({ errors: null })
    expect(await listed()).toEqual([])
    expect(endpoints.calls).toEqual([['forget', id]])
    expect((await audit())[1]).toEqual(['webhook.deleted', { webhook: id }])
    expect(await errorsOf(deleteWebhook(id, needs()))).toEqual(unknown)
    expect(endpoints.calls).toHaveLength(1)
  })
})

const attempt = (status: number | null) => ({ test: async () => ({ at: 86_400_000, status, tookMs: 12 }) })

describe('a test of a webhook', () => {
  test.each([
    [200, true],
    [204, true],
    [299, true],
    [199, false],
    [300, false],
    [410, false],
    [null, false],
  ])('that a receiver responds to with %s is delivered: %s', async (status, delivered) => {
    const { needs, register } = await webhookFixture({}, attempt(status))
    const { id } = await register()
    expect(await testWebhook(id, needs())).toEqual({
      attempt: { at: '1970-01-02T00:00:00.000Z', status, tookMs: 12 },
      delivered,
      errors: null,
    })
  })

  test('that was deleted meanwhile returns 404', async () => {
    const { needs, register } = await webhookFixture()
    const { id } = await register()
    expect(await errorsOf(testWebhook(id, needs()))).toEqual(unknown)
  })

  test('whose endpoint cannot read the database returns 503', async () => {
    const { needs, register } = await webhookFixture({}, { test: async () => 'unread' })
    const { id } = await register()
    expect(await errorsOf(testWebhook(id, needs()))).toEqual([{ type: 'unavailable' }])
  })
})

describe('a replay of a period', () => {
  test('is passed to the endpoint, to the end of a day and never beyond now', async () => {
    const { needs, register, clock, endpoints } = await webhookFixture()
    const { id } = await register()
    const now = Math.floor(clock.now() / dayMs) * dayMs + 20 * hourMs
    const at = { ...needs(), clock: { now: () => now } }
    const day = (ms: number) => iso(ms).slice(0, 10)
    const midnight = Math.floor(now / dayMs) * dayMs
    const cases = [
      [{ since: iso(now - hourMs) }, now - hourMs, now],
      [{ since: iso(now - 3 * hourMs), until: iso(now - hourMs) }, now - 3 * hourMs, now - hourMs],
      [{ since: iso(now - hourMs), until: iso(now + hourMs) }, now - hourMs, now],
      [{ since: day(now - 2 * dayMs), until: day(now - dayMs) }, midnight - 2 * dayMs, midnight],
      [{ since: day(now), until: day(now) }, midnight, now],
      [{ since: iso(now - 30 * dayMs) }, now - 30 * dayMs, now],
    ] as const
    for (const [asked, since, until] of cases)
      expect(await replayWebhook(id, period(asked), at)).toEqual({
        replay: { since: iso(since), until: iso(until) },
        errors: null,
      })
    expect(endpoints.calls).toEqual(cases.map(([, since, until]) => ['replayRange', id, since, until]))
  })

  test('outside of the retention, of the future, or empty is refused', async () => {
    const { needs, register, endpoints } = await webhookFixture()
    const { id } = await register()
    const now = Date.UTC(2026, 10, 22, 12)
    const at = { ...needs(), clock: { now: () => now } }
    const range = { min: iso(now - 30 * dayMs), max: iso(now) }
    for (const since of [now - 30 * dayMs - 1, now, now + 1])
      expect(await errorsOf(replayWebhook(id, period({ since: iso(since) }), at))).toEqual([
        { type: 'out_of_range', field: 'since', details: range },
      ])
    const since = iso(now - hourMs)
    for (const until of [since, iso(now - 2 * hourMs)])
      expect(await errorsOf(replayWebhook(id, period({ since, until }), at))).toEqual([
        { type: 'out_of_range', field: 'until', details: { min: since } },
      ])
    expect(endpoints.calls).toEqual([])
  })

  test('to a disabled webhook returns 409', async () => {
    const { needs, register, clock } = await webhookFixture()
    const { id } = await register({ enabled: false })
    expect(await errorsOf(replayWebhook(id, period({ since: iso(clock.now() - hourMs) }), needs()))).toEqual([
      { type: 'webhook_disabled', details: { webhook: id } },
    ])
  })
})

test('verbs of a webhook that is unknown, or of another account, return 404', async () => {
  const { needs, clock } = await webhookFixture()
  const other = await webhookFixture()
  const { id } = await other.register()
  for (const one of [id, 'unknown'])
    for (const verb of [
      () => updateWebhook(one, change({ enabled: false }), needs()),
      () => rotateWebhookSecret(one, needs()),
      () => deleteWebhook(one, needs()),
      () => testWebhook(one, needs()),
      () => replayWebhook(one, period({ since: iso(clock.now() - hourMs) }), needs()),
    ])
      expect(await errorsOf(verb())).toEqual(unknown)
  expect(await other.listed()).toHaveLength(1)
})

test('a sweep wakes enabled webhooks with events that were not delivered', async () => {
  const { register, sweepServices, merchant } = await webhookFixture()
  const [behind, disabled] = [await register(), await register({ url: `${url}/2`, enabled: false })]
  const insert = `INSERT INTO events (id, account, mode, type, resource, sequence, cause, requestId, at, snapshot)
                  VALUES (?, ?, 'test', 'customer.created', ?, 1, '', NULL, 0, '{}')`
  await merchant.run(insert, `evt-${crypto.randomUUID()}`, merchant.id, crypto.randomUUID())
  const woken: (readonly string[])[] = []
  const wakeEndpoints = async (endpoints: readonly string[]) => void woken.push(endpoints)
  expect(await wakeEndpointsBehind({ ...sweepServices(), wakeEndpoints })).toEqual({})
  await merchant.run('UPDATE webhooks SET seen = (SELECT max(position) FROM events) WHERE id = ?', behind.id)
  await wakeEndpointsBehind({ ...sweepServices(), wakeEndpoints })
  expect(woken).toEqual([[behind.id], []])
  expect(disabled.enabled).toBe(false)
})
