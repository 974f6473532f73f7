import { describe, expect, test } from 'vitest'
import { quotasOf } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { quotaNames, quotas } from '#contract/quotas'
import type { QuotaName } from '#contract/quotas'
import { countAllRows } from '../../testing/database/countAllRows.ts'
import { firstError } from '../../testing/firstError.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { card, cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import { bodyOf, nameOf, pathOf } from '../tenancy/requests.fixtures.ts'
import { createParties, createResources } from '../tenancy/resources.fixtures.ts'
import type { Party } from '../tenancy/resources.fixtures.ts'

const newKey = () => ({ headers: { 'idempotency-key': crypto.randomUUID() } })

/** What an account may keep. New operations join, with the quota of events if they name none. */

const worker = startWorker()

const setQuotas = (merchant: Merchant, own: object) =>
  merchant.run(
    'UPDATE accounts SET settings = json_set(settings, ?, json(?)) WHERE id = ?',
    '$.quotas',
    JSON.stringify(own),
    merchant.id,
  )
const usedOf = async ({ call }: Pick<Party, 'call'>): Promise<Record<string, number>> =>
  Object.fromEntries((await call('GET', '/v1/account/quotas')).json.quotas.map(({ name, used }: any) => [name, used]))

test('operations that must always work use no quota, and all other writes do', () => {
  expect(
    endpoints.filter((endpoint) => endpoint.method !== 'GET' && quotasOf(endpoint, true).length === 0).map(nameOf),
  ).toEqual([
    'POST /v1/transactions/capture',
    'POST /v1/transactions/void',
    'POST /v1/transactions/{id}/resolve',
    'POST /v1/batches/close',
    'POST /v1/disputes/{id}/accept',
    'DELETE /v1/customers/{Customer}',
    'DELETE /v1/customers/{Customer}/wallet/{Wallet}',
    'POST /v1/customers/{Customer}/erase',
    'DELETE /v1/customers/{Customer}/subscriptions/{Subscription}',
    'DELETE /v1/subscriptions/{Subscription}',
    'DELETE /v1/terminals/{Terminal}',
    'POST /v1/terminals/{Terminal}/cancel',
    'DELETE /v1/dynamiccheckout/{Checkout}',
    'POST /v1/dynamiccheckout/{Checkout}/receipt',
    'DELETE /v1/webhook/{Webhook}',
    'POST /v1/webhook/{Webhook}/rotate',
    'PUT /v1/connections/{Connection}',
    'DELETE /v1/connections/{Connection}',
    'POST /v1/connections/{Connection}/check',
    'POST /v1/connections/{Connection}/reconcile',
    'DELETE /v1/apikeys/{id}',
    'POST /v1/apikeys/{id}/rotate',
    'PUT /v1/team/members/{Member}',
    'DELETE /v1/team/members/{Member}',
    'DELETE /v1/team/invitations/{Invitation}',
    'DELETE /v1/team/sessions/{Session}',
    'DELETE /v1/views/{View}',
    'DELETE /v1/testclock',
  ])
})

test('each quota is used by an operation, and is larger in live mode', () => {
  const used = new Set(endpoints.flatMap((endpoint) => quotasOf(endpoint, true)))
  expect([...used].toSorted()).toEqual([...quotaNames].toSorted())
  for (const name of quotaNames) expect(quotas[name].live, name).toBeGreaterThan(quotas[name].test)
})

const cases = endpoints.flatMap((endpoint) =>
  quotasOf(endpoint, endpoint.method !== 'GET').map((quota) => ({ name: nameOf(endpoint), endpoint, quota })),
)

describe('a used-up quota', () => {
  test.each(cases)(
    '$name with the quota $quota used up returns 403 quota_exceeded and writes nothing',
    async ({ endpoint, quota }) => {
      const party = (await createParties())[endpoint.liveOnly ? 'live' : 'test']
      const own = await createResources(party)
      const body = await bodyOf(endpoint, party, own)
      await setQuotas(party.merchant, { [party.mode]: { [quota]: 0 } })
      const before = await countAllRows(party.merchant)
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const response = await party.call(endpoint.method, pathOf(endpoint, own), { headers, ...(body && { body }) })
      // Tokens ignore the header.
      if (quota === 'idempotencyKeys' && endpoint.idempotent === false) return expect(response.status).toBe(200)
      expect(response.status).toBe(403)
      if (endpoint.errorFormat === 'bodyless') expect(response.text).toBe('')
      else
        expect(response.json.errors[0]).toMatchObject({
          type: 'quota_exceeded',
          message: { details: { quota, limit: 0, used: expect.any(Number) } },
        })
      expect(await countAllRows(party.merchant)).toEqual(before)
    },
  )

  test('a quota is exact without the cache: the last customer is created, the next one is not, and after a deletion one is again', async () => {
    const merchant = await createMerchant()
    const call = worker.as(merchant.secretKey)
    await setQuotas(merchant, { test: { customers: 2 } })
    const create = () => call('POST', '/v1/customers', { body: {} })
    const [first] = [await create(), await create()]
    const refused = await create()
    expect(refused.json.errors[0].message.details).toEqual({ quota: 'customers', limit: 2, used: 2 })
    await call('DELETE', `/v1/customers/${first!.json.customers[0].id}`)
    expect((await create()).status).toBe(200)
    expect((await create()).status).toBe(403)
  })

  test('a quota holds while the key is cached, without a round trip before it is used up, and a deletion ends it at once', async () => {
    const merchant = await createMerchant()
    const call = startWorker({ keyCacheMs: { test: 10_000, live: 10_000 } }).as(merchant.secretKey)
    await setQuotas(merchant, { test: { customers: 2 } })
    // The account is cached once it has its vault key.
    await call('POST', '/v1/tokens', { body: { creditCard: card() } })
    await call('GET', '/v1/account')
    const create = () => call('POST', '/v1/customers', { body: {} })
    const made = [await create(), await create()]
    expect(made.map(({ status, d1 }) => [status, d1])).toEqual([
      [200, 1],
      [200, 1],
    ])
    expect([(await create()).status, (await create()).status]).toEqual([403, 403])
    await call('DELETE', `/v1/customers/${made[0]!.json.customers[0].id}`)
    expect((await create()).status).toBe(200)
    expect((await create()).status).toBe(403)
  })

  test('a repeated request gets its first response although the quota is used up meanwhile', async () => {
    const merchant = await createMerchant()
    const call = worker.as(merchant.secretKey)
    for (const [path, body] of [
      ['/v1/transactions/authorize', cardPayment()],
      ['/v1/transactions/sale', cardPayment()],
      ['/v1/customers', {}],
    ] as const) {
      await setQuotas(merchant, {})
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const first = await call('POST', path, { body, headers })
      await setQuotas(merchant, { test: { events: 0 } })
      const again = await call('POST', path, { body, headers })
      expect([path, again.status, again.text]).toEqual([path, 200, first.text])
      expect((await call('POST', path, { body, headers: { 'idempotency-key': crypto.randomUUID() } })).status).toBe(403)
    }
  })

  test('payments can be captured and voided although every quota is used up', async () => {
    const merchant = await createMerchant()
    const call = worker.as(merchant.secretKey)
    const [one, two] = [
      (await call('POST', '/v1/transactions/authorize', { body: cardPayment() })).json.transactionId,
      (await call('POST', '/v1/transactions/authorize', { body: cardPayment() })).json.transactionId,
    ]
    await setQuotas(merchant, { test: Object.fromEntries(quotaNames.map((name) => [name, 0])) })
    expect((await call('POST', '/v1/transactions/capture', { body: { transactionId: one }, ...newKey() })).status).toBe(
      200,
    )
    expect((await call('POST', '/v1/transactions/void', { body: { transactionId: two }, ...newKey() })).status).toBe(
      200,
    )
  })
})

const createCustomer = async ({ call }: Party) => (await call('POST', '/v1/customers', { body: {} })).status

test('quotas of one account and mode do not limit another one', async () => {
  const [shop, other] = [await createParties(), await createParties()]
  await setQuotas(shop.test.merchant, { test: { customers: 0 } })
  expect([await createCustomer(shop.test), await createCustomer(shop.live), await createCustomer(other.test)]).toEqual([
    403, 200, 200,
  ])
  expect([(await usedOf(shop.live))['customers'], (await usedOf(shop.test))['customers']]).toEqual([1, 0])
})

test('accounts of the tier unlimited have no quotas', async () => {
  const merchant = await createMerchant({ settings: { rateTier: 'unlimited', quotas: { test: { customers: 0 } } } })
  const call = worker.as(merchant.secretKey)
  expect((await call('POST', '/v1/customers', { body: {} })).status).toBe(200)
  const listed = (await call('GET', '/v1/account/quotas')).json.quotas
  expect(listed.find(({ name }: any) => name === 'customers')).toEqual({ name: 'customers', limit: null, used: 1 })
})

test.each([
  [3, false],
  [4, true],
])('with %i of 5 customers the next request logs quota_nearly_used_up: %s', async (kept, warns) => {
  const merchant = await createMerchant()
  const logging = startWorker()
  const call = logging.as(merchant.secretKey)
  await setQuotas(merchant, { test: { customers: 5 } })
  for (let count = 0; count < kept; count++) await call('POST', '/v1/customers', { body: {} })
  expect((await call('POST', '/v1/customers', { body: {} })).status).toBe(200)
  expect(logging.log.at(-1)?.warnings.includes('quota_nearly_used_up')).toBe(warns)
})

test('GET /v1/account/quotas lists every quota with its limit and its use', async () => {
  const merchant = await createMerchant()
  const call = worker.as(merchant.secretKey)
  await setQuotas(merchant, { test: { plans: 7 } })
  await call('POST', '/v1/customers', { body: { metadata: { a: 'b' } } })
  const { status, json } = await call('GET', '/v1/account/quotas')
  expect(status).toBe(200)
  const used: Partial<Record<QuotaName, number>> = {
    customers: 1,
    events: 1,
    apiKeys: 2,
    bytes: expect.any(Number) as never,
  }
  expect(json.quotas).toEqual(
    quotaNames.map((name) => ({ name, limit: name === 'plans' ? 7 : quotas[name].test, used: used[name] ?? 0 })),
  )
})

test('a key cannot change quotas: 403 operator_only', async () => {
  const party = (await createParties()).live
  const refused = await party.call('PUT', '/v1/account', { body: { quotas: { live: { customers: 5_000_000 } } } })
  expect(firstError(refused)).toEqual([403, 'operator_only', 'quotas'])
})
