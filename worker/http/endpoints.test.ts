import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { problem, envelope } from '#contract/errors/envelope'
import type { Endpoint } from '#contract/endpoint'
import { scopes } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { hashApiKey, mintApiKey } from '../domain/apiKeys/format.ts'
import type { ApiResponse, CallOptions } from '../testing/merchant.ts'
import { cardPayment, card, createMerchant, gatewayOrigin, startWorker } from '../testing/merchant.ts'

/** Authentication, scopes and error format of every endpoint of the contract. */

const worker = startWorker({ fetch: () => Promise.resolve(new Response(null, { status: 204 })) })
const anyone = worker.as(null)
const merchant = await createMerchant()
const suspended = await createMerchant()
await suspended.run('UPDATE accounts SET suspended = 1 WHERE id = ?', suspended.id)

const unknownKey = mintApiKey({ kind: 'sk', mode: 'test', shard: '00' }).reveal()
const mistyped = unknownKey.slice(0, -1) + (unknownKey.endsWith('a') ? 'b' : 'a')
const unboundShard = mintApiKey({ kind: 'sk', mode: 'test', shard: 'zz' }).reveal()
const revoked = (await merchant.issue('sk', { revoked: Date.now() - 1 })).key
const expired = (await merchant.issue('sk', { expires: Date.now() - 1 })).key
const expiresLater = (await merchant.issue('sk', { expires: Date.now() + 3_600_000 })).key

const pathOf = ({ path }: Endpoint): string =>
  path.replace('{id}', '12345678901234').replace(/\{\w+\}/g, 'abcdefgh-1234')

const send = (endpoint: Endpoint, options: CallOptions = {}) =>
  anyone(endpoint.method, pathOf(endpoint), { ...(endpoint.body ? { body: {} } : {}), ...options })

/** Members that are null in an error response. */
const nullMembers: Readonly<Record<string, string>> = {
  'GET /v1/customers': 'customers',
  'GET /v1/customers/{Customer}': 'customers',
  'PUT /v1/customers/{Customer}/wallet/{Wallet}': 'wallet',
  'GET /v1/subscriptions': 'subscriptions',
  'GET /v1/terminals/{Terminal}': 'terminals',
}

/** The two endpoints whose errors are problem details. All others but authorize use the envelope. */
const problems = new Set(['GET /v1/transactions/{id}', 'GET /v1/customers/{Customer}/wallet'])
const authorize = 'POST /v1/transactions/authorize'

/** Checks the error format of an endpoint. */
const expectFailure = (endpoint: Endpoint, answer: ApiResponse, status: number, type: string): void => {
  const name = `${endpoint.method} ${endpoint.path}`
  const requestId = answer.headers.get('x-request-id')
  expect(answer.status).toBe(status)
  expect(requestId).toMatch(/^[0-9a-f]{32}$/)
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'ApiKey realm="v1"' : null)
  if (name === authorize && [401, 403].includes(status)) {
    expect(answer.text).toBe('')
    expect(answer.headers.get('content-length')).toBe('0')
    expect(answer.headers.has('content-type')).toBe(false)
    return
  }
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const body = answer.json
  expect(body.requestId).toBe(requestId)
  if (problems.has(name)) {
    expect(v.parse(v.strictObject(problem().entries), body)).toMatchObject({ status, instance: pathOf(endpoint) })
    expect(body.type).toBe(`${gatewayOrigin}/problems/${type.replaceAll('_', '-')}`)
    return
  }
  const nulls = nullMembers[name]
  if (nulls !== undefined) expect(body).toHaveProperty(nulls, null)
  const allowed = new Set(['requestId', 'errors', nulls, ...(endpoint.nullOnError ?? [])])
  expect(Object.keys(body).filter((member) => !allowed.has(member))).toEqual([])
  const { errors } = v.parse(envelope({}), body)
  expect(errors).toMatchObject([
    { type, message: { field: null, code: type, docs: `${gatewayOrigin}/errors#${type}` } },
  ])
}

interface Case {
  readonly who: string
  readonly key: string | null
  readonly status: number
  readonly type: string
  /** D1 round trips of the request. */
  readonly trips: number
}

const unauthenticated: readonly Case[] = [
  { who: 'no key', key: null, status: 401, type: 'key_missing', trips: 0 },
  { who: 'an empty key', key: '', status: 401, type: 'key_missing', trips: 0 },
  { who: 'a key with a wrong checksum', key: mistyped, status: 401, type: 'key_invalid', trips: 0 },
  { who: 'a malformed key', key: 'password', status: 401, type: 'key_invalid', trips: 0 },
  {
    who: 'two keys in a list',
    key: `${merchant.secretKey}, ${merchant.secretKey}`,
    status: 401,
    type: 'key_invalid',
    trips: 0,
  },
  { who: 'a key of an unbound shard', key: unboundShard, status: 401, type: 'key_invalid', trips: 0 },
  { who: 'an unknown key', key: unknownKey, status: 401, type: 'key_invalid', trips: 1 },
  { who: 'a revoked key', key: revoked, status: 401, type: 'key_revoked', trips: 1 },
  { who: 'an expired key', key: expired, status: 401, type: 'key_expired', trips: 1 },
  { who: 'a suspended account', key: suspended.secretKey, status: 403, type: 'account_suspended', trips: 1 },
]

describe.each(endpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))(
  '$name',
  ({ name, endpoint }) => {
    test.each(unauthenticated)(`${name}: $who returns $status $type`, async ({ key, status, type, trips }) => {
      expectFailure(endpoint, await send(endpoint, { key }), status, type)
      expect(worker.log.at(-1)).toMatchObject({ route: endpoint.name, status, errors: [type], d1: trips })
    })

    test(`${name}: a key in Authorization, cookie or query is ignored`, async () => {
      const { secretKey } = merchant
      const headers = { authorization: `Bearer ${secretKey}`, cookie: `x-api-key=${secretKey}` }
      const answer = await anyone(endpoint.method, `${pathOf(endpoint)}?x-api-key=${secretKey}&api_key=${secretKey}`, {
        headers,
        ...(endpoint.body ? { body: {} } : {}),
      })
      expectFailure(endpoint, answer, 401, 'key_missing')
    })

    test(`${name}: a restricted key without ${endpoint.scope} returns 403 scope_missing`, async () => {
      const { key } = await merchant.issue('rk', { scopes: scopes.filter((scope) => scope !== endpoint.scope) })
      const answer = await send(endpoint, { key })
      expectFailure(endpoint, answer, 403, 'scope_missing')
      if (endpoint.errorFormat === 'envelope')
        expect(answer.json.errors[0].message.details).toEqual({ scope: endpoint.scope })
    })

    test(`${name}: a restricted key with ${endpoint.scope} is accepted`, async () => {
      const { key } = await merchant.issue('rk', { scopes: [endpoint.scope] })
      expect([401, 403]).not.toContain((await send(endpoint, { key })).status)
    })

    test(`${name}: a key that expires later is accepted`, async () => {
      expect([401, 403]).not.toContain((await send(endpoint, { key: expiresLater })).status)
    })

    if (endpoint.publishable !== true)
      test(`${name}: a publishable key returns 403`, async () => {
        expectFailure(
          endpoint,
          await send(endpoint, { key: merchant.publishableKey }),
          403,
          'publishable_key_not_allowed',
        )
      })

    if (endpoint.publishable === true)
      test(`${name}: a publishable key is accepted`, async () => {
        expect([401, 403]).not.toContain((await send(endpoint, { key: merchant.publishableKey })).status)
      })

    test(`${name}: authentication precedes the body's validation`, async () => {
      expectFailure(
        endpoint,
        await send(endpoint, { key: null, ...(endpoint.body ? { body: '{' } : {}) }),
        401,
        'key_missing',
      )
    })

    if (endpoint.errorFormat === 'problem')
      test(`${name}: errors are application/problem+json if Accept contains it`, async () => {
        const headers = { accept: 'application/json, application/problem+json;q=0.9' }
        const answer = await send(endpoint, { key: null, headers })
        expect(answer.headers.get('content-type')).toBe('application/problem+json')
        expect(answer.json).toMatchObject({ status: 401, title: 'Key missing' })
      })

    if (endpoint.errorFormat !== 'problem')
      test(`${name}: errors are application/json even if Accept contains problem+json`, async () => {
        const answer = await send(endpoint, {
          key: merchant.secretKey,
          headers: { accept: 'application/problem+json' },
        })
        expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      })

    test(`${name}: responses are not cacheable`, async () => {
      const { headers } = await send(endpoint, { key: merchant.secretKey })
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    })
  },
)

test('publishable keys may call POST /v1/tokens and GET /v1/encryptionkeys only', () => {
  expect(endpoints.filter(({ publishable }) => publishable).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v1/tokens',
    'GET /v1/encryptionkeys',
  ])
})

describe('response schemas', () => {
  const asSecret = worker.as(merchant.secretKey)
  /** The response to closing a batch with one payment. */
  const closedBatch = async () => {
    const { json } = await asSecret('POST', '/v1/transactions/authorize', { body: cardPayment() })
    await asSecret('POST', '/v1/transactions/capture', { body: { transactionId: json.transactionId } })
    return asSecret('POST', '/v1/batches/close')
  }
  const paidId = async (): Promise<string> =>
    (await asSecret('POST', '/v1/transactions/authorize', { body: cardPayment() })).json.transactionId
  const capture = (transactionId: string) => asSecret('POST', '/v1/transactions/capture', { body: { transactionId } })
  const createCustomer = () => asSecret('POST', '/v1/customers', { body: { metadata: { tier: 'gold' } } })
  const customerId = async (): Promise<string> => (await createCustomer()).json.customers[0].id
  const storeCard = (customer: string) =>
    asSecret('POST', `/v1/customers/${customer}/wallet`, { body: { token: 'test-visa-4242' } })
  const storedCardPath = async (): Promise<string> => {
    const customer = await customerId()
    return `/v1/customers/${customer}/wallet/${(await storeCard(customer)).json.wallet[0].id}`
  }

  const createPlan = () =>
    asSecret('POST', '/v1/subscriptions', {
      body: { label: crypto.randomUUID(), cycle: { unit: 'month' }, amount: { value: 10.5 } },
    })
  const planId = async (): Promise<string> => (await createPlan()).json.subscriptions[0].id
  /** A customer with a card who has subscribed to a plan. */
  const subscribed = async () => {
    const customer = await customerId()
    await storeCard(customer)
    const answer = await asSecret('POST', `/v1/customers/${customer}/subscriptions`, { body: { plan: await planId() } })
    const { customerSubscriptionId } = answer.json.customerSubscriptions[0]
    return { customer, answer, path: `/v1/customers/${customer}/subscriptions/${customerSubscriptionId}` }
  }

  const createCheckout = () => asSecret('POST', '/v1/dynamiccheckout', { body: { total: 10.5 } })
  const checkoutId = async (): Promise<string> => (await createCheckout()).json.id

  const createTerminal = () =>
    asSecret('POST', '/v1/terminals', {
      body: {
        registrationCode: 'SIM001',
        nickname: 'Till 1',
        configuration: { promptTip: true, tipAmounts: [1, 2.5, 4] },
      },
    })
  const terminalPath = async (): Promise<string> => `/v1/terminals/${(await createTerminal()).json.terminals[0].id}`

  const createWebhook = () =>
    asSecret('POST', '/v1/webhook', {
      body: {
        url: `https://shop.example/${crypto.randomUUID()}`,
        enabled: true,
        subscribedEvents: [4, 5],
        headers: { 'x-shop': '7' },
      },
    })
  const webhookPath = async (): Promise<string> => `/v1/webhook/${(await createWebhook()).json.webhook.id}`
  /** Of something that happens now. */
  const eventPath = async (): Promise<string> => {
    await createCustomer()
    return `/v1/events/${(await asSecret('GET', '/v1/events?pageSize=1')).json.events[0].id}`
  }

  const samples: Readonly<Record<string, () => Promise<ApiResponse>>> = {
    authorizeTransaction: () => asSecret('POST', '/v1/transactions/authorize', { body: cardPayment() }),
    captureTransaction: async () => capture(await paidId()),
    voidTransaction: async () => asSecret('POST', '/v1/transactions/void', { body: { transactionId: await paidId() } }),
    creditTransaction: async () => {
      const transactionId = await paidId()
      await capture(transactionId)
      return asSecret('POST', '/v1/transactions/credit', { body: { referenceTransactionId: Number(transactionId) } })
    },
    getTransaction: async () => {
      const { json } = await asSecret('POST', '/v1/transactions/authorize', {
        body: cardPayment('4000000000009995', {
          order: { total: 10.5, metadata: { cart: '7' } },
          initiatedByUserId: 5,
        }),
      })
      return asSecret('GET', `/v1/transactions/${json.transactionId}`)
    },
    listTransactions: async () => {
      await asSecret('POST', '/v1/transactions/authorize', {
        body: cardPayment(undefined, { order: { referenceObjectId: 7 } }),
      })
      return asSecret('GET', '/v1/transactions?reference=7')
    },
    createToken: () => asSecret('POST', '/v1/tokens', { body: { creditCard: card() } }),
    listEncryptionKeys: () => asSecret('GET', '/v1/encryptionkeys'),
    createCustomer,
    getCustomer: async () => asSecret('GET', `/v1/customers/${await customerId()}`),
    listCustomers: async () => {
      await createCustomer()
      return asSecret('GET', '/v1/customers')
    },
    updateCustomer: async () => asSecret('PUT', `/v1/customers/${await customerId()}`, { body: { company: 'Fits' } }),
    deleteCustomer: async () => asSecret('DELETE', `/v1/customers/${await customerId()}`),
    exportCustomer: async () => asSecret('GET', `/v1/customers/${await customerId()}/export`),
    eraseCustomer: async () => asSecret('POST', `/v1/customers/${await customerId()}/erase`),
    addWalletEntry: async () => storeCard(await customerId()),
    updateWalletEntry: async () => asSecret('PUT', await storedCardPath(), { body: { default: true } }),
    deleteWalletEntry: async () => asSecret('DELETE', await storedCardPath()),
    listWallet: async () => {
      const customer = await customerId()
      await storeCard(customer)
      return asSecret('GET', `/v1/customers/${customer}/wallet`)
    },
    listSubscriptions: async () => {
      await createPlan()
      return asSecret('GET', '/v1/subscriptions')
    },
    createSubscription: () => createPlan(),
    deleteSubscription: async () => asSecret('DELETE', `/v1/subscriptions/${await planId()}`),
    listCustomerSubscriptions: async () => {
      const { customer } = await subscribed()
      return asSecret('GET', `/v1/customers/${customer}/subscriptions`)
    },
    createCustomerSubscription: async () => (await subscribed()).answer,
    updateCustomerSubscription: async () =>
      asSecret('PUT', (await subscribed()).path, { body: { status: 'paused', resumesAt: '2100-01-01' } }),
    cancelCustomerSubscription: async () => asSecret('DELETE', (await subscribed()).path),
    listBills: async () => {
      const { path } = await subscribed()
      await asSecret('POST', '/v1/testclock/advance', { body: { seconds: 1 } })
      return asSecret('GET', `${path}/bills`)
    },
    createCheckout: () => createCheckout(),
    getCheckout: async () => asSecret('GET', `/v1/dynamiccheckout/${await checkoutId()}`),
    cancelCheckout: async () => asSecret('DELETE', `/v1/dynamiccheckout/${await checkoutId()}`),
    createTerminal: () => createTerminal(),
    listTerminals: async () => {
      await createTerminal()
      return asSecret('GET', '/v1/terminals')
    },
    getTerminal: async () => asSecret('GET', await terminalPath()),
    deleteTerminal: async () => asSecret('DELETE', await terminalPath()),
    cancelTerminal: async () => asSecret('POST', `${await terminalPath()}/cancel`),
    simulateTerminal: async () => asSecret('POST', `${await terminalPath()}/simulate`, { body: { action: 'offline' } }),
    getSignature: async () => {
      const id = (await createTerminal()).json.terminals[0].id
      const terminal = { id, promptSignature: true }
      const { json } = await asSecret('POST', '/v1/transactions/authorize', {
        body: { payment: { terminal }, amount: { value: 10.5 } },
      })
      return asSecret('GET', `/v1/transactions/${json.transactionId}/signature`)
    },
    createWebhook: () => createWebhook(),
    listWebhooks: async () => {
      const path = await webhookPath()
      await asSecret('POST', `${path}/rotate`)
      return asSecret('GET', '/v1/webhook')
    },
    updateWebhook: async () => asSecret('PUT', await webhookPath(), { body: { enabled: false } }),
    deleteWebhook: async () => asSecret('DELETE', await webhookPath()),
    rotateWebhookSecret: async () => asSecret('POST', `${await webhookPath()}/rotate`),
    testWebhook: async () => asSecret('POST', `${await webhookPath()}/test`),
    replayWebhook: async () =>
      asSecret('POST', `${await webhookPath()}/replay`, {
        body: { since: new Date(Date.now() - 60_000).toISOString() },
      }),
    listEvents: async () => {
      // One of each resource that a payment, its batch, a stored card, a plan, a page and a reader are.
      await closedBatch()
      await createCheckout()
      await createTerminal()
      await subscribed()
      return asSecret('GET', '/v1/events')
    },
    getEvent: async () => asSecret('GET', await eventPath()),
    listAttempts: async () => {
      await createWebhook()
      return asSecret('GET', `${await eventPath()}/attempts`)
    },
    replayEvent: async () => {
      const { id } = (await createWebhook()).json.webhook
      return asSecret('POST', `${await eventPath()}/replay`, { body: { webhook: id } })
    },
    getAccount: () => asSecret('GET', '/v1/account'),
    updateAccount: () => asSecret('PUT', '/v1/account', { body: { name: 'Fits' } }),
    issueApiKey: () => asSecret('POST', '/v1/apikeys', { body: { kind: 'publishable' } }),
    listApiKeys: () => asSecret('GET', '/v1/apikeys'),
    revokeApiKey: async () => asSecret('DELETE', `/v1/apikeys/${(await merchant.issue('rk')).keyId}`),
    rotateApiKey: async () =>
      asSecret('POST', `/v1/apikeys/${(await merchant.issue('pk')).keyId}/rotate`, { body: { overlapHours: 1 } }),
    listBatches: async () => {
      await closedBatch()
      return asSecret('GET', '/v1/batches')
    },
    getBatch: async () => asSecret('GET', `/v1/batches/${(await closedBatch()).json.batch.id}`),
    closeBatch: () => closedBatch(),
    getTestClock: () => asSecret('GET', '/v1/testclock'),
    setTestClock: () => asSecret('POST', '/v1/testclock', { body: { now: new Date().toISOString() } }),
    advanceTestClock: () => asSecret('POST', '/v1/testclock/advance', { body: { seconds: 1 } }),
    resetTestClock: () => asSecret('DELETE', '/v1/testclock'),
  }

  test.each(endpoints)(
    '$name: a successful response matches its schema exactly',
    async ({ name, response: schema }) => {
      const answer = await samples[name]!()
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(answer.json.requestId).toBe(answer.headers.get('x-request-id'))
      // The schema drops members that it does not know: what comes out unchanged has none.
      expect(v.parse(schema, answer.json)).toEqual(answer.json)
    },
  )
})

describe('lastUsed of an API key', () => {
  test('lastUsed of a key is recorded after the response, at most once a minute', async () => {
    const { key, keyId } = await merchant.issue('sk')
    const lastUsed = async () =>
      (await merchant.rows('SELECT lastUsed FROM apiKeys WHERE id = ?', keyId))[0]?.['lastUsed']
    expect(await lastUsed()).toBeNull()
    const before = Date.now()
    await send(endpoints[0]!, { key })
    const first = await lastUsed()
    expect(first).toBeGreaterThanOrEqual(before)
    await startWorker().as(key)('GET', '/v1/account')
    expect(await lastUsed()).toBe(first)
    await startWorker({ clock: { now: () => Date.now() + 61_000 } }).as(key)('GET', '/v1/account')
    expect(await lastUsed()).toBeGreaterThan(first)
  })
})

test('an API key is stored as a hash only', async () => {
  const stored = JSON.stringify(await merchant.rows('SELECT * FROM apiKeys WHERE account = ?', merchant.id))
  for (const key of [merchant.secretKey, merchant.publishableKey]) {
    expect(stored).toContain(await hashApiKey(key))
    expect(stored).not.toContain(key.slice(18, 50))
  }
})
