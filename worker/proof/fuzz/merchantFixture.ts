import { card } from '../../testing/requestDefaults.ts'
import { createMerchant } from '../../testing/merchant.ts'
import { bankAccount } from '../../testing/fixtures/checkoutApiFixture.ts'
import type { Keys } from './fuzzRequest.ts'

/** A merchant who has one of everything, so that requests find something: each made as anybody would make it. */

const day = 86_400_000

/** The second shard, where few other tests leave anything. */
const shard = '01'

/** Its keys, of every kind, and a stranger's. */
export const openMerchant = async () => {
  const merchant = await createMerchant({ shard })
  const stranger = await createMerchant()
  const [restricted, revoked, expired] = await Promise.all([
    merchant.issue('rk', { scopes: ['transactions:read', 'transactions:write', 'customers:read'] }),
    merchant.issue('sk', { revoked: Date.now() - day }),
    merchant.issue('sk', { expires: Date.now() - day }),
  ])
  const keys: Keys = {
    secret: merchant.secretKey,
    publishable: merchant.publishableKey,
    restricted: restricted.key,
    stranger: stranger.secretKey,
    revoked: revoked.key,
    expired: expired.key,
  }
  return { merchant, keys }
}

/** What fills its books: method, path and body, in order. A kind in braces is what was made of that kind, at the front of a path its address. */
export const opening: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['POST', '/v1/customers', { firstName: 'Ann', metadata: { tier: 'gold' } }],
  ['POST', '/v1/customers', {}],
  ['POST', '/v1/tokens', { creditCard: card() }],
  ['POST', '{customer}/wallet', { token: '{token}' }],
  ['POST', '/v1/tokens', { check: bankAccount }],
  ['POST', '{customer}/wallet', { token: '{token}' }],
  ['POST', '/v1/subscriptions', { label: 'Coffee', cycle: { unit: 'month' }, amount: { value: 10 } }],
  ['POST', '{customer}/subscriptions', { plan: '{plan}' }],
  ['POST', '/v1/transactions/authorize', { payment: { creditCard: card() }, amount: { value: 10.5 } }],
  ['POST', '/v1/transactions/capture', { transactionId: '{transaction}' }],
  ['POST', '/v1/batches/close'],
  ['POST', '/v1/transactions/authorize', { payment: { creditCard: card() }, amount: { value: 26.25 } }],
  ['POST', '/v1/transactions/capture', { transactionId: '{transaction}', amount: 5 }],
  ['POST', '/v1/transactions/authorize', { payment: { cash: true }, amount: { value: 5 } }],
  ['POST', '/v1/terminals', { registrationCode: 'SIM001', nickname: 'Till 1' }],
  [
    'POST',
    '/v1/transactions/authorize',
    { payment: { terminal: { id: '{terminal}', promptSignature: true } }, amount: { value: 7 } },
  ],
  ['POST', '/v1/dynamiccheckout', { total: 26.25, allowAch: true }],
  ['POST', '/v1/webhook', { url: 'https://hooks.shop.example/a', enabled: true, subscribedEvents: null }],
  ['POST', '/v1/apikeys', { kind: 'publishable' }],
  ['GET', '/v1/events?pageSize=5'],
  ['GET', '/v1/transactions?limit=1'],
  // Asked seldom later on, since it may take long.
  ['POST', '/v1/testclock/advance', { seconds: 60 }],
  ['POST', '/v1/testclock', { now: '2026-12-25T12:00:00Z' }],
  ['DELETE', '/v1/testclock'],
]
