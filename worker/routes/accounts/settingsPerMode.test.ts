import { describe, expect, test } from 'vitest'
import {
  accountSettings,
  initialSettings,
  modeSettingNames,
  operatorSettingNames,
  sharedSettingNames,
} from '#contract/accounts/accounts'
import type { SettingName } from '#contract/accounts/accounts'
import { scopes } from '#contract/scopes'
import type { Call, Merchant } from '../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'

/** A new value of every setting of the contract. A setting without one here fails the first test. */
const changed = {
  name: 'Söhne & Co',
  logoUrl: 'https://shop.example/logo.svg',
  supportEmail: 'help@shop.example',
  supportUrl: 'https://shop.example/help',
  timeZone: 'Asia/Tokyo',
  processingCountry: 'CA',
  defaultCurrency: 704,
  enabledCurrencies: [704, 840],
  tipAtSale: true,
  allowedOrigins: ['https://shop.example'],
  avsReject: ['N'],
  cvvReject: ['N'],
  storedCvvRequired: false,
  storedCvvReject: ['P'],
  duplicateWindowSeconds: 60,
  strictTestPans: true,
  subscriptionRetryDays: [2],
  /** Differs from the default of both modes by its opposite. */
  unreferencedCredits: (mode: 'test' | 'live') => mode === 'live',
  webhookDefaults: { hosts: ['shop.example'], headers: { 'x-shop': '7' } },
  legalTexts: { de: { bankDebit: 'Einverstanden.' } },
  unknownMembers: 'ignore',
  cardNumbersInText: 'refuse',
  encryptedCardMaxAgeSeconds: 60,
  routing: [{ methods: ['check'], connection: 'simulator' }],
  rateTier: 'unlimited',
  quotas: { test: { customers: 5 } },
} satisfies Record<SettingName, unknown>

const valueOf = (name: SettingName, mode: 'test' | 'live'): unknown => {
  const value: unknown = changed[name]
  return typeof value === 'function' ? value(mode) : value
}

/** Settings that a response shows in another form than the request: without their secrets. */
const shown: Partial<Record<SettingName, unknown>> = {
  webhookDefaults: { hosts: ['shop.example'], headerNames: ['x-shop'] },
  routing: [{ methods: ['check'], currencies: null, networks: null, connection: 'simulator' }],
}
const shownOf = (name: SettingName, mode: 'test' | 'live'): unknown => shown[name] ?? valueOf(name, mode)

const worker = startWorker()
const names = Object.keys(accountSettings().entries) as SettingName[]
const get = async (by: Call) => (await by('GET', '/v1/account')).json.account
const put = (by: Call, body: object) => by('PUT', '/v1/account', { body })

/** A secret key, and a restricted key with the scope of settings alone. */
const kinds = ['sk', 'rk'] as const
type Kind = (typeof kinds)[number]

const issueAdmin = async (merchant: Merchant, kind: Kind, mode: 'test' | 'live') =>
  worker.as((await merchant.issue(kind, kind === 'sk' ? { mode } : { mode, scopes: ['keys:admin'] })).key)

/** A merchant with a key of one kind in each mode. */
const twoModes = async (kind: Kind = 'sk') => {
  const merchant = await createMerchant()
  const call = { test: await issueAdmin(merchant, kind, 'test'), live: await issueAdmin(merchant, kind, 'live') }
  return { merchant, call }
}

/** Each key that changes each of these settings. */
const byEachKey = (settings: readonly SettingName[]) =>
  settings.flatMap((name) =>
    kinds.flatMap((kind) => [[name, 'test', kind, 'live'] as const, [name, 'live', kind, 'test'] as const]),
  )

test('every setting has a value in this table that differs from its default', () => {
  for (const name of names)
    for (const mode of ['test', 'live'] as const)
      expect(valueOf(name, mode), name).not.toEqual(initialSettings(mode)[name])
})

describe('settings of one mode', () => {
  test.each(byEachKey(modeSettingNames))(
    '%s written with a %s %s key leaves %s mode unchanged',
    async (name, mode, kind, other) => {
      const { call } = await twoModes(kind)
      const before = { own: await get(call[mode]), other: await get(call[other]) }
      const value = valueOf(name, mode)
      expect((await put(call[mode], { [name]: value })).json.account).toEqual({
        ...before.own,
        version: before.own.version + 1,
        [name]: shownOf(name, mode),
      })
      expect(await get(call[other])).toEqual(before.other)
    },
  )
})

describe('settings that both modes share', () => {
  test.each(sharedSettingNames.flatMap((name) => kinds.map((kind) => [name, kind] as const)))(
    '%s written with a live %s key changes both modes',
    async (name, kind) => {
      const { call } = await twoModes(kind)
      expect((await put(call.live, { [name]: valueOf(name, 'live') })).status).toBe(200)
      for (const mode of ['test', 'live'] as const)
        expect(await get(call[mode])).toMatchObject({ version: 1, [name]: shownOf(name, 'live') })
    },
  )

  test.each(sharedSettingNames.flatMap((name) => kinds.map((kind) => [name, kind] as const)))(
    '%s written with a test %s key changes both modes before the first live key, and returns 403 live_key_required after it',
    async (name, kind) => {
      const merchant = await createMerchant()
      const by = await issueAdmin(merchant, kind, 'test')
      expect((await put(by, { [name]: valueOf(name, 'test') })).json.account[name]).toEqual(shownOf(name, 'test'))
      const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
      expect((await get(live))[name]).toEqual(shownOf(name, 'test'))

      const before = await get(live)
      const refused = await put(by, { [name]: initialSettings('test')[name], tipAtSale: true })
      expect([refused.status, refused.json.errors]).toMatchObject([
        403,
        [{ type: 'live_key_required', message: { field: name } }],
      ])
      expect(await get(live)).toEqual(before)
      expect((await get(by)).tipAtSale).toBe(false)
    },
  )

  test('a revoked or expired live key still keeps shared settings from test keys: 403', async () => {
    const merchant = await createMerchant()
    await merchant.issue('rk', { mode: 'live', scopes: ['keys:admin'], revoked: 1, expires: 1 })
    expect((await put(worker.as(merchant.secretKey), { name: 'Mine' })).status).toBe(403)
  })

  test('a live key of another account does not concern a test key', async () => {
    await twoModes()
    const merchant = await createMerchant()
    expect((await put(worker.as(merchant.secretKey), { name: 'Mine' })).status).toBe(200)
  })

  test('each refused setting is named', async () => {
    const { call } = await twoModes()
    const { json } = await put(call.test, { name: 'Mine', timeZone: 'Asia/Tokyo', rateTier: 'unlimited' })
    expect(json.errors.map(({ type, message }: any) => [type, message.field]).sort()).toEqual([
      ['live_key_required', 'name'],
      ['live_key_required', 'timeZone'],
      ['operator_only', 'rateTier'],
    ])
  })
})

describe('settings of the operator', () => {
  test.each(byEachKey(operatorSettingNames))(
    '%s written with a %s %s key returns 403 operator_only and changes nothing, also in %s mode',
    async (name, mode, kind, other) => {
      const { call } = await twoModes(kind)
      const otherBefore = await get(call[other])
      const before = await get(call[mode])
      const refused = await put(call[mode], { [name]: valueOf(name, mode), tipAtSale: true })
      expect([refused.status, refused.json.errors]).toMatchObject([
        403,
        [{ type: 'operator_only', message: { field: name } }],
      ])
      expect([await get(call[mode]), await get(call[other])]).toEqual([before, otherBefore])
    },
  )
})

test.each(['test', 'live'] as const)('a %s key can send back all settings that it read', async (mode) => {
  const { call } = await twoModes()
  const { id: _id, mode: _mode, version, ...settings } = await get(call[mode])
  const { status, json } = await put(call[mode], { ...settings, tipAtSale: true })
  expect([status, json.account.tipAtSale, json.account.version]).toEqual([200, true, version + 1])
})

test.each(names.flatMap((name) => [[name, 'test'] as const, [name, 'live'] as const]))(
  '%s written with a %s key without keys:admin returns 403 and changes nothing',
  async (name, mode) => {
    const { merchant, call } = await twoModes()
    const before = [await get(call.test), await get(call.live)]
    const allButAdmin = scopes.filter((scope) => scope !== 'keys:admin')
    const keys = [await merchant.issue('rk', { mode, scopes: allButAdmin }), await merchant.issue('pk', { mode })]
    for (const { key } of keys) expect((await put(worker.as(key), { [name]: valueOf(name, mode) })).status).toBe(403)
    expect([await get(call.test), await get(call.live)]).toEqual(before)
  },
)
