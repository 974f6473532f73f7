import * as fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint'
import { cardMarkers } from './memberValues.ts'
import { usually } from './weighting.ts'
import { payloadTexts } from './payloads.ts'
import { keyHolders, noHeaders } from './fuzzRequest.ts'
import type { RequestHeaders, KeyHolder, ApiKeys } from './fuzzRequest.ts'

/** Values that the Request constructor accepts. */
const headerText = fc.constantFrom(
  ...payloadTexts.filter((value) => /^[\t\x20-\x7e]*$/.test(value) && value.length < 9000),
)

const header = (name: string, values: fc.Arbitrary<string>): fc.Arbitrary<RequestHeaders> =>
  values.map((value) => ({ [name]: value }))

const idempotencyKeys = fc.oneof(
  { weight: 4, arbitrary: fc.uuid() },
  { weight: 2, arbitrary: fc.constantFrom('again', '"again"', '"a\\"b"') },
  { weight: 1, arbitrary: headerText },
)

/** Headers other than the API key and the content type. */
export const otherHeaders: fc.Arbitrary<RequestHeaders> = fc
  .tuple(
    usually(
      12,
      fc.constant(noHeaders),
      header('idempotency-key', idempotencyKeys),
      header('idempotency-key', idempotencyKeys),
    ),
    usually(
      20,
      fc.constant(noHeaders),
      header('accept', fc.constantFrom('application/problem+json', '*/*', 'text/html, */*;q=0')),
    ),
    usually(20, fc.constant(noHeaders), header('origin', usually(2, fc.constant('https://shop.example'), headerText))),
    usually(
      20,
      fc.constant(noHeaders),
      header('x-request-id', usually(2, fc.constantFrom(...cardMarkers), headerText)),
    ),
    usually(
      30,
      fc.constant(noHeaders),
      header('cf-connecting-ip', fc.constantFrom('192.0.2.1', '2001:db8::1', '::', 'x:y')),
    ),
    usually(30, fc.constant(noHeaders), header('content-length', fc.constantFrom('0', '-1', '1e9', '999999999', 'x'))),
    usually(
      30,
      fc.constant(noHeaders),
      header('accept-language', usually(2, fc.constant('ar, zh-Hant;q=0.9, *;q=0'), headerText)),
    ),
    usually(
      40,
      fc.constant(noHeaders),
      header('user-agent', headerText),
      header('cookie', headerText),
      header('range', headerText),
    ),
    usually(
      40,
      fc.constant(noHeaders),
      fc.constantFrom<RequestHeaders>(
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
  .map((parts) => Object.assign({}, ...parts) as RequestHeaders)

/** Content types. */
export const bodyTypes = usually(
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

/** The API key header, usually with a permitted key. */
export const apiKeyHeaders = (endpoint: Endpoint | null, keys: () => ApiKeys): fc.Arbitrary<RequestHeaders> =>
  fc
    .oneof<fc.MaybeWeightedArbitrary<string>[]>(
      { weight: 60, arbitrary: fc.constant(endpoint?.liveOnly === true ? 'team' : 'secret') },
      { weight: endpoint?.publishable === true ? 30 : 1, arbitrary: fc.constant('publishable') },
      { weight: 3, arbitrary: fc.constantFrom(...keyHolders, 'none', 'doubled', 'truncated') },
      { weight: 1, arbitrary: headerText.map((value) => `=${value}`) },
    )
    .map((holder): RequestHeaders => {
      const { secret } = keys()
      if (holder === 'none') return noHeaders
      if (holder === 'doubled') return { 'x-api-key': `${secret}, ${secret}` }
      if (holder === 'truncated') return { 'x-api-key': secret.slice(0, -1) }
      return { 'x-api-key': holder.startsWith('=') ? holder.slice(1) : keys()[holder as KeyHolder] }
    })
