import * as fc from 'fast-check'
import { luhn } from '#contract/card/luhn'
import { devicePath, deviceProtocol } from '#contract/device'
import type { Endpoint } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { validBodies } from '#contract/testBodies'
import openapi from '../../openapi.json'
import { card } from '../given.ts'
import { weightOf } from './harvest.ts'
import type { Known } from './known.ts'
import { kinds, places } from './known.ts'
import type { Kind } from './known.ts'
import { cardMarkers } from './meaning.ts'
import { mutated } from './mutations.ts'
import { naughtyTexts } from './naughty.ts'
import { bodiesOf } from './shape.ts'
import type { Shape, Shapes } from './shape.ts'
import { raw, text, written } from './written.ts'
import type { Written } from './written.ts'

/** A request as it goes out: all that is needed to send it again. */
export interface Sending {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
}

/** Whose key a request has; a run knows the keys. */
export const keyHolders = ['secret', 'publishable', 'restricted', 'stranger', 'revoked', 'expired'] as const
export type KeyHolder = (typeof keyHolders)[number]
export type Keys = Readonly<Record<KeyHolder, string>>

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly in?: string; readonly name?: string; readonly schema?: Shape }[]
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: Shape
        readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
      }
    }
  }
  readonly responses: Readonly<Record<string, unknown>>
}

/** The contract as it is printed: schemas of bodies and queries, with examples. */
const operations: ReadonlyMap<string, Operation> = new Map(
  Object.values(openapi.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
)
export const operationOf = ({ name }: Endpoint): Operation => operations.get(name)!

const naughtyText = fc.constantFrom(...naughtyTexts)

/** Texts that a header may have: others are refused by whoever makes the request. */
const headerText = fc.constantFrom(
  ...naughtyTexts.filter((value) => /^[\t\x20-\x7e]*$/.test(value) && value.length < 9000),
)

/** The usual, so many times as often as each of the others. */
const mostly = <T>(weight: number, usual: fc.Arbitrary<T>, ...others: readonly fc.Arbitrary<T>[]): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })))

type Headers = Readonly<Record<string, string>>
const none: Headers = {}

const named = (name: string, values: fc.Arbitrary<string>): fc.Arbitrary<Headers> =>
  values.map((value) => ({ [name]: value }))

const idempotencyKeys = fc.oneof(
  { weight: 4, arbitrary: fc.uuid() },
  { weight: 2, arbitrary: fc.constantFrom('again', '"again"', '"a\\"b"') },
  { weight: 1, arbitrary: headerText },
)

/** Headers beside the key and the type of the body. */
const furtherHeaders: fc.Arbitrary<Headers> = fc
  .tuple(
    mostly(12, fc.constant(none), named('idempotency-key', idempotencyKeys), named('idempotency-key', idempotencyKeys)),
    mostly(
      20,
      fc.constant(none),
      named('accept', fc.constantFrom('application/problem+json', '*/*', 'text/html, */*;q=0')),
    ),
    mostly(20, fc.constant(none), named('origin', mostly(2, fc.constant('https://shop.example'), headerText))),
    mostly(20, fc.constant(none), named('x-request-id', mostly(2, fc.constantFrom(...cardMarkers), headerText))),
    mostly(30, fc.constant(none), named('cf-connecting-ip', fc.constantFrom('192.0.2.1', '2001:db8::1', '::', 'x:y'))),
    mostly(30, fc.constant(none), named('content-length', fc.constantFrom('0', '-1', '1e9', '999999999', 'x'))),
    mostly(
      30,
      fc.constant(none),
      named('accept-language', mostly(2, fc.constant('ar, zh-Hant;q=0.9, *;q=0'), headerText)),
    ),
    mostly(
      40,
      fc.constant(none),
      named('user-agent', headerText),
      named('cookie', headerText),
      named('range', headerText),
    ),
    mostly(
      40,
      fc.constant(none),
      fc.constantFrom<Headers>(
        { 'if-none-match': '*' },
        { 'if-none-match': '"x", W/"y"' },
        { 'content-encoding': 'gzip' },
        { expect: '100-continue' },
        { 'x-http-method-override': 'DELETE' },
        { 'sec-fetch-site': 'cross-site' },
        { authorization: 'Bearer x' },
      ),
    ),
  )
  .map((parts) => Object.assign({}, ...parts) as Headers)

const bodyTypes = mostly(
  30,
  fc.constant('application/json'),
  fc.constantFrom(
    'application/json; charset=utf-8',
    'text/json',
    'application/vnd.api+json',
    'APPLICATION/JSON;charset="UTF-8"',
    'application/json; charset=utf-16',
    'application/json;;;',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
    'application/' + 'a'.repeat(5000) + '+json',
  ),
)

const keyOf = (endpoint: Endpoint | null, keys: () => Keys): fc.Arbitrary<Headers> =>
  fc
    .oneof<fc.MaybeWeightedArbitrary<string>[]>(
      { weight: 60, arbitrary: fc.constant('secret') },
      { weight: endpoint?.publishable === true ? 30 : 1, arbitrary: fc.constant('publishable') },
      { weight: 3, arbitrary: fc.constantFrom(...keyHolders, 'none', 'twice', 'cut') },
      { weight: 1, arbitrary: headerText.map((value) => `=${value}`) },
    )
    .map((holder): Headers => {
      const { secret } = keys()
      if (holder === 'none') return none
      if (holder === 'twice') return { 'x-api-key': `${secret}, ${secret}` }
      if (holder === 'cut') return { 'x-api-key': secret.slice(0, -1) }
      return { 'x-api-key': holder.startsWith('=') ? holder.slice(1) : keys()[holder as KeyHolder] }
    })

/** The thing that a path with parameters is about, by its address in `places`. */
const kindOfPath = (path: string): Kind | null =>
  kinds
    .filter((kind) => path === places[kind] || path.startsWith(`${places[kind]}/`))
    .toSorted((a, b) => places[b].length - places[a].length)[0] ?? null

const encoded = (value: string): string => encodeURIComponent(value.toWellFormed())

/** What may stand in a path where an id should. */
const segments = (known: Known): fc.Arbitrary<string> =>
  fc.oneof(
    known.anyId(),
    naughtyText.map(encoded),
    naughtyText,
    fc.constantFrom(
      ...cardMarkers.filter(luhn),
      '%',
      '%E0%A4%A',
      '%c0%af',
      '.',
      '..',
      '%2e%2e',
      '%2f',
      '',
      ' ',
      ';a=b',
      'a'.repeat(9000),
    ),
    fc.integer().map(String),
    fc.bigInt().map(String),
  )

const mangled = (path: string, segment: string): readonly string[] => [
  `${path}/`,
  `/${path}`,
  `${path}/${segment}`,
  path.replace(/[^/]*$/, () => segment),
  path.toUpperCase(),
  `${path}.json`,
  `${path}%00`,
  `${path};a=b`,
  path.replace('/v1/', '/v1/../v1//'),
]

const pathsOf = (template: string, known: Known): fc.Arbitrary<string> => {
  const kind = kindOfPath(template)
  const right =
    kind === null ? fc.constant(template) : known.path(kind).map((path) => path + template.slice(places[kind].length))
  const wrongIds = segments(known).map((segment) => template.replace(/\{\w+\}/g, () => segment))
  const wrong = fc.tuple(right, segments(known), fc.nat(8)).map(([path, segment, at]) => mangled(path, segment)[at]!)
  return fc.oneof(
    { weight: 16, arbitrary: right },
    { weight: kind === null ? 0 : 2, arbitrary: wrongIds },
    { weight: 1, arbitrary: wrong },
  )
}

const parameter = (name: string, values: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  mostly(4, values, naughtyText).map((value) => `${encoded(name)}=${encoded(value)}`)

const plainText = (tree: Written): string => {
  const printed = 'raw' in tree ? tree.raw : ''
  return printed.startsWith('"') ? (JSON.parse(printed) as string) : printed
}

const queryWords: Readonly<Record<string, readonly string[]>> = {
  status: ['captured', 'authorized,voided', 'refunded', 'nothing'],
  type: ['authorize', 'credit', 'authorize,credit', '4', '4,5'],
  method: ['creditCard', 'check,cash'],
  from: ['2026-01-01', '2026-11-20T12:00:00Z', '2100-01-01', '0000-01-01'],
  to: ['2100-01-01', '2026-01-01', '2026-11-20T12:00:00+01:00'],
  since: ['2026-01-01', '2026-11-20T12:00:00Z'],
  reference: ['Cart:42', '42', 'cart', ':', '=1+1'],
}

const queriesOf = (endpoint: Endpoint, known: Known, bodies: (shape: Shape) => fc.Arbitrary<Written>) => {
  const own = (operationOf(endpoint).parameters ?? []).flatMap(({ in: place, name, schema }) => {
    if (place !== 'query' || name === undefined || schema === undefined) return []
    const kind = known.kindOfMember(name)
    const words = queryWords[name]
    const right =
      kind !== null
        ? known.id(kind)
        : words !== undefined
          ? fc.constantFrom(...words)
          : bodies({ type: 'object', properties: { [name]: schema }, required: [name] }).map((tree) =>
              'members' in tree ? plainText(tree.members[0]![1]) : '',
            )
    return [mostly(name === 'cursor' ? 1 : 8, fc.constant(''), parameter(name, right))]
  })
  const odd = mostly(
    12,
    fc.constant(''),
    naughtyText.map((name) => `${encoded(name)}=1`),
    fc.constantFrom(
      'a',
      '&',
      '=',
      '%',
      '%E0%A4%A=%',
      'cursor=',
      'limit=1&limit=2',
      'page=0',
      'limit=-1',
      `a=${'a'.repeat(9000)}`,
    ),
    fc.constantFrom('__proto__=1', 'constructor[prototype]=1', 'limit[]=1', 'pageSize=1e1', 'page=2147483648'),
  )
  return fc.tuple(odd, ...own).map((parts) => {
    const query = parts.filter((part) => part !== '').join('&')
    return query === '' ? '' : `?${query}`
  })
}

/** A body's ids are those that are known, whatever the example has in their place. */
const withKnownIds = (tree: Written, known: Known): fc.Arbitrary<Written> => {
  if ('raw' in tree) return fc.constant(tree)
  if ('items' in tree)
    return fc.tuple(...tree.items.map((item) => withKnownIds(item, known))).map((items) => ({ items }))
  const members = tree.members.map(([name, value]) => {
    const kind = known.kindOfMember(name)
    const isId = kind !== null && 'raw' in value && value.raw !== 'null'
    const right = isId
      ? known.id(kind).map((id) => (value.raw.startsWith('"') ? text(id) : raw(id)))
      : withKnownIds(value, known)
    return right.map((inner) => [name, inner] as const)
  })
  return fc.tuple(...members).map((all) => ({ members: all }))
}

const bodyOf = (endpoint: Endpoint, known: Known, bodies: (shape: Shape) => fc.Arbitrary<Written>) => {
  const content = operationOf(endpoint).requestBody?.content['application/json']
  if (content === undefined) return fc.constant(null)
  const examples = [...Object.values(content.examples ?? {}).map(({ value }) => value), validBodies[endpoint.name]]
  return fc.oneof(
    { weight: 1, arbitrary: mutated(fc.oneof(...examples.map((value) => withKnownIds(written(value), known)))) },
    { weight: 1, arbitrary: mutated(bodies(content.schema)) },
  )
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const

const assembled = (
  method: string,
  path: string,
  headers: readonly Headers[],
  body: Uint8Array | null,
  bodyType: string,
): Sending => {
  const canHaveBody = method !== 'GET' && method !== 'HEAD'
  const sent = canHaveBody ? body : null
  return {
    method,
    path: path.startsWith('/') ? path : `/${path}`,
    headers: Object.assign({}, sent !== null && bodyType !== '' ? { 'content-type': bodyType } : {}, ...headers),
    body: sent,
  }
}

const requestsTo = (
  endpoint: Endpoint,
  known: Known,
  keys: () => Keys,
  bodies: (shape: Shape) => fc.Arbitrary<Written>,
): fc.Arbitrary<Sending> =>
  fc
    .tuple(
      mostly(40, fc.constant<string>(endpoint.method), fc.constantFrom<string>(...methods)),
      pathsOf(endpoint.path, known),
      queriesOf(endpoint, known, bodies),
      keyOf(endpoint, keys),
      furtherHeaders,
      bodyOf(endpoint, known, bodies),
      bodyTypes,
    )
    .map(([method, path, query, key, headers, body, bodyType]) =>
      assembled(method, path + query, [key, headers], body, bodyType),
    )

/** What a browser sends from the hosted page. */
const pageBodies = (nonce: string): fc.Arbitrary<Written> =>
  fc
    .tuple(
      fc.constantFrom('en', 'ar', 'zh-Hant', '', 'x'.repeat(35)),
      fc.constantFrom<object>(
        { creditCard: card() },
        { creditCard: card(cardMarkers[5]) },
        { creditCard: { ...card(cardMarkers[2]), nameOnCard: 'José', postalCode: '46201' }, preferredNetwork: 'visa' },
        { check: { accountNumber: '1234567', routingNumber: '021000021', name: 'Ann' } },
        { wallet: '019a9f3c-5b7e-7c41', verificationValue: '739' },
        {},
      ),
      fc.constantFrom<object>(
        {},
        { email: 'ann@mail.example', save: true },
        { fields: { size: 'L' }, billTo: {}, shipTo: {} },
      ),
    )
    .map(([locale, payment, answers]) => written({ nonce, locale, payment, answers }))

const pages: readonly string[] = [
  '/',
  '/docs',
  '/docs/swagger-ui.css',
  '/docs/x',
  '/openapi.json',
  '/errors',
  '/events',
  '/problems/not-found',
  '/problems/x',
  '/health',
  '/embed.js',
  '/embed/x.js',
  '/checkout-assets/x.js',
  '/sri.json',
  '/card/texts',
  '/card/texts?locale=ar',
  '/card',
  '/v1/nothing',
  '/v1/transactions/authorize/x',
  '/favicon.ico',
  '/.well-known/x',
]

const requestsToPages = (known: Known, keys: () => Keys): fc.Arbitrary<Sending> => {
  const checkout = known.id('checkout')
  const cardFrames = fc
    .tuple(fc.constantFrom<KeyHolder>(...keyHolders), mostly(3, fc.constantFrom('en', 'ar', 'x'), naughtyText))
    .map(([holder, locale]) => `/card?key=${keys()[holder]}&locale=${encoded(locale)}`)
  const paths = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...pages) },
    { weight: 2, arbitrary: cardFrames },
    { weight: 4, arbitrary: checkout.map((id) => `/checkout/${id}`) },
    { weight: 1, arbitrary: segments(known).map((segment) => `/checkout/${segment}`) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...pages), segments(known)).map(([page, segment]) => `${page}/${segment}`),
    },
    { weight: 1, arbitrary: segments(known).map((segment) => `${devicePath}?reader=${segment}`) },
    { weight: 1, arbitrary: fc.constant(devicePath) },
  )
  const seen = fc
    .tuple(
      mostly(20, fc.constant('GET'), fc.constantFrom<string>(...methods)),
      paths,
      furtherHeaders,
      mostly<Headers>(
        9,
        fc.constant(none),
        fc.constantFrom<Headers>(
          { upgrade: 'h2c' },
          { 'sec-websocket-protocol': deviceProtocol },
          { upgrade: 'websocket' },
        ),
      ),
    )
    .map(([method, path, headers, upgrade]) => assembled(method, path, [headers, upgrade], null, ''))
  const paid = known.path('nonce').chain((named) => {
    const [, , id = '', nonce = ''] = named.split('/')
    return fc
      .tuple(
        mostly(9, fc.constant(id), segments(known)),
        fc.constantFrom('pay', 'pay', 'pay', 'state'),
        mostly<Headers>(15, fc.constant({ 'sec-fetch-site': 'same-origin' }), furtherHeaders),
        mutated(pageBodies(nonce)),
        bodyTypes,
      )
      .map(([checkout, verb, headers, body, bodyType]) =>
        assembled('POST', `/checkout/${checkout}/${verb}`, [headers], body, bodyType),
      )
  })
  return fc.oneof(seen, paid)
}

/** Requests of every kind, to every endpoint of the contract, and to the pages for shoppers. */
export const requests = (known: Known, keys: () => Keys): fc.Arbitrary<Sending> => {
  const bodies = bodiesOf(openapi.components.schemas as unknown as Shapes, known)
  const toEndpoints = endpoints.map((endpoint) => ({
    weight: weightOf(endpoint.name),
    arbitrary: requestsTo(endpoint, known, keys, bodies),
  }))
  return fc.oneof(...toEndpoints, { weight: 80, arbitrary: requestsToPages(known, keys) })
}
