import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  accountSettings,
  getAccount,
  initialSettings,
  modeSettingNames,
  operatorSettingNames,
  sharedSettingNames,
  updateAccount,
} from './accounts.ts'
import { errorsIn, json } from '../requestBodies.fixtures.ts'

const errors = (body: object) => errorsIn(updateAccount, json(body)).map(({ type, field }) => `${field} ${type}`)

test('account settings accept any subset, and all settings', () => {
  expect(errors({})).toEqual([])
  expect(errors(initialSettings('live'))).toEqual([])
})

test('the settings of a new account are a valid response', () => {
  for (const mode of ['test', 'live'] as const) {
    const account = { id: '12345678', mode, ...initialSettings(mode) }
    expect(v.safeParse(getAccount.response, { requestId: '1', account, errors: null }).issues).toBeUndefined()
  }
})

test('every setting belongs to one mode, to both modes or to the operator, and has a default', () => {
  const names = [...sharedSettingNames, ...modeSettingNames, ...operatorSettingNames].sort()
  expect(names).toEqual(Object.keys(accountSettings().entries).sort())
  expect(['version', ...names].sort()).toEqual(Object.keys(initialSettings('test')).sort())
})

test('unreferenced credits are initially allowed in test mode only', () => {
  expect(initialSettings('test')).toEqual({ ...initialSettings('live'), unreferencedCredits: true })
  expect(initialSettings('live').unreferencedCredits).toBe(false)
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
  ['storedCvvRequired', [true, false], ['true', 1]],
  ['duplicateWindowSeconds', [0, 86400], [-1, 86401, 1.5]],
  ['strictTestPans', [true], [1]],
  [
    'subscriptionRetryDays',
    [[], [1], [1, 3, 5, 7], [60], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    [[0], [61], [1.5], ['1'], [3, 1], [1, 1], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 3],
  ],
  ['unreferencedCredits', [true, false], [{ live: true }, 'yes']],
  [
    'webhookDefaults',
    [{}, { headers: null }, { hosts: ['shop.example', 'localhost'], headers: { 'x-shop': '1' } }, { headerNames: [] }],
    [
      { headers: { host: 'x' } },
      { hosts: ['*.example'] },
      { hosts: 'shop.example' },
      { hosts: Array(17).fill('a.example') },
    ],
  ],
  ['unknownMembers', ['refuse', 'ignore'], ['warn', true]],
  ['cardNumbersInText', ['warn', 'refuse'], ['ignore']],
  ['encryptedCardMaxAgeSeconds', [0, 900, 86_400], [-1, 86_401, 1.5, '900']],
] as const)('the account setting %s accepts %j and rejects %j', (name, good, bad) => {
  for (const value of [...good, null]) expect(errors({ [name]: value }), json(value)).toEqual([])
  for (const value of bad) expect(errors({ [name]: value }), json(value)).toHaveLength(1)
})

const withOrigins = (...origins: string[]) => errors({ allowedOrigins: origins })

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
    expect(withOrigins(origin)).toEqual(['allowedOrigins[0] format_invalid'])
  })

  test('50 allowed origins are accepted, 51 return length_invalid', () => {
    expect(withOrigins(...origins(50))).toEqual([])
    expect(withOrigins(...origins(51))).toEqual(['allowedOrigins length_invalid'])
  })
})
