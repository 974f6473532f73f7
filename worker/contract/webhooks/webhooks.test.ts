import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { faultsIn, json } from '../requestBodies.fixtures.ts'
import { createWebhook } from './webhooks.ts'

const base = { url: 'https://shop.example/hook', enabled: true, subscribedEvents: null }
const said = (more: object) =>
  faultsIn(createWebhook, json({ ...base, ...more })).map(({ type, field }) => `${field} ${type}`)

test('url, enabled and subscribedEvents are required; the last may be null', () => {
  expect(faultsIn(createWebhook, '{}').map(({ type, field }) => `${field} ${type}`)).toEqual([
    'enabled required',
    'subscribedEvents required',
    'url required',
  ])
})

test('kinds are 0 to 6, and one named twice counts once', () => {
  expect(said({ subscribedEvents: [0, 1, 2, 3, 4, 5, 6] })).toEqual([])
  expect(said({ subscribedEvents: [] })).toEqual([])
  expect(said({ subscribedEvents: [7, -1] })).toEqual([
    'subscribedEvents[0] enum_invalid',
    'subscribedEvents[1] enum_invalid',
  ])
  expect(said({ subscribedEvents: [1.5, '1'] })).toHaveLength(2)
  expect(v.parse(createWebhook.body!, { ...base, subscribedEvents: [3, 1, 3] }).subscribedEvents).toEqual([3, 1])
})

const valued = (headers: object) => said({ headers })

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, '']))

describe('headers', () => {
  test('take names of RFC 9110 and visible ASCII', () => {
    expect(valued({ 'X-Shop': 'a b', authorization: 'Bearer x', "x!#$%&'*+.^_`|~": '' })).toEqual([])
    expect(said({ headers: null })).toEqual([])
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
  ])('refuse the name %j', (name) => {
    expect(valued({ [name]: 'x' })).toEqual([`headers.${name.slice(0, 40)} header_not_allowed`])
  })

  test('refuse an empty name', () => {
    expect(valued({ '': 'x' })).toHaveLength(1)
  })

  test.each(['a\nb', 'a\r\nx: y', 'é', '\0', 'x'.repeat(1025)])('refuse the value %j', (value) => {
    expect(valued({ 'x-shop': value })).toEqual(['headers.x-shop header_not_allowed'])
  })

  test('are 20 at most', () => {
    expect(valued(many(20))).toEqual([])
    expect(valued(many(21))).toEqual(['headers length_invalid'])
  })
})
