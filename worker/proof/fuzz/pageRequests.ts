import * as fc from 'fast-check'
import { devicePath, deviceProtocol } from '#contract/terminals/device'
import { card } from '../../testing/requestDefaults.ts'
import { bodyTypes, furtherHeaders } from './headers.ts'
import type { IdPool } from './idPool.ts'
import { cardMarkers } from './memberValues.ts'
import { usually } from './weighting.ts'
import { mutated } from './mutations.ts'
import { payloadText } from './payloads.ts'
import { encoded, segments } from './paths.ts'
import { assembled, keyHolders, methods, none } from './fuzzRequest.ts'
import type { Headers, KeyHolder, Keys, Sending } from './fuzzRequest.ts'
import { written } from './jsonTree.ts'
import type { Written } from './jsonTree.ts'

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

/** Requests to the pages for shoppers, among them those of a browser that pays. */
export const requestsToPages = (ids: IdPool, keys: () => Keys): fc.Arbitrary<Sending> => {
  const checkout = ids.id('checkout')
  const cardFrames = fc
    .tuple(fc.constantFrom<KeyHolder>(...keyHolders), usually(3, fc.constantFrom('en', 'ar', 'x'), payloadText))
    .map(([holder, locale]) => `/card?key=${keys()[holder]}&locale=${encoded(locale)}`)
  const paths = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...pages) },
    { weight: 2, arbitrary: cardFrames },
    { weight: 4, arbitrary: checkout.map((id) => `/checkout/${id}`) },
    { weight: 1, arbitrary: segments(ids).map((segment) => `/checkout/${segment}`) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...pages), segments(ids)).map(([page, segment]) => `${page}/${segment}`),
    },
    { weight: 1, arbitrary: segments(ids).map((segment) => `${devicePath}?reader=${segment}`) },
    { weight: 1, arbitrary: fc.constant(devicePath) },
  )
  const seen = fc
    .tuple(
      usually(20, fc.constant('GET'), fc.constantFrom<string>(...methods)),
      paths,
      furtherHeaders,
      usually<Headers>(
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
  const paid = ids.path('nonce').chain((named) => {
    const [, , id = '', nonce = ''] = named.split('/')
    return fc
      .tuple(
        usually(9, fc.constant(id), segments(ids)),
        fc.constantFrom('pay', 'pay', 'pay', 'state'),
        usually<Headers>(15, fc.constant({ 'sec-fetch-site': 'same-origin' }), furtherHeaders),
        mutated(pageBodies(nonce)),
        bodyTypes,
      )
      .map(([checkout, verb, headers, body, bodyType]) =>
        assembled('POST', `/checkout/${checkout}/${verb}`, [headers], body, bodyType),
      )
  })
  return fc.oneof(seen, paid)
}
