import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { accountSettings, changedSettings, getAccount, shippedSettings, updateAccount } from './accounts.ts'
import { faultsIn, json } from '../requestBodies.fixtures.ts'

const said = (body: object) => faultsIn(updateAccount, json(body)).map(({ type, field }) => `${field} ${type}`)

test('takes any part of the settings, and all of them', () => {
  expect(said({})).toEqual([])
  expect(said(shippedSettings)).toEqual([])
})

test('what is shipped fits the answer', () => {
  const answer = { requestId: '1', account: { id: '12345678', ...shippedSettings }, errors: null }
  expect(v.safeParse(getAccount.answer, answer).issues).toBeUndefined()
})

test.each([
  ['name', ['Shop'], ['', 'x'.repeat(101), null]],
  [
    'logoUrl',
    ['https://shop.example/logo.svg', null],
    ['http://shop.example/logo.svg', 'logo.svg', 'javascript:1', ''],
  ],
  ['supportUrl', ['https://shop.example/help', null], ['http://localhost/', 'https://a:b@shop.example/']],
  ['supportEmail', ['help@shop.example', null], ['help', '@shop', 'help@', 'a b@c', 'a@b@c', '']],
  ['defaultCurrency', [840, 392], [999, '840', null]],
  ['enabledCurrencies', [null, [], [840, 990]], [[999], 840]],
  ['timeZone', ['UTC', 'Europe/Berlin', 'America/Indiana/Indianapolis'], ['+01:00', 'Mars/Olympus', '', null]],
  ['processingCountry', ['US', 'CA'], ['us', 'USA', '', null]],
  ['tipAtSale', [true], ['true', null]],
  ['rateTier', ['standard', 'strict', 'tiny', 'unlimited'], ['none', null]],
  ['avsReject', [[], ['N', 'A']], [['n'], ['?'], 'N']],
  ['cvvReject', [[], ['N']], [['Z'], null]],
  ['duplicateWindowSeconds', [0, 86400], [-1, 86401, 1.5, null]],
  ['strictTestPans', [true], [1]],
  [
    'subscriptionRetryDays',
    [[], [1], [1, 3, 5, 7], [60], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    [[0], [61], [1.5], ['1'], [3, 1], [1, 1], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], null, 3],
  ],
  ['unreferencedCredits', [{ live: true }, {}], [true, { live: 'yes' }]],
  ['webhookDefaults', [{}, { headers: null }, { headers: { 'x-shop': '1' } }], [{ headers: { host: 'x' } }, null]],
] as const)('%s', (name, good, bad) => {
  for (const value of good) expect(said({ [name]: value }), json(value)).toEqual([])
  for (const value of bad) expect(said({ [name]: value }), json(value)).toHaveLength(1)
})

const allowed = (...origins: string[]) => said({ allowedOrigins: { live: origins } })

const many = (count: number) => Array.from({ length: count }, (_, index) => `https://shop${index}.example`)

describe('allowed origins', () => {
  test('are exactly what a browser sends', () => {
    expect(allowed('https://shop.example', 'http://localhost:3000', 'https://shop.example:8443')).toEqual([])
  })

  test.each([
    'https://shop.example/',
    'https://shop.example/pay',
    'https://Shop.example',
    'https://shop.example:443',
    'shop.example',
    'https://*.shop.example',
    '*',
    'null',
    '',
    'file://',
    'chrome-extension://abc',
    'https://user@shop.example',
    'https://shop.example ',
  ])('%j is none', (origin) => {
    expect(allowed(origin)).toEqual(['allowedOrigins.live[0] format_invalid'])
  })

  test('are 50 at most', () => {
    expect(allowed(...many(50))).toEqual([])
    expect(allowed(...many(51))).toEqual(['allowedOrigins.live length_invalid'])
  })
})

const change = (body: object) => changedSettings(shippedSettings, v.parse(accountSettings(), body))

describe('a change', () => {
  test('leaves alone what it does not name', () => {
    expect(change({})).toEqual(shippedSettings)
    expect(change({ name: 'Shop' })).toEqual({ ...shippedSettings, name: 'Shop' })
  })

  test('keeps to its mode', () => {
    const first = change({ allowedOrigins: { test: ['https://a.example'] }, unreferencedCredits: { live: true } })
    expect(first.allowedOrigins).toEqual({ test: ['https://a.example'], live: [] })
    expect(first.unreferencedCredits).toEqual({ test: true, live: true })
  })

  test('clears by null', () => {
    const named = changedSettings({ ...shippedSettings, supportEmail: 'a@b.example' }, { supportEmail: null })
    expect(named.supportEmail).toBeNull()
  })
})
