import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { errorsIn, json } from '../requestBodies.fixtures.ts'
import { createWebhook } from './webhooks.ts'

const base = { url: 'https://shop.example/hook', enabled: true, subscribedEvents: null }
const errors = (more: object) =>
  errorsIn(createWebhook, json({ ...base, ...more })).map(({ type, field }) => `${field} ${type}`)

test('a webhook requires url, enabled and subscribedEvents, which may be null', () => {
  expect(errorsIn(createWebhook, '{}').map(({ type, field }) => `${field} ${type}`)).toEqual([
    'enabled required',
    'subscribedEvents required',
    'url required',
  ])
})

test('subscribedEvents accepts kinds 0 to 6 and removes duplicates', () => {
  expect(errors({ subscribedEvents: [0, 1, 2, 3, 4, 5, 6] })).toEqual([])
  expect(errors({ subscribedEvents: [] })).toEqual([])
  expect(errors({ subscribedEvents: [7, -1] })).toEqual([
    'subscribedEvents[0] enum_invalid',
    'subscribedEvents[1] enum_invalid',
  ])
  expect(errors({ subscribedEvents: [1.5, '1'] })).toHaveLength(2)
  expect(v.parse(createWebhook.body!, { ...base, subscribedEvents: [3, 1, 3] }).subscribedEvents).toEqual([3, 1])
})

const withHeaders = (headers: object) => errors({ headers })

const headersOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, '']))

describe('headers', () => {
  test('webhook headers accept names of RFC 9110 and values of visible ASCII', () => {
    expect(withHeaders({ 'X-Shop': 'a b', authorization: 'Bearer x', "x!#$%&'*+.^_`|~": '' })).toEqual([])
    expect(errors({ headers: null })).toEqual([])
  })

  test.each([
    'Webhook-Id',
    'host',
    'Content-Type',
    'CONNECTION',
    'transfer-encoding',
    'a b',
    'a:b',
    'é',
    'x'.repeat(65),
  ])('the webhook header name %j is rejected', (name) => {
    expect(withHeaders({ [name]: 'x' })).toEqual([`headers.${name.slice(0, 40)} header_not_allowed`])
  })

  test('an empty webhook header name is rejected', () => {
    expect(withHeaders({ '': 'x' })).toHaveLength(1)
  })

  test.each(['a\nb', 'a\r\nx: y', 'é', '\0', 'x'.repeat(1025)])('the webhook header value %j is rejected', (value) => {
    expect(withHeaders({ 'x-shop': value })).toEqual(['headers.x-shop header_not_allowed'])
  })

  test('20 webhook headers are accepted, 21 return length_invalid', () => {
    expect(withHeaders(headersOf(20))).toEqual([])
    expect(withHeaders(headersOf(21))).toEqual(['headers length_invalid'])
  })
})
