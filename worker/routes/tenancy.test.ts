import { describe, expect, test } from 'vitest'
import type { Call } from '../testing/merchant.ts'
import { byCard, card, createMerchant, startWorker } from '../testing/merchant.ts'

/** Whose rows are whose: an account in one of its modes sees its own, and cannot even tell that there are others. */

const worker = startWorker()
const [owner, stranger] = [await createMerchant(), await createMerchant()]
const own = worker.as(owner.secretKey)
const outsiders: Readonly<Record<string, Call>> = {
  'another account': worker.as(stranger.secretKey),
  'the other mode': worker.as((await owner.issue('sk', { mode: 'live' })).key),
}

const post = (by: Call, path: string, body: object) => by('POST', `/v1/${path}`, { body })

/** One of each kind of id that the owner has. */
const ids = {
  transaction: (await post(own, 'transactions/authorize', byCard())).json.transactionId as string,
  settled: '',
  token: (await post(own, 'tokens', { creditCard: card() })).json.token as string,
  customer: (await post(own, 'customers', { firstName: 'A' })).json.customers[0].id as string,
  wallet: '',
  apiKey: (await post(own, 'apikeys', { kind: 'secret', name: 'second' })).json.apiKey.id as string,
  batch: '',
  terminal: (await post(own, 'terminals', { registrationCode: 'SIM001', nickname: 'Till 1' })).json.terminals[0]
    .id as string,
  webhook: (await post(own, 'webhook', { url: 'https://shop.example/', enabled: false, subscribedEvents: null })).json
    .webhook.id as string,
  event: (await own('GET', '/v1/events?pageSize=1')).json.events[0].id as string,
  signed: '',
}
{
  const { token } = (await post(own, 'tokens', { creditCard: card() })).json
  ids.wallet = (await post(own, `customers/${ids.customer}/wallet`, { token })).json.wallet[0].id
  ids.settled = (
    await post(own, 'transactions/authorize', { payment: { cash: true }, amount: { value: 1 } })
  ).json.transactionId
  const terminal = { id: ids.terminal, promptSignature: true }
  ids.signed = (
    await post(own, 'transactions/authorize', { payment: { terminal }, amount: { value: 1 } })
  ).json.transactionId
  ids.batch = (await post(own, 'batches/close', {})).json.batch.id
}

/** What nobody has, in the shape of each. */
const nobodys: Readonly<Record<keyof typeof ids, string>> = {
  transaction: '91119118634486',
  settled: '91119118634486',
  token: 'a'.repeat(44),
  customer: crypto.randomUUID(),
  wallet: crypto.randomUUID(),
  apiKey: crypto.randomUUID(),
  batch: crypto.randomUUID(),
  terminal: crypto.randomUUID(),
  webhook: crypto.randomUUID(),
  event: `evt-${crypto.randomUUID()}`,
  signed: '91119118634486',
}

const stored = (members: object) => ({ payment: { stored: members }, amount: { value: 1 } })

/** Every place where an id can stand. In a path it is not found (404); in a body the request is wrong (400), with the same words as for an id of nobody. */
const places: Readonly<
  Record<string, readonly [kind: keyof typeof ids, status: number, ask: (by: Call, id: string) => ReturnType<Call>]>
> = {
  'GET transaction': ['transaction', 404, (by, id) => by('GET', `/v1/transactions/${id}`)],
  capture: ['transaction', 400, (by, id) => post(by, 'transactions/capture', { transactionId: id })],
  void: ['transaction', 400, (by, id) => post(by, 'transactions/void', { transactionId: id })],
  credit: ['settled', 400, (by, id) => post(by, 'transactions/credit', { referenceTransactionId: Number(id) })],
  'reference of an authorize': [
    'transaction',
    400,
    (by, id) => post(by, 'transactions/authorize', byCard(undefined, { referenceTransactionId: Number(id) })),
  ],
  token: [
    'token',
    400,
    (by, id) => post(by, 'transactions/authorize', { payment: { token: id }, amount: { value: 1 } }),
  ],
  'stored customer': ['customer', 400, (by, id) => post(by, 'transactions/authorize', stored({ customer: id }))],
  'stored wallet': ['wallet', 400, (by, id) => post(by, 'transactions/authorize', stored({ wallet: id }))],
  'GET customer': ['customer', 404, (by, id) => by('GET', `/v1/customers/${id}`)],
  'GET wallet': ['customer', 404, (by, id) => by('GET', `/v1/customers/${id}/wallet`)],
  'POST wallet': [
    'customer',
    404,
    async (by, id) => {
      const { token } = (await post(by, 'tokens', { creditCard: card() })).json
      return post(by, `customers/${id}/wallet`, { token })
    },
  ],
  'DELETE api key': ['apiKey', 404, (by, id) => by('DELETE', `/v1/apikeys/${id}`)],
  'rotate api key': ['apiKey', 404, (by, id) => post(by, `apikeys/${id}/rotate`, {})],
  'GET terminal': ['terminal', 404, (by, id) => by('GET', `/v1/terminals/${id}`)],
  'DELETE terminal': ['terminal', 404, (by, id) => by('DELETE', `/v1/terminals/${id}`)],
  'cancel at a terminal': ['terminal', 404, (by, id) => by('POST', `/v1/terminals/${id}/cancel`)],
  'terminal of an authorize': [
    'terminal',
    400,
    (by, id) => post(by, 'transactions/authorize', { payment: { terminal: { id } }, amount: { value: 1 } }),
  ],
  'GET signature': ['signed', 404, (by, id) => by('GET', `/v1/transactions/${id}/signature`)],
  'GET batch': ['batch', 404, (by, id) => by('GET', `/v1/batches/${id}`)],
  'PUT webhook': ['webhook', 404, (by, id) => by('PUT', `/v1/webhook/${id}`, { body: { enabled: true } })],
  'DELETE webhook': ['webhook', 404, (by, id) => by('DELETE', `/v1/webhook/${id}`)],
  'rotate webhook': ['webhook', 404, (by, id) => post(by, `webhook/${id}/rotate`, {})],
  'test webhook': ['webhook', 404, (by, id) => post(by, `webhook/${id}/test`, {})],
  'replay webhook': [
    'webhook',
    404,
    (by, id) => post(by, `webhook/${id}/replay`, { since: new Date(Date.now() - 60_000).toISOString() }),
  ],
  'GET event': ['event', 404, (by, id) => by('GET', `/v1/events/${id}`)],
  'attempts of an event': ['event', 404, (by, id) => by('GET', `/v1/events/${id}/attempts`)],
  'replay event': ['event', 404, (by, id) => post(by, `events/${id}/replay`, {})],
  'webhook of a replay': [
    'webhook',
    400,
    async (by, id) => {
      await post(by, 'customers', {})
      const [event] = (await by('GET', '/v1/events?pageSize=1')).json.events
      return post(by, `events/${event.id}/replay`, { webhook: id })
    },
  ],
}

/** An answer but for what names the request itself. */
const bytes = (text: string, id: string) => text.replaceAll(/"requestId":"[0-9a-f]{32}"/g, '').replaceAll(id, '<id>')

describe('Tenancy and mode: ids of account B or of the other mode are 404 everywhere (path, body, reference, cursor)', () => {
  for (const [who, outsider] of Object.entries(outsiders))
    test.each(Object.entries(places))(`${who}: %s`, async (_place, [kind, status, ask]) => {
      const theirs = await ask(outsider, ids[kind])
      const none = await ask(outsider, nobodys[kind])
      expect([theirs.status, bytes(theirs.text, ids[kind])]).toEqual([none.status, bytes(none.text, nobodys[kind])])
      expect(theirs.status).toBe(status)
    })

  test('a cursor leads nobody else on', async () => {
    const { nextCursor } = (await own('GET', '/v1/transactions?pageSize=1')).json
    expect((await own('GET', `/v1/transactions?pageSize=1&cursor=${nextCursor}`)).status).toBe(200)
    for (const outsider of Object.values(outsiders)) {
      const answer = await outsider('GET', `/v1/transactions?pageSize=1&cursor=${nextCursor}`)
      expect([answer.status, answer.json.errors[0].type]).toEqual([400, 'query_invalid'])
    }
  })

  test('no list has anything of theirs', async () => {
    for (const outsider of Object.values(outsiders))
      for (const path of ['transactions', 'batches', 'apikeys', 'terminals', 'webhook', 'events'])
        for (const id of Object.values(ids)) expect((await outsider('GET', `/v1/${path}`)).text).not.toContain(id)
  })

  test('and nothing of what they tried has happened', async () => {
    expect((await own('GET', `/v1/transactions/${ids.transaction}`)).json).toMatchObject({
      status: 'authorized',
      operations: [{}],
    })
    expect((await own('GET', `/v1/transactions/${ids.settled}`)).json).toMatchObject({
      status: 'settled',
      amountCredited: 0,
    })
    expect((await own('GET', `/v1/customers/${ids.customer}/wallet`)).json.wallet).toHaveLength(1)
    expect((await own('GET', `/v1/terminals/${ids.terminal}`)).json.terminals).toMatchObject([{ status: 'online' }])
    expect((await own('GET', '/v1/webhook')).json.webhooks).toMatchObject([
      { id: ids.webhook, enabled: false, secretRotatedUntil: null },
    ])
    const keys = (await own('GET', '/v1/apikeys')).json.apiKeys
    expect(keys.find(({ id }: any) => id === ids.apiKey)).toMatchObject({ revoked: null, expires: null })
    const paid = await post(own, 'transactions/authorize', { payment: { token: ids.token }, amount: { value: 1 } })
    expect(paid.json.responseCode).toBe('00')
  })
})

test('a restricted key cannot escalate', async () => {
  const { key } = await owner.issue('rk', { scopes: ['keys:admin', 'transactions:read'] })
  const by = worker.as(key)
  for (const body of [
    { kind: 'secret', name: 'more' },
    { kind: 'restricted', name: 'more', scopes: ['transactions:write'] },
  ])
    expect((await post(by, 'apikeys', body)).status).toBe(403)
  expect((await post(by, `apikeys/${ids.apiKey}/rotate`, {})).status).toBe(403)
  for (const verb of ['authorize', 'capture', 'void', 'credit'])
    expect((await post(by, `transactions/${verb}`, {})).status).toBe(403)
})

test('429 carries Retry-After and RateLimit headers and has **no body on authorize**', async () => {
  const exhausted = { limit: () => Promise.resolve({ success: false }) }
  const by = startWorker({ rateLimiters: { standard: exhausted } }).as(owner.secretKey)
  for (const [method, path] of [
    ['POST', '/v1/transactions/authorize'],
    ['POST', '/v1/transactions/capture'],
    ['GET', `/v1/transactions/${ids.transaction}`],
  ] as const) {
    const answer = await by(method, path, method === 'POST' ? { body: byCard() } : {})
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('ratelimit')]).toEqual([
      429,
      '10',
      '"standard";r=0;t=10',
    ])
    expect(answer.headers.get('ratelimit-policy')).toBe('"standard";q=1000;w=10')
    expect(answer.text === '').toBe(path.endsWith('authorize'))
  }
})
