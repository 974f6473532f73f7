import { describe, expect, test } from 'vitest'
import { scopes } from '#contract/endpoint'
import type { Merchant } from '../../testing/merchant.ts'
import { byCard, createMerchant, startWorker } from '../../testing/merchant.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const put = (body: unknown, by = call) => by('PUT', '/v1/account', { body })
const settings = async (by = call) => (await by('GET', '/v1/account')).json.account
const audit = (of: Merchant) => of.rows('SELECT * FROM audit WHERE account = ? ORDER BY id', of.id)

const shipped = {
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
  duplicateWindowSeconds: 0,
  strictTestPans: false,
  subscriptionRetryDays: [1, 3, 5, 7],
  unreferencedCredits: { test: true, live: false },
  webhookDefaults: { headers: null },
  legalTexts: {},
}

describe('the settings', () => {
  test('are shown, with the id of the account, as they are shipped', async () => {
    expect(await settings()).toEqual({ id: merchant.id, ...shipped })
  })

  test('are of the account, in both modes', async () => {
    const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
    expect(await settings(live)).toEqual(await settings())
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

  test.each(changes)('change by %j, and by nothing else', async (change, after) => {
    const before = await settings()
    const answer = await put(change)
    expect(answer.status).toBe(200)
    expect(answer.json.account).toEqual({ ...before, ...after })
    expect(await settings()).toEqual({ ...before, ...after })
  })

  test('count from the next request on', async () => {
    const shop = await createMerchant()
    const by = worker.as(shop.secretKey)
    await put({ defaultCurrency: 392, cvvReject: ['M'] }, by)
    const { json } = await by('POST', '/v1/transactions/authorize', { body: { ...byCard(), amount: { value: 100 } } })
    expect(json.responseCode).toBe('G05')
    expect((await by('GET', `/v1/transactions/${json.transactionId}`)).json.currency).toBe(392)
  })

  test('of one account are not those of another', async () => {
    const other = await createMerchant()
    await put({ name: 'Mine' })
    expect((await settings(worker.as(other.secretKey))).name).toBe('My shop')
  })
})

describe('a setting that is not possible is refused by its path, and nothing changes', () => {
  test.each<[object, string, string]>([
    [{ name: '' }, 'length_invalid', 'name'],
    [{ name: 'x'.repeat(101) }, 'length_invalid', 'name'],
    [{ name: null }, 'type_invalid', 'name'],
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
    [{ duplicateWindowSeconds: 86_401 }, 'out_of_range', 'duplicateWindowSeconds'],
    [{ duplicateWindowSeconds: -1 }, 'out_of_range', 'duplicateWindowSeconds'],
    [{ unreferencedCredits: { live: 1 } }, 'type_invalid', 'unreferencedCredits.live'],
  ])('%j: %s', async (change, type, field) => {
    const before = { settings: await settings(), audit: (await audit(merchant)).length }
    const answer = await put({ supportEmail: 'changed@shop.example', ...change })
    expect(answer.status).toBe(400)
    expect(answer.json.errors).toMatchObject([{ type, message: { field } }])
    expect({ settings: await settings(), audit: (await audit(merchant)).length }).toEqual(before)
  })
})

describe('a change', () => {
  test('is written down: who, what, when, from which key', async () => {
    const shop = await createMerchant()
    const before = Date.now()
    const answer = await put({ name: 'Audited', timeZone: 'UTC' }, worker.as(shop.secretKey))
    const rows = await audit(shop)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      action: 'account.updated',
      key: shop.secretKeyId,
      requestId: answer.json.requestId,
    })
    expect(JSON.parse(rows[0]?.['detail'])).toEqual({ members: ['name', 'timeZone'] })
    expect(rows[0]?.['at']).toBeGreaterThanOrEqual(before)
    expect(rows[0]?.['at']).toBeLessThanOrEqual(Date.now())
  })

  test('needs the scope keys:admin, and so does reading', async () => {
    const most = worker.as(
      (await merchant.issue('rk', { scopes: scopes.filter((scope) => scope !== 'keys:admin') })).key,
    )
    const admin = worker.as((await merchant.issue('rk', { scopes: ['keys:admin'] })).key)
    const before = await settings()
    expect((await put({ name: 'Never' }, most)).status).toBe(403)
    expect((await most('GET', '/v1/account')).status).toBe(403)
    expect(await settings()).toEqual(before)
    expect((await put({ name: 'By an admin' }, admin)).status).toBe(200)
    expect((await settings(admin)).name).toBe('By an admin')
  })
})
