import { expect, test } from 'vitest'
import { scopes } from '#contract/scopes'
import type { Merchant } from '../../testing/merchant.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
/** JSON for a title, shortened. */
const shortJson = (value: object) => JSON.stringify(value).replace(/^(.{80}).+$/, '$1…')

const put = (body: unknown, by = call) => by('PUT', '/v1/account', { body })
const getSettings = async (by = call) => (await by('GET', '/v1/account')).json.account
const auditLog = (merchant: Merchant) => merchant.rows('SELECT * FROM audit WHERE account = ? ORDER BY id', merchant.id)

const defaultSettings = {
  mode: 'test',
  version: 0,
  name: 'My shop',
  logoUrl: null,
  supportEmail: null,
  supportUrl: null,
  defaultCurrency: 840,
  enabledCurrencies: null,
  timeZone: 'UTC',
  processingCountry: 'US',
  tipAtSale: false,
  rateTier: 'standard',
  quotas: {},
  allowedOrigins: [],
  avsReject: [],
  cvvReject: [],
  storedCvvReject: ['N'],
  storedCvvRequired: true,
  duplicateWindowSeconds: 0,
  strictTestPans: false,
  subscriptionRetryDays: [1, 3, 5, 7],
  unreferencedCredits: true,
  webhookDefaults: { hosts: [], headerNames: [] },
  legalTexts: {},
  unknownMembers: 'refuse',
  cardNumbersInText: 'warn',
  encryptedCardMaxAgeSeconds: 900,
  routing: [],
}

test('GET /v1/account returns the id of the account and the default settings', async () => {
  expect(await getSettings()).toEqual({ id: merchant.id, ...defaultSettings })
})

const changes: readonly (readonly [change: object, after: object])[] = [
  [{ name: 'Söhne & Co' }, { name: 'Söhne & Co' }],
  [
    { logoUrl: 'https://shop.example/logo.svg', supportUrl: 'https://shop.example' },
    { logoUrl: 'https://shop.example/logo.svg', supportUrl: 'https://shop.example' },
  ],
  [{ supportEmail: 'help@shop.example' }, { supportEmail: 'help@shop.example' }],
  [
    { supportEmail: null, logoUrl: null, supportUrl: null },
    { supportEmail: null, logoUrl: null, supportUrl: null },
  ],
  [{ defaultCurrency: 392 }, { defaultCurrency: 392 }],
  [{ enabledCurrencies: [840, 960] }, { enabledCurrencies: [840, 960] }],
  [{ enabledCurrencies: null }, { enabledCurrencies: null }],
  [{ timeZone: 'America/Santiago' }, { timeZone: 'America/Santiago' }],
  [
    { processingCountry: 'CA', tipAtSale: true },
    { processingCountry: 'CA', tipAtSale: true },
  ],
  [{ allowedOrigins: ['https://shop.example:8443'] }, { allowedOrigins: ['https://shop.example:8443'] }],
  [{ allowedOrigins: [] }, { allowedOrigins: [] }],
  [
    { avsReject: ['N', 'A'], cvvReject: ['N'] },
    { avsReject: ['N', 'A'], cvvReject: ['N'] },
  ],
  [{ duplicateWindowSeconds: 86_400 }, { duplicateWindowSeconds: 86_400 }],
  [{ strictTestPans: true }, { strictTestPans: true }],
  [{ subscriptionRetryDays: [2, 10] }, { subscriptionRetryDays: [2, 10] }],
  [{ unreferencedCredits: false }, { unreferencedCredits: false }],
  [
    { webhookDefaults: { hosts: ['Shop.EXAMPLE', 'shop.example'], headers: { 'x-shop': '7' } } },
    { webhookDefaults: { hosts: ['shop.example'], headerNames: ['x-shop'] } },
  ],
  [{ webhookDefaults: {} }, {}],
  [{ webhookDefaults: { hosts: ['shop.example'], headerNames: ['x-shop'], headers: null } }, {}],
  [{ webhookDefaults: { headers: null } }, { webhookDefaults: { hosts: [], headerNames: [] } }],
  [
    { legalTexts: { de: { bankDebit: 'Ich bin einverstanden.' } } },
    { legalTexts: { de: { bankDebit: 'Ich bin einverstanden.' } } },
  ],
  [
    { unknownMembers: 'ignore', cardNumbersInText: 'refuse', encryptedCardMaxAgeSeconds: 0 },
    { unknownMembers: 'ignore', cardNumbersInText: 'refuse', encryptedCardMaxAgeSeconds: 0 },
  ],
  [{ rateTier: 'standard' }, {}],
  [{}, {}],
]

test.each(changes)('PUT /v1/account with %j changes only these settings', async (change, after) => {
  const before = await getSettings()
  const response = await put(change)
  expect(response.status).toBe(200)
  const changesAny = JSON.stringify({ ...before, ...after }) !== JSON.stringify(before)
  const expected = { ...before, ...after, version: before.version + (changesAny ? 1 : 0) }
  expect(response.json.account).toEqual(expected)
  expect(await getSettings()).toEqual(expected)
})

test('PUT /v1/account applies to the next request', async () => {
  const shop = await createMerchant()
  const by = worker.as(shop.secretKey)
  await put({ defaultCurrency: 392, cvvReject: ['M'] }, by)
  const { json } = await by('POST', '/v1/transactions/authorize', {
    body: { ...cardPayment(), amount: { value: 100 } },
  })
  expect(json.responseCode).toBe('G05')
  expect((await by('GET', `/v1/transactions/${json.transactionId}`)).json.currency).toBe(392)
})

test('PUT /v1/account does not change another account', async () => {
  const other = await createMerchant()
  await put({ name: 'Mine' })
  expect((await getSettings(worker.as(other.secretKey))).name).toBe('My shop')
})

const invalid: readonly (readonly [change: object, type: string, field: string])[] = [
  [{ name: '' }, 'length_invalid', 'name'],
  [{ name: 'x'.repeat(101) }, 'length_invalid', 'name'],
  [{ logoUrl: 'http://shop.example/logo.svg' }, 'format_invalid', 'logoUrl'],
  [{ logoUrl: 'javascript:alert(1)' }, 'format_invalid', 'logoUrl'],
  [{ supportUrl: 'https://user:pass@shop.example' }, 'format_invalid', 'supportUrl'],
  [{ supportEmail: 'help' }, 'format_invalid', 'supportEmail'],
  [{ defaultCurrency: 999 }, 'enum_invalid', 'defaultCurrency'],
  [{ defaultCurrency: 'USD' }, 'type_invalid', 'defaultCurrency'],
  [{ enabledCurrencies: [840, 1] }, 'enum_invalid', 'enabledCurrencies[1]'],
  [{ timeZone: 'Mars/Olympus' }, 'format_invalid', 'timeZone'],
  [{ timeZone: '+01:00' }, 'format_invalid', 'timeZone'],
  [{ processingCountry: 'us' }, 'format_invalid', 'processingCountry'],
  [{ tipAtSale: 'yes' }, 'type_invalid', 'tipAtSale'],
  [{ rateTier: 'huge' }, 'enum_invalid', 'rateTier'],
  [{ allowedOrigins: ['https://shop.example/'] }, 'format_invalid', 'allowedOrigins[0]'],
  [{ allowedOrigins: ['*'] }, 'format_invalid', 'allowedOrigins[0]'],
  [{ allowedOrigins: ['null'] }, 'format_invalid', 'allowedOrigins[0]'],
  [{ allowedOrigins: ['https://Shop.example'] }, 'format_invalid', 'allowedOrigins[0]'],
  [
    { allowedOrigins: Array.from({ length: 51 }, (_, at) => `https://s${at}.example`) },
    'length_invalid',
    'allowedOrigins',
  ],
  [{ avsReject: ['?'] }, 'enum_invalid', 'avsReject[0]'],
  [{ cvvReject: ['Z'] }, 'enum_invalid', 'cvvReject[0]'],
  [{ storedCvvReject: ['Z'] }, 'enum_invalid', 'storedCvvReject[0]'],
  [{ duplicateWindowSeconds: 86_401 }, 'out_of_range', 'duplicateWindowSeconds'],
  [{ duplicateWindowSeconds: -1 }, 'out_of_range', 'duplicateWindowSeconds'],
  [{ webhookDefaults: { headers: { 'x-shop': '7' } } }, 'required', 'webhookDefaults.hosts'],
  [{ webhookDefaults: { hosts: [], headers: { 'x-shop': '7' } } }, 'required', 'webhookDefaults.hosts'],
  [{ webhookDefaults: { hosts: ['other.example'] } }, 'required', 'webhookDefaults.headers'],
  [{ webhookDefaults: { hosts: ['other.example'], headers: {} } }, 'required', 'webhookDefaults.headers'],
  [{ webhookDefaults: { headers: { host: 'x' } } }, 'header_not_allowed', 'webhookDefaults.headers.host'],
  [{ unreferencedCredits: { live: true } }, 'type_invalid', 'unreferencedCredits'],
]

test.each(invalid.map(([change, type, field]) => [shortJson(change), type, field, change] as const))(
  'PUT /v1/account with %s returns 400 %s and changes nothing',
  async (_json, type, field, change) => {
    const before = { settings: await getSettings(), audit: (await auditLog(merchant)).length }
    const response = await put({ supportEmail: 'changed@shop.example', ...change })
    expect(response.status).toBe(400)
    expect(response.json.errors).toMatchObject([{ type, message: { field } }])
    expect({ settings: await getSettings(), audit: (await auditLog(merchant)).length }).toEqual(before)
  },
)

test('GET and PUT /v1/account without scope keys:admin return 403', async () => {
  const most = worker.as((await merchant.issue('rk', { scopes: scopes.filter((scope) => scope !== 'keys:admin') })).key)
  const admin = worker.as((await merchant.issue('rk', { scopes: ['keys:admin'] })).key)
  const before = await getSettings()
  expect((await put({ name: 'Never' }, most)).status).toBe(403)
  expect((await most('GET', '/v1/account')).status).toBe(403)
  expect(await getSettings()).toEqual(before)
  expect((await put({ name: 'By an admin' }, admin)).status).toBe(200)
  expect((await getSettings(admin)).name).toBe('By an admin')
})
