import { expect, test } from 'vitest'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Merchant } from '../../testing/merchant.ts'

const worker = startWorker()
const auditLog = (merchant: Merchant) => merchant.rows('SELECT * FROM audit WHERE account = ? ORDER BY id', merchant.id)
const put = (merchant: Merchant, body: object) => worker.as(merchant.secretKey)('PUT', '/v1/account', { body })

test('PUT /v1/account is recorded in the audit log with key, request, time, mode, and old and new values', async () => {
  const shop = await createMerchant()
  const before = Date.now()
  const response = await put(shop, { name: 'Audited', timeZone: 'UTC', avsReject: ['N'], enabledCurrencies: null })
  await put(shop, { avsReject: [], enabledCurrencies: [840] })
  const rows = await auditLog(shop)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    action: 'account.updated',
    key: shop.secretKeyId,
    requestId: response.json.requestId,
  })
  // Members that keep their value are not listed.
  expect(rows.map(({ detail }) => JSON.parse(detail))).toEqual([
    {
      mode: 'test',
      version: 1,
      changes: { name: { old: 'My shop', new: 'Audited' }, avsReject: { old: [], new: ['N'] } },
    },
    {
      mode: 'test',
      version: 2,
      changes: { avsReject: { old: ['N'], new: [] }, enabledCurrencies: { old: null, new: [840] } },
    },
  ])
  expect(rows[0]?.['at']).toBeGreaterThanOrEqual(before)
  expect(rows[0]?.['at']).toBeLessThanOrEqual(Date.now())
})

test('the audit log has hosts and names of changed default headers, without their values', async () => {
  const shop = await createMerchant()
  const set = async (webhookDefaults: object) => expect((await put(shop, { webhookDefaults })).status).toBe(200)
  await set({ hosts: ['shop.example'], headers: { authorization: 'Bearer 4242' } })
  await set({ hosts: ['shop.example'], headers: { authorization: 'Bearer 4243' } })
  await set({ headers: null })
  const stored = { hosts: ['shop.example'], headerNames: ['authorization'], sealed: '[redacted]' }
  const none = { hosts: [], headerNames: [] }
  expect((await auditLog(shop)).map(({ detail }) => JSON.parse(detail).changes.webhookDefaults)).toEqual([
    { old: none, new: stored },
    { old: stored, new: stored },
    { old: stored, new: none },
  ])
})

test('a refused PUT /v1/account appends nothing to the audit log', async () => {
  const shop = await createMerchant()
  expect((await put(shop, { name: 'Mine', rateTier: 'unlimited' })).status).toBe(403)
  expect(await auditLog(shop)).toEqual([])
})
