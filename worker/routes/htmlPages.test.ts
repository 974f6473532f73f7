import { CspEvaluator } from 'csp_evaluator'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { expect, test } from 'vitest'
import type { Processor } from '../processors/processor.ts'
import { simulator } from '../processors/simulator/simulator.ts'
import { bindings } from '../testing/bindings.ts'
import { faultyDatabase } from '../testing/database/brokenDatabase.ts'
import { cards, checkoutApiFixture } from '../testing/fixtures/checkoutApiFixture.ts'
import { card, createMerchant, gatewayOrigin, startWorker } from '../testing/merchant.ts'
import { createRouter } from '../app/worker.ts'

/** The security headers of every HTML page, in each of its states. */

const shop = await checkoutApiFixture({ settings: { logoUrl: 'https://logo.example/a.svg' } })
const { worker, merchant } = shop
const strict = await createMerchant({ own: { test: { allowedOrigins: ['https://shop.example'] } } })

const get = (path: string, at = worker): Promise<Response> => at.fetch(new Request(gatewayOrigin + path))

const checkout = async (id: string | Promise<string>, at = worker): Promise<Response> =>
  get(`/checkout/${await id}`, at)

const paid = async (): Promise<string> => {
  const id = await shop.make()
  await shop.shopper.openAndPay(id)
  return id
}

const declined = async (): Promise<string> => {
  const id = await shop.make()
  for (let declines = 0; declines < 10; declines++)
    await shop.shopper.openAndPay(id, { payment: { creditCard: card(cards.declined) } })
  return id
}

/** A checkout with an unknown outcome. */
const processing = async (): Promise<Response> => {
  const processor: Processor = {
    ...simulator(),
    authorize: async (_operation, ref) => ({ result: 'unknown', ref, reason: 'timeout' }),
    reverse: async () => 'retry',
  }
  const processingShop = await checkoutApiFixture({}, { processor })
  const id = await processingShop.make()
  await processingShop.shopper.openAndPay(id)
  return checkout(id, processingShop.worker)
}

const expired = async (): Promise<Response> => {
  const late = await checkoutApiFixture()
  const id = await late.make()
  await late.advance(2 * 86_400)
  return checkout(id, late.worker)
}

const withoutDatabase = async (): Promise<Response> => {
  const { d1 } = faultyDatabase(bindings.DB_00, () => 'fails before')
  return checkout('0'.repeat(24), startWorker({}, { DB_00: d1 }))
}

interface Kind {
  /** Headers beside those of every page; null for an absent one. */
  readonly headers: Readonly<Record<string, string | null>>
  /** Directives of its policy. */
  readonly policy: readonly (string | RegExp)[]
  /** Status and response of each state. */
  readonly states: Readonly<Record<string, readonly [status: number, respond: () => Promise<Response>]>>
}

const trusted = ["require-trusted-types-for 'script'", 'trusted-types lit-html']
const alone = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-resource-policy': 'same-origin' }
const read = { ...alone, 'cache-control': 'public, max-age=300' }
/** Of an unknown address, by Accept. */
const unknown: Kind = {
  headers: { ...alone, 'cache-control': 'no-store', vary: 'Accept' },
  policy: ["default-src 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"],
  states: {
    unknown: [404, () => worker.fetch(new Request(`${gatewayOrigin}/nothing`, { headers: { accept: 'text/html' } }))],
  },
}
const byNonce = /^script-src 'nonce-[\w+/]{22}==' 'strict-dynamic'$/
const hosted = { 'cross-origin-opener-policy': 'same-origin', 'cache-control': 'no-store' }

/** Pages by route. A page that is missing here fails the last test of this file. */
const kinds: Readonly<Record<string, readonly Kind[]>> = {
  ...Object.fromEntries(
    [
      ['/', '/'],
      ['/docs', '/docs'],
      ['/errors', '/errors'],
      ['/events', '/events'],
      ['/problems/:slug', '/problems/not-found'],
    ].map(([route, path]) => [
      route!,
      [
        {
          headers: read,
          // No scripts.
          policy: ["default-src 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"],
          states: { found: [200, () => get(path!)] },
        },
      ] satisfies Kind[],
    ]),
  ),
  '/nothing': [unknown],
  '/embed/:file': [unknown],
  '/checkout-assets/:file': [unknown],
  '/checkout-assets/address/:version/:file': [unknown],
  '/card': [
    {
      headers: {
        'cross-origin-resource-policy': 'cross-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'cache-control': 'private, no-cache',
      },
      policy: ["default-src 'none'", /^script-src 'sha256-[\w+/]{43}=' 'strict-dynamic'$/, ...trusted],
      states: {
        'without a key': [200, () => get('/card')],
        'with a key without allowed origins': [200, () => get(`/card?key=${merchant.publishableKey}`)],
        'with a key with allowed origins': [200, () => get(`/card?key=${strict.publishableKey}`)],
        'in another language': [200, () => get('/card?locale=ar')],
      },
    },
  ],
  '/checkout/:id': [
    {
      headers: { ...hosted, 'cross-origin-resource-policy': null, 'cross-origin-embedder-policy': null },
      policy: ["default-src 'none'", byNonce, ...trusted, "frame-ancestors 'none'"],
      states: {
        open: [200, () => checkout(shop.make())],
        'with a subscription': [200, () => checkout(shop.make({ total: 5, subscription: {} }))],
        processing: [200, processing],
        paid: [200, () => checkout(paid())],
        canceled: [
          200,
          async () => {
            const id = await shop.make()
            await shop.cancel(id)
            return checkout(id)
          },
        ],
        'closed by declines': [200, () => checkout(declined())],
        expired: [200, expired],
        unknown: [404, () => checkout(`00${'x'.repeat(22)}`)],
        'with too long a URL': [414, () => checkout('x'.repeat(9000))],
        'without a database': [503, withoutDatabase],
      },
    },
    {
      headers: {
        ...hosted,
        'cross-origin-resource-policy': 'cross-origin',
        'cross-origin-embedder-policy': 'credentialless',
      },
      policy: ["default-src 'none'", byNonce, ...trusted, 'frame-ancestors *'],
      states: { 'in an iframe': [200, () => checkout(shop.make({ total: 5, iframe: true }))] },
    },
  ],
}

const everyPage = {
  'content-type': 'text/html; charset=utf-8',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
}

/** Headers that disclose the software, store state or share the page. */
const absentHeaders = ['access-control-allow-origin', 'server', 'set-cookie', 'x-frame-options', 'x-powered-by']

/** All findings of csp_evaluator, of any severity. */
const findings = (policy: string): string[] =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .map(({ directive, description }) => `${directive}: ${description}`)

const states = Object.entries(kinds).flatMap(([route, list]) =>
  list.flatMap(({ states, ...kind }) =>
    Object.entries(states).map(([state, [status, respond]]) => [route, state, status, respond, kind] as const),
  ),
)

test.each(states)(
  'page %s (%s) returns %i with its security headers and a strict content security policy',
  async (_route, _state, status, respond, { headers: own, policy }) => {
    const response = await respond()
    await response.body?.cancel()
    const { headers } = response
    expect(response.status).toBe(status)
    for (const [name, value] of Object.entries({ ...everyPage, ...own })) expect(headers.get(name), name).toBe(value)
    expect(absentHeaders.filter((name) => headers.has(name))).toEqual([])
    const permissions = (headers.get('permissions-policy') ?? '').split(', ')
    expect(permissions).toContain('camera=()')
    expect(permissions.filter((feature) => !feature.endsWith('=()'))).toEqual(['payment=(self)'])

    const text = headers.get('content-security-policy') ?? ''
    expect(findings(text)).toEqual([])
    const directives = text.split('; ')
    for (const directive of policy)
      expect(directives).toContainEqual(
        typeof directive === 'string' ? directive : (expect.stringMatching(directive) as string),
      )
    expect(directives).toContainEqual(expect.stringMatching(/^frame-ancestors /))
    expect(directives).toEqual(expect.arrayContaining(["base-uri 'none'", "form-action 'none'"]))
  },
)

test('csp_evaluator has findings for weak policies', () => {
  for (const policy of [
    "default-src 'none'; script-src 'self'",
    "default-src 'none'; script-src 'self' 'unsafe-inline'",
    "script-src 'nonce-abcdefghijklmnopqrstuv=='",
    'default-src https:',
  ])
    expect(findings(policy), policy).not.toEqual([])
})

/** Sample paths of each route outside of the API with a parameter. */
const samples: Readonly<Record<string, readonly string[]>> = {
  '/problems/:slug': ['/problems/not-found', '/problems/none'],
  '/embed/:file': ['/embed/none'],
  '/processors/:connection/notifications': ['/processors/00-abcdefgh/notifications'],
  '/checkout-assets/:file': ['/checkout-assets/none'],
  '/checkout-assets/address/:version/:file': ['/checkout-assets/address/none/US.json'],
  '/checkout/:id': [`/checkout/00${'x'.repeat(22)}`],
  '/checkout/:id/pay': [`/checkout/00${'x'.repeat(22)}/pay`],
  '/checkout/:id/order': [`/checkout/00${'x'.repeat(22)}/order`],
  '/checkout/:id/remove': [`/checkout/00${'x'.repeat(22)}/remove`],
  '/checkout/:id/state': [`/checkout/00${'x'.repeat(22)}/state`],
}

const isApiPath = (path: string): boolean => path.startsWith('/v1/')

/** Every route of the worker, from the router. */
const routes = [
  ...new Map(
    createRouter().hono.routes.map(({ method, path }) => {
      const route = { method: method === 'ALL' ? 'GET' : method, path }
      return [JSON.stringify(route), route] as const
    }),
  ).values(),
]

const pathsOf = (path: string): readonly string[] =>
  isApiPath(path) || !path.includes(':')
    ? [path.replaceAll(/:\w+/g, 'abcdefgh').replace('*', 'nothing')]
    : samples[path]!

test('every route with an HTML page is in the table, and every response has nosniff', async () => {
  expect(routes.length).toBeGreaterThan(60)
  const withParameter = routes.filter(({ path }) => !isApiPath(path) && path.includes(':')).map(({ path }) => path)
  expect(withParameter.sort()).toEqual(Object.keys(samples).sort())
  const call = worker.as(strict.secretKey)
  const pages = new Set<string>()
  for (const { method, path } of [...routes, { method: 'GET', path: '/nothing' }])
    for (const sample of pathsOf(path)) {
      const { headers, status } = await call(method, sample, {
        headers: { accept: 'text/html' },
        ...(method === 'POST' || method === 'PUT' ? { body: {} } : {}),
      })
      const type = headers.get('content-type')
      expect(status, `${method} ${sample}`).not.toBe(500)
      if (type?.startsWith('text/html')) pages.add(path)
      // A response without a body has no content type.
      if (type !== null) expect(headers.get('x-content-type-options'), `${method} ${sample}`).toBe('nosniff')
      expect(headers.has('x-powered-by'), `${method} ${sample}`).toBe(false)
    }
  expect([...pages].sort()).toEqual(Object.keys(kinds).sort())
})
