import { runInDurableObject } from '#runtime'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { mostWebhooks } from '#contract/webhooks/webhooks'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import type { Fate } from '../../testing/database/brokenDatabase.ts'
import type { Answered, Call, Merchant } from '../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { objectGateway } from '../../testing/objectGateway.ts'
import { startReceivers } from '../../testing/receivers.ts'
import { storedRows } from '../../testing/database/storedRows.ts'

const printed: unknown[][] = []
for (const way of ['log', 'warn', 'error'] as const)
  vi.spyOn(console, way).mockImplementation((...line: unknown[]) => void printed.push(line))
afterAll(() => vi.restoreAllMocks())

const hour = 3_600_000
const day = 24 * hour
const iso = (ms: number) => new Date(ms).toISOString()

const { open, as, log, clock } = startReceivers()

const freshUrl = () => `https://shop.example/${crypto.randomUUID()}`
const base = { enabled: true, subscribedEvents: null }
const register = (call: Call, more: object = {}, headers = {}) =>
  call('POST', '/v1/webhook', { body: { url: freshUrl(), ...base, ...more }, headers })
const registered = async (call: Call, more: object = {}) => (await register(call, more)).json.webhook
const list = async (call: Call): Promise<any[]> => (await call('GET', '/v1/webhook')).json.webhooks
const put = (call: Call, id: string, body: object) => call('PUT', `/v1/webhook/${id}`, { body })
const remove = (call: Call, id: string) => call('DELETE', `/v1/webhook/${id}`)
const rotate = (call: Call, id: string, headers = {}) => call('POST', `/v1/webhook/${id}/rotate`, { headers })
const sendTest = (call: Call, id: string) => call('POST', `/v1/webhook/${id}/test`)
const replay = (call: Call, id: string, body: object) => call('POST', `/v1/webhook/${id}/replay`, { body })

const refusalOf = ({ status, json }: Answered) => [status, json.errors[0].type, json.errors[0].message.field]
const gone = [404, 'not_found', null]

/** Something that happens: kind 5, one event. */
const happen = async (call: Call): Promise<string> =>
  (await call('POST', '/v1/customers', { body: {} })).json.customers[0].id
const told = (inbox: { events(): any[] }): string[] => inbox.events().map(({ data }) => data.customer.id)

const rowsOf = (merchant: Merchant) =>
  Promise.all([
    merchant.rows('SELECT * FROM webhooks WHERE account = ? ORDER BY id', merchant.id),
    merchant.rows('SELECT * FROM audit WHERE account = ? ORDER BY id', merchant.id),
  ])

const audit = async (merchant: Merchant) =>
  (await merchant.rows('SELECT * FROM audit WHERE account = ? ORDER BY id', merchant.id)).map(
    ({ action, key, requestId, detail }) => ({ action, key, requestId, detail: JSON.parse(detail) as unknown }),
  )

const secretForm = /^whsec_[0-9A-Za-z+/]{43}=$/

describe('a webhook that is registered', () => {
  test('is shown with its secret, this once', async () => {
    const { call } = await open()
    const url = freshUrl()
    const answer = await register(call, { url, subscribedEvents: [3, 1, 3], headers: { 'X-Shop': 'seven' } })
    expect(answer.status).toBe(200)
    const { id } = answer.json.webhook
    expect(answer.json).toEqual({
      requestId: answer.headers.get('x-request-id'),
      webhook: { id, url, enabled: true, subscribedEvents: [3, 1], secret: expect.stringMatching(secretForm) },
      errors: null,
    })
    const later = await call('GET', '/v1/webhook')
    expect(later.text).not.toContain('whsec_')
    expect(later.text).not.toContain('seven')
    expect(later.json.webhooks).toEqual([
      {
        id,
        url,
        enabled: true,
        subscribedEvents: [3, 1],
        headerNames: ['X-Shop'],
        disabledReason: null,
        disabledAt: null,
        secretRotatedUntil: null,
        created: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
        updated: later.json.webhooks[0].created,
      },
    ])
  })

  test.each([
    [null, null],
    [[], []],
    [
      [6, 0, 6, 0],
      [6, 0],
    ],
  ])('for %j is subscribed to %j', async (said, kept) => {
    const { call } = await open()
    expect((await registered(call, { subscribedEvents: said })).subscribedEvents).toEqual(kept)
    expect((await list(call))[0].subscribedEvents).toEqual(kept)
  })

  test('again by the same url, however it is written, is the same one, as the request says now', async () => {
    const { merchant, call } = await open()
    const path = crypto.randomUUID()
    const first = await registered(call, { url: `https://shop.example/${path}`, headers: { 'x-shop': '7' } })
    clock.advance(1000)
    const again = await register(call, {
      url: `HTTPS://Shop.Example:443/a/../${path}`,
      enabled: false,
      subscribedEvents: [2],
      headers: { authorization: 'x' },
    })
    expect(again.status).toBe(200)
    expect(again.json.webhook).toEqual({
      id: first.id,
      url: `https://shop.example/${path}`,
      enabled: false,
      subscribedEvents: [2],
      secret: null,
    })
    const [shown, ...others] = await list(call)
    expect(shown).toMatchObject({ enabled: false, subscribedEvents: [2], headerNames: ['authorization'] })
    expect(Date.parse(shown.updated)).toBeGreaterThanOrEqual(Date.parse(shown.created) + 1000)
    expect(others).toEqual([])
    expect((await audit(merchant)).map(({ action }) => action)).toEqual(['webhook.registered', 'webhook.updated'])
    await register(call, { url: `https://shop.example/${path}` })
    expect((await list(call))[0]).toMatchObject({ enabled: true, subscribedEvents: null, headerNames: [] })
  })

  test('signs with the secret of its first registration, after the second as well', async () => {
    const shop = await open()
    const inbox = await shop.receive({ headers: { authorization: 'before' } })
    await register(shop.call, { ...inbox.registration, headers: { authorization: 'now' } })
    await happen(shop.call)
    await inbox.hears(1)
    expect(inbox.events(inbox.secret)).toHaveLength(1)
    expect(inbox.heard[0]!.headers.get('authorization')).toBe('now')
  })

  test('without headers has those that the account has for all, as they are then; an empty object is none', async () => {
    const { call } = await open()
    const setDefaults = (headers: object | null) =>
      call('PUT', '/v1/account', { body: { webhookDefaults: { headers } } })
    await setDefaults({ 'x-shop': '7' })
    const ids = [
      await registered(call),
      await registered(call, { headers: null }),
      await registered(call, { headers: {} }),
      await registered(call, { headers: { 'x-own': '' } }),
    ].map(({ id }) => id)
    await setDefaults(null)
    const names = new Map((await list(call)).map(({ id, headerNames }) => [id, headerNames]))
    expect(ids.map((id) => names.get(id))).toEqual([['x-shop'], ['x-shop'], [], ['x-own']])
  })

  test('is listed with the others, newest first', async () => {
    const { call } = await open()
    const ids: string[] = []
    for (let count = 0; count < 3; count++) {
      ids.unshift((await registered(call)).id)
      clock.advance(1)
    }
    expect((await list(call)).map(({ id }) => id)).toEqual(ids)
  })
})

describe('of what is secret', () => {
  test('nothing can be read: not in a table, not in an object, not in an answer or a line of the log', async () => {
    const { merchant, call, receive } = await open()
    const value = `Bearer ${crypto.randomUUID()}`
    const inbox = await receive({ headers: { authorization: value } })
    const key = { 'idempotency-key': crypto.randomUUID() }
    const rotated = await rotate(call, inbox.id, key)
    const shown = [inbox.secret, rotated.json.webhook.secret]
    await put(call, inbox.id, { headers: { authorization: value, 'x-too': value } })
    await happen(call)
    await inbox.hears(1)
    expect(inbox.heard[0]!.headers.get('authorization')).toBe(value)

    const stored = await storedRows(merchant.database, merchant.id)
    const tables = stored.map(({ table }) => table)
    expect(tables).toEqual(expect.arrayContaining(['webhooks', 'events', 'audit', 'idempotency']))
    const inObject = await runInDurableObject(inbox.object(), (_endpoint, { storage }) => {
      const ofObject = [...storage.sql.exec("SELECT name FROM sqlite_master WHERE type = 'table'")]
        .map(({ name }) => String(name))
        .filter((name) => !name.startsWith('_'))
      return [...storage.kv.list(), ...ofObject.map((table) => storage.sql.exec(`SELECT * FROM ${table}`).toArray())]
    })
    const later = await Promise.all([
      call('GET', '/v1/webhook'),
      call('GET', '/v1/events'),
      put(call, inbox.id, {}),
      rotate(call, inbox.id, key),
    ])
    const all = JSON.stringify([stored, inObject, later.map(({ text }) => text), log, printed])
    expect(JSON.stringify(stored)).toContain(inbox.id)
    expect(all).not.toContain('whsec_')
    for (const secret of [...shown.map((text) => text.slice(6)), value]) expect(all).not.toContain(secret)
  })

  test('nothing is shown again to a request that is repeated under its Idempotency-Key', async () => {
    const { merchant, call } = await open()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const body = { url: freshUrl() }
    const first = await register(call, body, key)
    const again = await register(call, body, key)
    expect(first.json.webhook.secret).toMatch(secretForm)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.json).toEqual({ ...first.json, webhook: { ...first.json.webhook, secret: null } })
    const { id } = first.json.webhook
    const other = { 'idempotency-key': crypto.randomUUID() }
    const rotated = await rotate(call, id, other)
    const replayed = await rotate(call, id, other)
    expect(rotated.json.webhook.secret).toMatch(secretForm)
    expect(replayed.json).toEqual({ ...rotated.json, webhook: { ...rotated.json.webhook, secret: null } })
    expect((await audit(merchant)).map(({ action }) => action)).toEqual(['webhook.registered', 'webhook.rotated'])
  })
})

describe('an account', () => {
  test(`has ${mostWebhooks} webhooks at most, however many are registered at once`, async () => {
    const { merchant, call } = await open()
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(call)))
    const full = answers.filter(({ status }) => status !== 200)
    expect(full).toHaveLength(4)
    for (const answer of full) expect(refusalOf(answer)).toEqual([409, 'limit_reached', null])
    expect(full[0]!.json.errors[0].message.details).toEqual({ max: mostWebhooks })
    const all = await list(call)
    expect(all).toHaveLength(mostWebhooks)
    expect(await audit(merchant)).toHaveLength(mostWebhooks)

    const change = await register(call, { url: all[3].url, enabled: false })
    expect([change.status, change.json.webhook.id]).toEqual([200, all[3].id])
    await remove(call, all[5].id)
    expect((await register(call)).status).toBe(200)
    expect((await register(call)).status).toBe(409)
  })

  test('has as many in its other mode, and none of one are of the other', async () => {
    const { merchant, call } = await open()
    const live = as((await merchant.issue('sk', { mode: 'live' })).key)
    const url = freshUrl()
    const [inTest, inLive] = [await registered(call, { url }), await registered(live, { url })]
    expect(inTest.id).not.toBe(inLive.id)
    expect(inLive.secret).toMatch(secretForm)
    await Promise.all(Array.from({ length: mostWebhooks - 1 }, () => register(call)))
    expect((await register(call)).status).toBe(409)
    expect((await register(live)).status).toBe(200)
    expect((await list(live)).map(({ id }) => id)).toContain(inLive.id)
    expect(await list(live)).toHaveLength(2)
  })

  test('may have a url that another account has', async () => {
    const [one, other] = [await open(), await open()]
    const url = freshUrl()
    const [mine, theirs] = [await registered(one.call, { url }), await registered(other.call, { url })]
    expect(mine.id).not.toBe(theirs.id)
    expect(theirs.secret).not.toBe(mine.secret)
  })
})

describe('of first registrations of one url', () => {
  test('that come at once one is shown the secret, which is the one that signs', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    await remove(shop.call, inbox.id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => register(shop.call, { url: inbox.url })))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const webhooks = answers.map(({ json }) => json.webhook)
    expect(new Set(webhooks.map(({ id }) => id)).size).toBe(1)
    const secrets = webhooks.map(({ secret }) => secret).filter((secret) => secret !== null)
    expect(secrets).toHaveLength(1)
    await happen(shop.call)
    await inbox.hears(1)
    expect(inbox.events(secrets[0])).toHaveLength(1)
  })

  test('the second is the first where that was deleted in between', async () => {
    const merchant = await createMerchant()
    const url = freshUrl()
    const before = await registered(as(merchant.secretKey), { url })
    // The key is read, the row is not inserted since there is one, and before that is changed it is gone.
    const { d1 } = brokenDatabase(bindings.DB_00, async (call): Promise<Fate> => {
      if (call === 3) await merchant.run('DELETE FROM webhooks WHERE id = ?', before.id)
      return 'runs'
    })
    const { of } = objectGateway
    const answer = await register(startWorker({ clock }, { DB_00: d1 }).as(merchant.secretKey), { url })
    objectGateway.of = of
    expect(answer.status).toBe(200)
    expect(answer.json.webhook.id).not.toBe(before.id)
    expect(answer.json.webhook.secret).toMatch(secretForm)
    expect(await merchant.rows('SELECT id FROM webhooks WHERE account = ?', merchant.id)).toEqual([
      { id: answer.json.webhook.id },
    ])
  })
})

describe('what cannot be is refused, and nothing changes:', () => {
  test.each<[object, string, string]>([
    [{ url: undefined }, 'required', 'url'],
    [{ url: '' }, 'length_invalid', 'url'],
    [{ url: 7 }, 'type_invalid', 'url'],
    [{ url: 'http://shop.example/' }, 'url_not_allowed', 'url'],
    [{ url: 'https://127.0.0.1/' }, 'url_not_allowed', 'url'],
    [{ enabled: undefined }, 'required', 'enabled'],
    [{ enabled: null }, 'type_invalid', 'enabled'],
    [{ subscribedEvents: undefined }, 'required', 'subscribedEvents'],
    [{ subscribedEvents: [7] }, 'enum_invalid', 'subscribedEvents[0]'],
    [{ subscribedEvents: [0, -1] }, 'enum_invalid', 'subscribedEvents[1]'],
    [{ subscribedEvents: 'all' }, 'type_invalid', 'subscribedEvents'],
    [{ headers: { Host: 'x' } }, 'header_not_allowed', 'headers.Host'],
    [{ headers: { 'webhook-signature': 'x' } }, 'header_not_allowed', 'headers.webhook-signature'],
    [{ headers: { 'x-shop': 'a\r\nb: c' } }, 'header_not_allowed', 'headers.x-shop'],
    [{ headers: ['x'] }, 'type_invalid', 'headers'],
  ])('%j', async (wrong, type, field) => {
    const { merchant, call } = await open()
    const { id } = await registered(call, { headers: { 'x-shop': '7' } })
    const before = await rowsOf(merchant)
    expect(refusalOf(await register(call, wrong))).toEqual([400, type, field])
    if (Object.values(wrong)[0] !== undefined) expect(refusalOf(await put(call, id, wrong))).toEqual([400, type, field])
    expect(await rowsOf(merchant)).toEqual(before)
  })
})

describe('a change', () => {
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
    const { id } = await registered(call, { subscribedEvents: [1], headers: { 'x-shop': '7' } })
    const [before] = await list(call)
    clock.advance(1000)
    const answer = await put(call, id, said)
    expect(answer.status).toBe(200)
    const { updated, ...others } = answer.json.webhook
    expect(others).toEqual({ ...before, ...after, updated: undefined })
    expect(Date.parse(updated)).toBeGreaterThanOrEqual(Date.parse(before.updated) + 1000)
    expect(await list(call)).toEqual([answer.json.webhook])
  })

  test('of the url keeps the secret', async () => {
    const shop = await open()
    const [inbox, other] = [await shop.receive(), await shop.receive()]
    await remove(shop.call, other.id)
    expect((await put(shop.call, inbox.id, { url: other.url })).status).toBe(200)
    const customer = await happen(shop.call)
    await other.hears(1)
    expect(other.events(inbox.secret)[0].data.customer.id).toBe(customer)
    expect(inbox.heard).toEqual([])
  })

  test('to a url that another webhook has is refused, and to its own is none', async () => {
    const { merchant, call } = await open()
    const [one, other] = [await registered(call), await registered(call)]
    const before = await rowsOf(merchant)
    const taken = await put(call, one.id, { url: other.url, enabled: false })
    expect(refusalOf(taken)).toEqual([409, 'already_exists', 'url'])
    expect(taken.json.errors[0].message.details).toEqual({ id: other.id })
    expect(await rowsOf(merchant)).toEqual(before)
    expect((await put(call, one.id, { url: one.url })).status).toBe(200)
  })

  test('of rivals that take one url one succeeds', async () => {
    const { call } = await open()
    const url = freshUrl()
    const ids = (await Promise.all([registered(call), registered(call), registered(call)])).map(({ id }) => id)
    const answers = await Promise.all(ids.map((id) => put(call, id, { url })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const holder = answers.find(({ status }) => status === 200)!.json.webhook.id
    for (const lost of answers.filter(({ status }) => status === 409))
      expect(lost.json.errors[0].message.details).toEqual({ id: holder })
  })

  test('that disables one drops what waits for its next attempt', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    inbox.answer(503)
    await happen(shop.call)
    await inbox.hears(1)
    const [{ id }] = (await shop.call('GET', '/v1/events')).json.events
    const states = async () =>
      (await shop.call('GET', `/v1/events/${id}/attempts`)).json.deliveries.map(({ state }: any) => state)
    await expect.poll(states, { timeout: 10_000 }).toEqual(['pending'])
    await put(shop.call, inbox.id, { enabled: false })
    expect(await states()).toEqual(['dropped'])
  })

  test('that enables one again lets it hear what happens from then on', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    await put(shop.call, inbox.id, { enabled: false })
    await happen(shop.call)
    await put(shop.call, inbox.id, { enabled: true })
    const customer = await happen(shop.call)
    await inbox.hears(1)
    expect(told(inbox)).toEqual([customer])
  })

  test('that enables one which is enabled drops nothing of what it has not heard yet', async () => {
    const { merchant, call } = await open()
    const url = freshUrl()
    const { id } = await registered(call, { url })
    const hearsFrom = () => merchant.rows('SELECT since FROM webhooks WHERE id = ?', id)
    const before = await hearsFrom()
    await happen((await open()).call)
    for (const change of [() => put(call, id, { enabled: true }), () => register(call, { url })]) {
      expect((await change()).status).toBe(200)
      expect(await hearsFrom()).toEqual(before)
    }
  })

  test('takes one into service again that the gateway has given up', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    inbox.answer(410)
    await happen(shop.call)
    await expect.poll(async () => (await list(shop.call))[0].enabled, { timeout: 10_000 }).toBe(false)
    const [disabled] = await list(shop.call)
    expect(disabled.disabledReason).toEqual({ code: 'gone', text: 'The endpoint returned 410 Gone.' })
    expect(Math.abs(Date.parse(disabled.disabledAt) - clock.now())).toBeLessThan(60_000)
    // What its owner says of it beside that leaves the reason as it is.
    expect((await put(shop.call, inbox.id, { enabled: false, headers: null })).json.webhook).toMatchObject({
      disabledReason: disabled.disabledReason,
      disabledAt: disabled.disabledAt,
    })
    inbox.answer(204)
    expect((await put(shop.call, inbox.id, { enabled: true })).json.webhook).toMatchObject({
      enabled: true,
      disabledReason: null,
      disabledAt: null,
    })
    const customer = await happen(shop.call)
    await inbox.hears(2)
    expect(told(inbox).at(-1)).toBe(customer)
  })
})

describe('a webhook that is deleted', () => {
  test('is gone for good, hears nothing, and its url may be registered anew, with another secret', async () => {
    const shop = await open()
    const inbox = await shop.receive({ headers: { 'x-shop': '7' } })
    await happen(shop.call)
    await inbox.hears(1)
    const answer = await remove(shop.call, inbox.id)
    expect([answer.status, answer.json]).toEqual([200, { requestId: answer.headers.get('x-request-id'), errors: null }])
    expect(await list(shop.call)).toEqual([])
    expect(await shop.merchant.rows('SELECT * FROM webhooks WHERE id = ?', inbox.id)).toEqual([])
    expect(
      await runInDurableObject(inbox.object(), async (_endpoint, { storage }) => [
        [...storage.kv.list()],
        await storage.getAlarm(),
      ]),
    ).toEqual([[], null])
    const fresh = await registered(shop.call, { url: inbox.url })
    expect(fresh.id).not.toBe(inbox.id)
    expect(fresh.secret).toMatch(secretForm)
    expect(fresh.secret).not.toBe(inbox.secret)
    await happen(shop.call)
    await inbox.hears(2)
    expect(() => inbox.events(inbox.secret)).toThrow()
  })

  test('and one that never was, are not found', async () => {
    const { merchant, call } = await open()
    const { id } = await registered(call)
    await remove(call, id)
    const before = await rowsOf(merchant)
    for (const unknown of [id, crypto.randomUUID()]) {
      const answers = [
        await put(call, unknown, { enabled: false }),
        await remove(call, unknown),
        await rotate(call, unknown),
        await sendTest(call, unknown),
        await replay(call, unknown, { since: new Date(clock.now() - hour).toISOString() }),
      ]
      expect(answers.map(refusalOf)).toEqual(answers.map(() => gone))
    }
    expect(await rowsOf(merchant)).toEqual(before)
  })
})

/** Whose secrets sign the next delivery. */
const signers = async (
  { call }: { readonly call: Call },
  inbox: Awaited<ReturnType<Awaited<ReturnType<typeof open>>['receive']>>,
  secrets: readonly string[],
): Promise<string[]> => {
  const { length } = inbox.heard
  await happen(call)
  await inbox.hears(length + 1)
  const { headers, body, at } = inbox.heard[length]!
  const real = Date.now
  Date.now = () => at
  try {
    return secrets.filter((secret) => {
      try {
        return new Webhook(secret).verify(body, Object.fromEntries(headers)) !== null
      } catch {
        return false
      }
    })
  } finally {
    Date.now = real
  }
}

test('no change fails because its object cannot be reached, so that no secret is lost', async () => {
  const merchant = await createMerchant()
  const unreachable = {
    getByName: () => {
      throw new TypeError('Nobody is there.')
    },
  }
  const { of } = objectGateway
  const bound = { WEBHOOK_ENDPOINTS: unreachable as unknown as typeof bindings.WEBHOOK_ENDPOINTS }
  const call = startWorker({ clock }, bound).as(merchant.secretKey)
  objectGateway.of = of
  const url = freshUrl()
  const { id, secret } = await registered(call, { url })
  expect(secret).toMatch(secretForm)
  printed.length = 0
  const changed = [await register(call, { url }), await put(call, id, { enabled: false }), await rotate(call, id)]
  expect(changed.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(changed[2]!.json.webhook.secret).toMatch(secretForm)
  expect((await remove(call, id)).status).toBe(200)
  expect(printed.flat()).toEqual(Array(4).fill('{"webhook":"not told","exception":"TypeError"}'))
})

describe('a secret that is replaced', () => {
  test('signs beside the new one for 24 hours', async () => {
    const shop = await open()
    const inbox = await shop.receive({ headers: { 'x-shop': '7' } })
    const answer = await rotate(shop.call, inbox.id)
    expect(answer.status).toBe(200)
    const { secret: fresh, ...shown } = answer.json.webhook
    expect(fresh).toMatch(secretForm)
    expect([shown]).toEqual(await list(shop.call))
    expect(shown).toMatchObject({ headerNames: ['x-shop'], enabled: true })
    expect(Math.abs(Date.parse(shown.secretRotatedUntil) - clock.now() - day)).toBeLessThan(60_000)
    const secrets = [inbox.secret, fresh]
    expect(await signers(shop, inbox, secrets)).toEqual(secrets)
    clock.advance(day - hour)
    expect(await signers(shop, inbox, secrets)).toEqual(secrets)
    clock.advance(hour)
    expect((await list(shop.call))[0].secretRotatedUntil).toBeNull()
    expect(await signers(shop, inbox, secrets)).toEqual([fresh])
  })

  test('ends at once where the one after it is replaced, too: two sign, never three', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    const second = (await rotate(shop.call, inbox.id)).json.webhook.secret
    const third = (await rotate(shop.call, inbox.id)).json.webhook.secret
    expect(new Set([inbox.secret, second, third]).size).toBe(3)
    expect(await signers(shop, inbox, [inbox.secret, second, third])).toEqual([second, third])
  })
})

describe('a test', () => {
  test('is sent at once, signed, and says what the endpoint answered', async () => {
    const shop = await open()
    const inbox = await shop.receive({ subscribedEvents: [], headers: { 'x-shop': '7' } })
    for (const [status, delivered] of [
      [204, true],
      [200, true],
      [307, false],
      [410, false],
      [500, false],
    ] as const) {
      inbox.answer(status)
      const { json } = await sendTest(shop.call, inbox.id)
      expect(json).toEqual({
        requestId: json.requestId,
        attempt: { at: expect.stringMatching(/Z$/), status, tookMs: expect.any(Number) },
        delivered,
        errors: null,
      })
    }
    expect(inbox.heard).toHaveLength(5)
    for (const event of inbox.events()) expect(event).toMatchObject({ type: 'webhook.test', kind: null })
    expect(inbox.heard[0]!.headers.get('x-shop')).toBe('7')
    // Nothing has happened, and nobody was given up.
    expect((await shop.call('GET', '/v1/events')).json.events).toEqual([])
    expect((await list(shop.call))[0]).toMatchObject({ enabled: true })
  })

  test('reaches a webhook that is disabled, too, and leaves it so', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    await put(shop.call, inbox.id, { enabled: false })
    expect((await sendTest(shop.call, inbox.id)).json).toMatchObject({ attempt: { status: 204 }, delivered: true })
    expect(inbox.heard).toHaveLength(1)
    expect((await list(shop.call))[0]).toMatchObject({ enabled: false })
  })

  test('says that nobody has answered', async () => {
    const { call } = await open()
    const { id } = await registered(call)
    expect((await sendTest(call, id)).json).toMatchObject({ attempt: { status: null }, delivered: false })
  })
})

describe('what happened in a time', () => {
  test('is delivered once more, as far as it is of the kinds', async () => {
    const shop = await open()
    const inbox = await shop.receive({ subscribedEvents: [5] })
    await happen(shop.call)
    await inbox.hears(1)
    clock.advance(hour)
    const since = clock.now()
    const between = await happen(shop.call)
    await inbox.hears(2)
    clock.advance(hour)
    const until = clock.now()
    await happen(shop.call)
    await inbox.hears(3)
    const ids = inbox.events().map(({ id }) => id)
    const answer = await replay(shop.call, inbox.id, { since: iso(since), until: iso(until) })
    expect([answer.status, answer.json.replay]).toEqual([200, { since: iso(since), until: iso(until) }])
    await inbox.hears(4)
    expect(told(inbox)[3]).toBe(between)
    expect(inbox.events()[3].id).toBe(ids[1])
  })

  test('brings back what happened while the webhook was disabled', async () => {
    const shop = await open()
    const inbox = await shop.receive()
    await put(shop.call, inbox.id, { enabled: false })
    clock.advance(1000)
    const since = clock.now()
    const missed = [await happen(shop.call), await happen(shop.call)]
    await put(shop.call, inbox.id, { enabled: true })
    clock.advance(1000)
    const { json } = await replay(shop.call, inbox.id, { since: iso(since) })
    expect(json.replay.since).toBe(iso(since))
    expect(Math.abs(Date.parse(json.replay.until) - clock.now())).toBeLessThan(60_000)
    await inbox.hears(2)
    // They are on their way at once.
    expect(told(inbox).toSorted()).toEqual(missed.toSorted())
  })

  test('is a day where its end is a date alone, and ends now at the latest', async () => {
    const { call } = await open()
    const { id } = await registered(call)
    const today = iso(clock.now()).slice(0, 10)
    const yesterday = iso(clock.now() - day).slice(0, 10)
    expect((await replay(call, id, { since: yesterday, until: yesterday })).json.replay).toEqual({
      since: `${yesterday}T00:00:00.000Z`,
      until: `${today}T00:00:00.000Z`,
    })
    const { until } = (await replay(call, id, { since: yesterday, until: '2300-01-01' })).json.replay
    expect(Math.abs(Date.parse(until) - clock.now())).toBeLessThan(60_000)
  })

  test('is not told to a webhook that is disabled', async () => {
    const { call } = await open()
    const { id } = await registered(call, { enabled: false })
    const answer = await replay(call, id, { since: iso(clock.now() - hour) })
    expect(refusalOf(answer)).toEqual([409, 'webhook_disabled', null])
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
  ])('%s is refused', async (_what, body, type, field) => {
    const { call } = await open()
    const { id } = await registered(call)
    expect(refusalOf(await replay(call, id, body(clock.now())))).toEqual([400, type, field])
  })

  test('may be of 30 days', async () => {
    const { call } = await open()
    const { id } = await registered(call)
    expect((await replay(call, id, { since: iso(clock.now() - 30 * day + 60_000) })).status).toBe(200)
  })
})

test('every change is in the audit, with who made it, where deliveries go and no secret', async () => {
  const { merchant, call } = await open()
  const url = 'https://shop.example:8443/hooks?token=hush'
  const answers = [await register(call, { url, subscribedEvents: [1], headers: { authorization: 'hush' } })]
  const { id } = answers[0]!.json.webhook
  answers.push(
    await register(call, { url, enabled: false }),
    await put(call, id, { url: 'https://other.example/hush', headers: null }),
    await rotate(call, id),
    await remove(call, id),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const entries = await audit(merchant)
  expect(JSON.stringify(entries)).not.toMatch(/hush|whsec/)
  expect(entries.map(({ action, detail }) => ({ action, detail }))).toEqual([
    {
      action: 'webhook.registered',
      detail: {
        webhook: id,
        host: 'shop.example:8443',
        enabled: true,
        subscribedEvents: [1],
        headers: ['authorization'],
      },
    },
    { action: 'webhook.updated', detail: { webhook: id, enabled: false, subscribedEvents: null, headers: [] } },
    { action: 'webhook.updated', detail: { webhook: id, host: 'other.example', headers: [] } },
    { action: 'webhook.rotated', detail: { webhook: id, until: expect.any(Number) } },
    { action: 'webhook.deleted', detail: { webhook: id } },
  ])
  expect(new Set(entries.map(({ key }) => key))).toEqual(new Set([merchant.secretKeyId]))
  expect(entries.map(({ requestId }) => requestId)).toEqual(answers.map(({ json }) => json.requestId))
})

test('a test is 503, and not 404, where the object of a webhook cannot ask the database how it is registered', async () => {
  const { call } = await open()
  const { id } = await registered(call)
  const { of } = objectGateway
  const { d1 } = brokenDatabase(bindings.DB_00, () => 'fails before')
  objectGateway.of = (bound) => of!({ ...bound, DB_00: d1 })
  const refused = await sendTest(call, id)
  objectGateway.of = of
  expect(refusalOf(refused)).toEqual([503, 'unavailable', null])
  expect((await sendTest(call, id)).status).toBe(200)
})
