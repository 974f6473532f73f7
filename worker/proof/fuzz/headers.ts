import * as fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint'
import { cardMarkers } from './memberValues.ts'
import { usually } from './weighting.ts'
import { payloadTexts } from './payloads.ts'
import { keyHolders, none } from './fuzzRequest.ts'
import type { Headers, KeyHolder, Keys } from './fuzzRequest.ts'

/** Texts that a header may have: others are refused by whoever makes the request. */
const headerText = fc.constantFrom(
  ...payloadTexts.filter((value) => /^[\t\x20-\x7e]*$/.test(value) && value.length < 9000),
)

const named = (name: string, values: fc.Arbitrary<string>): fc.Arbitrary<Headers> =>
  values.map((value) => ({ [name]: value }))

const idempotencyKeys = fc.oneof(
  { weight: 4, arbitrary: fc.uuid() },
  { weight: 2, arbitrary: fc.constantFrom('again', '"again"', '"a\\"b"') },
  { weight: 1, arbitrary: headerText },
)

/** Headers beside the key and the type of the body. */
export const furtherHeaders: fc.Arbitrary<Headers> = fc
  .tuple(
    usually(
      12,
      fc.constant(none),
      named('idempotency-key', idempotencyKeys),
      named('idempotency-key', idempotencyKeys),
    ),
    usually(
      20,
      fc.constant(none),
      named('accept', fc.constantFrom('application/problem+json', '*/*', 'text/html, */*;q=0')),
    ),
    usually(20, fc.constant(none), named('origin', usually(2, fc.constant('https://shop.example'), headerText))),
    usually(20, fc.constant(none), named('x-request-id', usually(2, fc.constantFrom(...cardMarkers), headerText))),
    usually(30, fc.constant(none), named('cf-connecting-ip', fc.constantFrom('192.0.2.1', '2001:db8::1', '::', 'x:y'))),
    usually(30, fc.constant(none), named('content-length', fc.constantFrom('0', '-1', '1e9', '999999999', 'x'))),
    usually(
      30,
      fc.constant(none),
      named('accept-language', usually(2, fc.constant('ar, zh-Hant;q=0.9, *;q=0'), headerText)),
    ),
    usually(
      40,
      fc.constant(none),
      named('user-agent', headerText),
      named('cookie', headerText),
      named('range', headerText),
    ),
    usually(
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

/** What a body is said to be. */
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

/** The header with the key: usually that of somebody who may. */
export const keyOf = (endpoint: Endpoint | null, keys: () => Keys): fc.Arbitrary<Headers> =>
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
