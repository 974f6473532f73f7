import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { accountSettings, applySettingsChange, getAccount, initialSettings, updateAccount } from './accounts.ts'
import { errorsIn, json } from '../requestBodies.fixtures.ts'

const errors = (body: object) => errorsIn(updateAccount, json(body)).map(({ type, field }) => `${field} ${type}`)

test('account settings accept any subset, and all settings', () => {
  expect(errors({})).toEqual([])
  expect(errors(initialSettings)).toEqual([])
})

test('the settings of a new account are a valid response', () => {
  const response = { requestId: '1', account: { id: '12345678', ...initialSettings }, errors: null }
  expect(v.safeParse(getAccount.response, response).issues).toBeUndefined()
})

test.each([
  ['name', ['Shop'], ['', 'x'.repeat(101)]],
  [
    'logoUrl',
    ['https://shop.example/logo.svg', null],
    ['http://shop.example/logo.svg', 'logo.svg', 'javascript:1', ''],
  ],
  ['supportUrl', ['https://shop.example/help', null], ['http://localhost/', 'https://a:b@shop.example/']],
  ['supportEmail', ['help@shop.example', null], ['help', '@shop', 'help@', 'a b@c', 'a@b@c', '']],
  ['defaultCurrency', [840, 392], [999, '840']],
  ['enabledCurrencies', [null, [], [840, 990]], [[999], 840]],
  ['timeZone', ['UTC', 'Europe/Berlin', 'America/Indiana/Indianapolis'], ['+01:00', 'Mars/Olympus', '']],
  ['processingCountry', ['US', 'CA'], ['us', 'USA', '']],
  ['tipAtSale', [true], ['true']],
  ['rateTier', ['standard', 'strict', 'tiny', 'unlimited'], ['none']],
  ['avsReject', [[], ['N', 'A']], [['n'], ['?'], 'N']],
  ['cvvReject', [[], ['N']], [['Z']]],
  ['storedCvvReject', [[], ['N', 'P']], [['Z']]],
  ['duplicateWindowSeconds', [0, 86400], [-1, 86401, 1.5]],
  ['strictTestPans', [true], [1]],
  [
    'subscriptionRetryDays',
    [[], [1], [1, 3, 5, 7], [60], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    [[0], [61], [1.5], ['1'], [3, 1], [1, 1], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 3],
  ],
  ['unreferencedCredits', [{ live: true }, {}], [true, { live: 'yes' }]],
  ['webhookDefaults', [{}, { headers: null }, { headers: { 'x-shop': '1' } }], [{ headers: { host: 'x' } }]],
] as const)('the account setting %s accepts %j and rejects %j', (name, good, bad) => {
  for (const value of [...good, null]) expect(errors({ [name]: value }), json(value)).toEqual([])
  for (const value of bad) expect(errors({ [name]: value }), json(value)).toHaveLength(1)
})

const withOrigins = (...origins: string[]) => errors({ allowedOrigins: { live: origins } })

const origins = (count: number) => Array.from({ length: count }, (_, index) => `https://shop${index}.example`)

describe('allowed origins', () => {
  test('origins as browsers send them are allowed origins', () => {
    expect(withOrigins('https://shop.example', 'http://localhost:3000', 'https://shop.example:8443')).toEqual([])
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
  ])('%j is rejected as an allowed origin', (origin) => {
    expect(withOrigins(origin)).toEqual(['allowedOrigins.live[0] format_invalid'])
  })

  test('50 allowed origins are accepted, 51 return length_invalid', () => {
    expect(withOrigins(...origins(50))).toEqual([])
    expect(withOrigins(...origins(51))).toEqual(['allowedOrigins.live length_invalid'])
  })
})

const change = (body: object) => applySettingsChange(initialSettings, v.parse(accountSettings(), body))

describe('changes of settings', () => {
  test('a change keeps the settings that it omits', () => {
    expect(change({})).toEqual(initialSettings)
    expect(change({ name: 'Shop' })).toEqual({ ...initialSettings, name: 'Shop' })
  })

  test('a change of the test mode keeps the value of the live mode', () => {
    const first = change({ allowedOrigins: { test: ['https://a.example'] }, unreferencedCredits: { live: true } })
    expect(first.allowedOrigins).toEqual({ test: ['https://a.example'], live: [] })
    expect(first.unreferencedCredits).toEqual({ test: true, live: true })
  })

  test('null clears a setting', () => {
    const named = applySettingsChange({ ...initialSettings, supportEmail: 'a@b.example' }, { supportEmail: null })
    expect(named.supportEmail).toBeNull()
  })
})
