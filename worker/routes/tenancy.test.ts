import { describe, expect, test } from 'vitest'
import type { Call } from '../testing/merchant.ts'
import { cardPayment, card, createMerchant, startWorker } from '../testing/merchant.ts'

/** An account in one mode sees its own rows alone, and foreign ids are indistinguishable from unknown ones. */

const worker = startWorker()
const [owner, stranger] = [await createMerchant(), await createMerchant()]
const own = worker.as(owner.secretKey)
const outsiders: Readonly<Record<string, Call>> = {
  'another account': worker.as(stranger.secretKey),
  'the other mode': worker.as((await owner.issue('sk', { mode: 'live' })).key),
}

const post = (by: Call, path: string, body: object) => by('POST', `/v1/${path}`, { body })

/** One id of each kind, of the owner. */
const ids = {
  transaction: (await post(own, 'transactions/authorize', cardPayment())).json.transactionId as string,
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

/** An unknown id of each kind. */
const unknownIds: Readonly<Record<keyof typeof ids, string>> = {
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

/** Every request with an id. A foreign id returns 404 in a path and 400 in a body, in the same bytes as an unknown id. */
const requests: Readonly<
  Record<string, readonly [kind: keyof typeof ids, status: number, send: (by: Call, id: string) => ReturnType<Call>]>
> = {
  'GET /v1/transactions/{id}': ['transaction', 404, (by, id) => by('GET', `/v1/transactions/${id}`)],
  capture: ['transaction', 400, (by, id) => post(by, 'transactions/capture', { transactionId: id })],
  void: ['transaction', 400, (by, id) => post(by, 'transactions/void', { transactionId: id })],
  credit: ['settled', 400, (by, id) => post(by, 'transactions/credit', { referenceTransactionId: Number(id) })],
  'authorize with referenceTransactionId': [
    'transaction',
    400,
    (by, id) => post(by, 'transactions/authorize', cardPayment(undefined, { referenceTransactionId: Number(id) })),
  ],
  'authorize with a token': [
    'token',
    400,
    (by, id) => post(by, 'transactions/authorize', { payment: { token: id }, amount: { value: 1 } }),
  ],
  'authorize with a stored customer': [
    'customer',
    400,
    (by, id) => post(by, 'transactions/authorize', stored({ customer: id })),
  ],
  'authorize with a stored wallet entry': [
    'wallet',
    400,
    (by, id) => post(by, 'transactions/authorize', stored({ wallet: id })),
  ],
  'GET /v1/customers/{id}': ['customer', 404, (by, id) => by('GET', `/v1/customers/${id}`)],
  'GET /v1/customers/{id}/wallet': ['customer', 404, (by, id) => by('GET', `/v1/customers/${id}/wallet`)],
  'POST /v1/customers/{id}/wallet': [
    'customer',
    404,
    async (by, id) => {
      const { token } = (await post(by, 'tokens', { creditCard: card() })).json
      return post(by, `customers/${id}/wallet`, { token })
    },
  ],
  'DELETE /v1/apikeys/{id}': ['apiKey', 404, (by, id) => by('DELETE', `/v1/apikeys/${id}`)],
  'POST /v1/apikeys/{id}/rotate': ['apiKey', 404, (by, id) => post(by, `apikeys/${id}/rotate`, {})],
  'GET /v1/terminals/{id}': ['terminal', 404, (by, id) => by('GET', `/v1/terminals/${id}`)],
  'DELETE /v1/terminals/{id}': ['terminal', 404, (by, id) => by('DELETE', `/v1/terminals/${id}`)],
  'POST /v1/terminals/{id}/cancel': ['terminal', 404, (by, id) => by('POST', `/v1/terminals/${id}/cancel`)],
  'authorize with a terminal': [
    'terminal',
    400,
    (by, id) => post(by, 'transactions/authorize', { payment: { terminal: { id } }, amount: { value: 1 } }),
  ],
  'GET /v1/transactions/{id}/signature': ['signed', 404, (by, id) => by('GET', `/v1/transactions/${id}/signature`)],
  'GET /v1/batches/{id}': ['batch', 404, (by, id) => by('GET', `/v1/batches/${id}`)],
  'PUT /v1/webhook/{id}': ['webhook', 404, (by, id) => by('PUT', `/v1/webhook/${id}`, { body: { enabled: true } })],
  'DELETE /v1/webhook/{id}': ['webhook', 404, (by, id) => by('DELETE', `/v1/webhook/${id}`)],
  'POST /v1/webhook/{id}/rotate': ['webhook', 404, (by, id) => post(by, `webhook/${id}/rotate`, {})],
  'POST /v1/webhook/{id}/test': ['webhook', 404, (by, id) => post(by, `webhook/${id}/test`, {})],
  'POST /v1/webhook/{id}/replay': [
    'webhook',
    404,
    (by, id) => post(by, `webhook/${id}/replay`, { since: new Date(Date.now() - 60_000).toISOString() }),
  ],
  'GET /v1/events/{id}': ['event', 404, (by, id) => by('GET', `/v1/events/${id}`)],
  'GET /v1/events/{id}/attempts': ['event', 404, (by, id) => by('GET', `/v1/events/${id}/attempts`)],
  'POST /v1/events/{id}/replay': ['event', 404, (by, id) => post(by, `events/${id}/replay`, {})],
  'replay of an event to a webhook': [
    'webhook',
    400,
    async (by, id) => {
      await post(by, 'customers', {})
      const [event] = (await by('GET', '/v1/events?pageSize=1')).json.events
      return post(by, `events/${event.id}/replay`, { webhook: id })
    },
  ],
}

/** A response body without request id and requested id. */
const bytes = (text: string, id: string) => text.replaceAll(/"requestId":"[0-9a-f]{32}"/g, '').replaceAll(id, '<id>')

describe('ids of another account or mode', () => {
  for (const [who, outsider] of Object.entries(outsiders))
    test.each(
      Object.entries(requests).map(([request, [kind, status, send]]) => [request, status, kind, send] as const),
    )(`%s: an id of ${who} returns the same %i as an unknown id`, async (_request, status, kind, send) => {
      const foreign = await send(outsider, ids[kind])
      const unknown = await send(outsider, unknownIds[kind])
      expect([foreign.status, bytes(foreign.text, ids[kind])]).toEqual([
        unknown.status,
        bytes(unknown.text, unknownIds[kind]),
      ])
      expect(foreign.status).toBe(status)
    })

  test('a cursor of another account or mode returns 400 query_invalid', async () => {
    const { nextCursor } = (await own('GET', '/v1/transactions?pageSize=1')).json
    expect((await own('GET', `/v1/transactions?pageSize=1&cursor=${nextCursor}`)).status).toBe(200)
    for (const outsider of Object.values(outsiders)) {
      const response = await outsider('GET', `/v1/transactions?pageSize=1&cursor=${nextCursor}`)
      expect([response.status, response.json.errors[0].type]).toEqual([400, 'query_invalid'])
    }
  })

  test('lists contain no id of another account or mode', async () => {
    for (const outsider of Object.values(outsiders))
      for (const path of ['transactions', 'batches', 'apikeys', 'terminals', 'webhook', 'events'])
        for (const id of Object.values(ids)) expect((await outsider('GET', `/v1/${path}`)).text).not.toContain(id)
  })

  test('rejected requests of another account or mode change nothing', async () => {
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

test('a restricted key cannot issue or rotate keys with more scopes, nor use other scopes: 403', async () => {
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

test('429 has Retry-After and RateLimit headers, and no body for authorize', async () => {
  const exhausted = { limit: () => Promise.resolve({ success: false }) }
  const by = startWorker({ rateLimiters: { standard: exhausted } }).as(owner.secretKey)
  for (const [method, path] of [
    ['POST', '/v1/transactions/authorize'],
    ['POST', '/v1/transactions/capture'],
    ['GET', `/v1/transactions/${ids.transaction}`],
  ] as const) {
    const response = await by(method, path, method === 'POST' ? { body: cardPayment() } : {})
    expect([response.status, response.headers.get('retry-after'), response.headers.get('ratelimit')]).toEqual([
      429,
      '10',
      '"standard";r=0;t=10',
    ])
    expect(response.headers.get('ratelimit-policy')).toBe('"standard";q=1000;w=10')
    expect(response.text === '').toBe(path.endsWith('authorize'))
  }
})
