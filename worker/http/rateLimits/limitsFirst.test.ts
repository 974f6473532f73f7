import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints'
import { rateLimitsWithBinding } from '#contract/rateLimits'
import { deviceProtocol } from '#contract/terminals/device'
import { createRouter } from '../../app/worker.ts'
import { mintApiKey } from '../../domain/apiKeys/format.ts'
import { bindings } from '../../testing/bindings.ts'
import { interceptD1 } from '../../testing/database/interceptD1.ts'
import { createMerchant, gatewayOrigin, startWorker } from '../../testing/merchant.ts'

/** A limited request costs no read of the database: every route, with every kind of credential. */

const merchant = await createMerchant({ settings: { rateTier: 'standard' } })
const body = { items: [], total: 12.5 }
const checkout = async (): Promise<string> =>
  (await startWorker().as(merchant.secretKey)('POST', '/v1/dynamiccheckout', { body })).json.id
const invented = {
  key: () => mintApiKey({ kind: 'sk', mode: 'test', shard: '00' }).reveal(),
  publishableKey: () => mintApiKey({ kind: 'pk', mode: 'live', shard: '00' }).reveal(),
  checkout: () => `00${crypto.randomUUID().replaceAll('-', '').slice(0, 22)}`,
  reader: () => `00-${crypto.randomUUID()}`,
}

interface RouteCase {
  readonly name: string
  readonly request: () => Request | Promise<Request>
  /** Whether the request reads the database while it is not limited. */
  readonly reads: boolean
}

const address = { 'cf-connecting-ip': '198.51.100.9' }
const requestOf = (method: string, path: string, headers: Record<string, string> = {}): Request =>
  new Request(gatewayOrigin + path, {
    method,
    headers: { ...address, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })

const withKeys = (method: string, path: string): RouteCase[] => {
  const concrete = path.replace('{id}', '12345678901234').replace(/\{\w+\}/g, 'abcdefgh-1234')
  const by = (who: string, key: () => string, reads: boolean): RouteCase => ({
    name: `${method} ${path} with ${who}`,
    request: () => requestOf(method, concrete, { 'x-api-key': key() }),
    reads,
  })
  return [
    by('a key of the account', () => merchant.secretKey, true),
    by('a publishable key', () => merchant.publishableKey, true),
    by('an invented key', invented.key, true),
    by('a malformed key', () => 'password', false),
  ]
}

/** Routes outside of the API that have a credential in their URL. */
const credentialsInUrl: Readonly<Record<string, (method: string) => RouteCase[]>> = Object.fromEntries([
  ...['/checkout/:id', '/checkout/:id/pay', '/checkout/:id/order', '/checkout/:id/state'].map((path) => [
    path,
    (method: string): RouteCase[] => {
      const by = (what: string, id: () => string | Promise<string>) => ({
        name: `${method} ${path} with ${what}`,
        request: async () => requestOf(method, path.replace(':id', await id()), { 'sec-fetch-site': 'same-origin' }),
        reads: true,
      })
      let made: Promise<string> | null = null
      return [by('the id of a checkout', () => (made ??= checkout())), by('an invented id', invented.checkout)]
    },
  ]),
  [
    '/card',
    () =>
      [
        ['the key of an account', () => merchant.publishableKey] as const,
        ['an invented key', invented.publishableKey] as const,
      ].map(([what, key]) => ({
        name: `GET /card with ${what}`,
        request: () => requestOf('GET', `/card?key=${key()}`),
        reads: true,
      })),
  ],
  [
    '/processors/:connection/notifications',
    () => [
      {
        name: 'POST /processors/:connection/notifications with an invented connection',
        request: () => requestOf('POST', `/processors/00-${crypto.randomUUID()}/notifications`),
        reads: true,
      },
    ],
  ],
  ['/health', () => [{ name: 'GET /health', request: () => requestOf('GET', '/health'), reads: true }]],
  [
    '/device',
    () => {
      const headers = { upgrade: 'websocket', 'sec-websocket-protocol': deviceProtocol }
      return [
        { name: 'GET /device without a key', request: () => requestOf('GET', '/device', headers), reads: false },
        {
          name: 'GET /device with an invented reader id',
          request: () => requestOf('GET', `/device?reader=${invented.reader()}`, headers),
          reads: true,
        },
      ]
    },
  ],
])

/** Every route outside of the API that the worker serves, once per method. */
const routesOutsideApi = [
  ...new Map(
    createRouter()
      .hono.routes.filter(({ path, method }) => !path.startsWith('/v1') && path !== '/*' && method !== 'ALL')
      .map(({ path, method }) => [`${method} ${path}`, { path, method }] as const),
  ).values(),
]

const cases: readonly RouteCase[] = [
  ...endpoints.flatMap(({ method, path }) => withKeys(method, path)),
  ...withKeys('GET', '/v1/unknown'),
  ...withKeys('DELETE', '/v1/account'),
  ...routesOutsideApi.flatMap(
    ({ path, method }) =>
      credentialsInUrl[path]?.(method) ?? [
        {
          name: `${method} ${path}`,
          request: () => requestOf(method, path.replace(/:\w+/, 'abc')),
          reads: false,
        },
      ],
  ),
]

describe('limits come before the database', () => {
  let isOpen = true
  const limiter = { limit: () => Promise.resolve({ success: isOpen }) }
  const rateLimiters = Object.fromEntries(rateLimitsWithBinding.map((name) => [name, limiter]))

  test.each(cases)('$name reads no database once it is limited', async ({ request, reads }) => {
    let statements = 0
    const d1 = interceptD1(bindings.DB_00, { before: ({ sql }) => void (statements += sql.length) })
    const worker = startWorker({ rateLimiters }, { DB_00: d1 })
    const ask = async () => {
      statements = 0
      const response = await worker.fetch(await request())
      await response.body?.cancel()
      return { status: response.status, statements }
    }
    isOpen = true
    // Some paths need WebSockets, which Node lacks, after their look-up.
    const open = await ask()
    expect(open.statements > 0).toBe(reads)
    isOpen = false
    const limited = await ask()
    expect(limited.statements).toBe(0)
    if (reads) expect(limited.status).toBe(429)
  })

  test('the walk includes every route that reads the database by a credential in its URL', () => {
    expect(routesOutsideApi.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(credentialsInUrl)))
  })
})
