import * as fc from 'fast-check'
import { devicePath, deviceProtocol } from '#contract/terminals/device'
import { card } from '../../testing/requestDefaults.ts'
import { bodyTypes, otherHeaders } from './headers.ts'
import type { IdPool } from './idPool.ts'
import { cardMarkers } from './memberValues.ts'
import { usually } from './weighting.ts'
import { mutatedBodies } from './mutations.ts'
import { payloadText } from './payloads.ts'
import { encodeSegment, segmentValues } from './paths.ts'
import { buildRequest, keyHolders, methods, noHeaders } from './fuzzRequest.ts'
import type { RequestHeaders, KeyHolder, ApiKeys, FuzzRequest } from './fuzzRequest.ts'
import { toTree } from './jsonTree.ts'
import type { JsonTree } from './jsonTree.ts'

/** Bodies that the hosted checkout sends. */
const pageBodies = (nonce: string): fc.Arbitrary<JsonTree> =>
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
    .map(([locale, payment, answers]) => toTree({ nonce, locale, payment, answers }))

const pagePaths: readonly string[] = [
  '/',
  '/docs',
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

/** Requests for pages, and payments sent by the hosted checkout. */
export const pageRequests = (ids: IdPool, keys: () => ApiKeys): fc.Arbitrary<FuzzRequest> => {
  const checkout = ids.id('checkout')
  const cardFrames = fc
    .tuple(fc.constantFrom<KeyHolder>(...keyHolders), usually(3, fc.constantFrom('en', 'ar', 'x'), payloadText))
    .map(([holder, locale]) => `/card?key=${keys()[holder]}&locale=${encodeSegment(locale)}`)
  const paths = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...pagePaths) },
    { weight: 2, arbitrary: cardFrames },
    { weight: 4, arbitrary: checkout.map((id) => `/checkout/${id}`) },
    { weight: 1, arbitrary: segmentValues(ids).map((segment) => `/checkout/${segment}`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...pagePaths), segmentValues(ids))
        .map(([page, segment]) => `${page}/${segment}`),
    },
    { weight: 1, arbitrary: segmentValues(ids).map((segment) => `${devicePath}?reader=${segment}`) },
    { weight: 1, arbitrary: fc.constant(devicePath) },
  )
  const pageLoads = fc
    .tuple(
      usually(20, fc.constant('GET'), fc.constantFrom<string>(...methods)),
      paths,
      otherHeaders,
      usually<RequestHeaders>(
        9,
        fc.constant(noHeaders),
        fc.constantFrom<RequestHeaders>(
          { upgrade: 'h2c' },
          { 'sec-websocket-protocol': deviceProtocol },
          { upgrade: 'websocket' },
        ),
      ),
    )
    .map(([method, path, headers, upgrade]) => buildRequest(method, path, [headers, upgrade], null, ''))
  const checkoutPosts = ids.path('nonce').chain((named) => {
    const [, , id = '', nonce = ''] = named.split('/')
    return fc
      .tuple(
        usually(9, fc.constant(id), segmentValues(ids)),
        fc.constantFrom('pay', 'pay', 'pay', 'state'),
        usually<RequestHeaders>(15, fc.constant({ 'sec-fetch-site': 'same-origin' }), otherHeaders),
        mutatedBodies(pageBodies(nonce)),
        bodyTypes,
      )
      .map(([checkout, verb, headers, body, bodyType]) =>
        buildRequest('POST', `/checkout/${checkout}/${verb}`, [headers], body, bodyType),
      )
  })
  return fc.oneof(pageLoads, checkoutPosts)
}
