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
  allowedOrigins: { test: [], live: [] },
  avsReject: [],
  cvvReject: [],
  storedCvvReject: ['N'],
  duplicateWindowSeconds: 0,
  strictTestPans: false,
  subscriptionRetryDays: [1, 3, 5, 7],
  unreferencedCredits: { test: true, live: false },
  webhookDefaults: { headers: null },
  legalTexts: {},
}

test('GET /v1/account returns the id of the account and the default settings', async () => {
  expect(await getSettings()).toEqual({ id: merchant.id, ...defaultSettings })
})

test('GET /v1/account returns the same settings in test and live mode', async () => {
  const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
  expect(await getSettings(live)).toEqual(await getSettings())
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
  [{ rateTier: 'tiny' }, { rateTier: 'tiny' }],
  [
    { allowedOrigins: { test: ['https://shop.example'] } },
    { allowedOrigins: { test: ['https://shop.example'], live: [] } },
  ],
  [
    { allowedOrigins: { live: ['https://shop.example:8443'] } },
    { allowedOrigins: { test: ['https://shop.example'], live: ['https://shop.example:8443'] } },
  ],
  [{ allowedOrigins: { test: [], live: [] } }, { allowedOrigins: { test: [], live: [] } }],
  [
    { avsReject: ['N', 'A'], cvvReject: ['N'] },
    { avsReject: ['N', 'A'], cvvReject: ['N'] },
  ],
  [{ duplicateWindowSeconds: 86_400 }, { duplicateWindowSeconds: 86_400 }],
  [{ strictTestPans: true }, { strictTestPans: true }],
  [{ subscriptionRetryDays: [2, 10] }, { subscriptionRetryDays: [2, 10] }],
  [{ unreferencedCredits: { live: true } }, { unreferencedCredits: { test: true, live: true } }],
  [{ webhookDefaults: { headers: { 'x-shop': '7' } } }, { webhookDefaults: { headers: { 'x-shop': '7' } } }],
  [{ webhookDefaults: { headers: null } }, { webhookDefaults: { headers: null } }],
  [
    { legalTexts: { de: { bankDebit: 'Ich bin einverstanden.' } } },
    { legalTexts: { de: { bankDebit: 'Ich bin einverstanden.' } } },
  ],
  [{}, {}],
]

test.each(changes)('PUT /v1/account with %j changes only these settings', async (change, after) => {
  const before = await getSettings()
  const response = await put(change)
  expect(response.status).toBe(200)
  expect(response.json.account).toEqual({ ...before, ...after })
  expect(await getSettings()).toEqual({ ...before, ...after })
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
  [{ allowedOrigins: { test: ['https://shop.example/'] } }, 'format_invalid', 'allowedOrigins.test[0]'],
  [{ allowedOrigins: { live: ['*'] } }, 'format_invalid', 'allowedOrigins.live[0]'],
  [{ allowedOrigins: { live: ['null'] } }, 'format_invalid', 'allowedOrigins.live[0]'],
  [{ allowedOrigins: { live: ['https://Shop.example'] } }, 'format_invalid', 'allowedOrigins.live[0]'],
  [
    { allowedOrigins: { live: Array.from({ length: 51 }, (_, at) => `https://s${at}.example`) } },
    'length_invalid',
    'allowedOrigins.live',
  ],
  [{ avsReject: ['?'] }, 'enum_invalid', 'avsReject[0]'],
  [{ cvvReject: ['Z'] }, 'enum_invalid', 'cvvReject[0]'],
  [{ storedCvvReject: ['Z'] }, 'enum_invalid', 'storedCvvReject[0]'],
  [{ duplicateWindowSeconds: 86_401 }, 'out_of_range', 'duplicateWindowSeconds'],
  [{ duplicateWindowSeconds: -1 }, 'out_of_range', 'duplicateWindowSeconds'],
  [{ unreferencedCredits: { live: 1 } }, 'type_invalid', 'unreferencedCredits.live'],
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

test('PUT /v1/account is recorded in the audit log with key, request, time and changed members', async () => {
  const shop = await createMerchant()
  const before = Date.now()
  const response = await put({ name: 'Audited', timeZone: 'UTC' }, worker.as(shop.secretKey))
  const rows = await auditLog(shop)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    action: 'account.updated',
    key: shop.secretKeyId,
    requestId: response.json.requestId,
  })
  expect(JSON.parse(rows[0]?.['detail'])).toEqual({ members: ['name', 'timeZone'] })
  expect(rows[0]?.['at']).toBeGreaterThanOrEqual(before)
  expect(rows[0]?.['at']).toBeLessThanOrEqual(Date.now())
})

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
