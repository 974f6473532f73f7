import { card } from '../../testing/requestDefaults.ts'
import { createMerchant } from '../../testing/merchant.ts'
import { acmeSettings } from '../../testing/doubles/acmeProcessor.ts'
import { bankAccount } from '../../testing/fixtures/checkoutApiFixture.ts'
import type { ApiKeys } from './fuzzRequest.ts'

/** A merchant with one resource of each kind, so that requests find existing ids. */

const day = 86_400_000

/** The second shard. Few other tests write to it. */
const shard = '01'

/** People who have joined and signed in, which no request does. */
const insertPeople = async ({ id, run }: Awaited<ReturnType<typeof createMerchant>>): Promise<void> => {
  for (const role of ['owner', 'owner', 'support', 'viewer', 'viewer', 'viewer']) {
    const [member, session] = [crypto.randomUUID(), crypto.randomUUID()]
    await run(
      "INSERT INTO members (id, account, name, email, role, created) VALUES (?, ?, 'Ann', 'ann@shop.example', ?, ?)",
      member,
      id,
      role,
      Date.now(),
    )
    await run(
      `INSERT INTO consoleSessions (id, hash, account, member, browser, created, seen, confirmed)
       VALUES (?1, ?1, ?2, ?3, 'Firefox on Linux', ?4, ?4, 0)`,
      session,
      id,
      member,
      // The fuzzer's clock is ahead by up to a day.
      Date.now() + 2 * day,
    )
  }
}

/** Creates the merchant with API keys of each kind, and a key of another account. */
export const createFuzzMerchant = async () => {
  const merchant = await createMerchant({ shard })
  const otherAccount = await createMerchant()
  const [restricted, revoked, expired, team] = await Promise.all([
    merchant.issue('rk', { scopes: ['transactions:read', 'transactions:write', 'customers:read'] }),
    merchant.issue('sk', { revoked: Date.now() - day }),
    merchant.issue('sk', { expires: Date.now() - day }),
    merchant.issue('rk', { mode: 'live', scopes: ['team:read', 'team:write'] }),
  ])
  await insertPeople(merchant)
  const keys: ApiKeys = {
    secret: merchant.secretKey,
    publishable: merchant.publishableKey,
    restricted: restricted.key,
    otherAccount: otherAccount.secretKey,
    revoked: revoked.key,
    expired: expired.key,
    team: team.key,
  }
  return { merchant, keys }
}

/** Method, path and body of the requests that create its resources. `{kind}` is filled in by the id pool. */
export const setupRequests: readonly (readonly [method: string, path: string, body?: object])[] = [
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
  ['POST', '/v1/connections', { processor: 'acme', label: 'Acme', settings: acmeSettings() }],
  ['POST', '/v1/connections', { processor: 'simulator', label: 'Shop', settings: { captures: 'one' } }],
  ['POST', '/v1/apikeys', { kind: 'publishable' }],
  ['POST', '/v1/views', { list: 'payments', name: 'Large', query: 'search=amount%3A%3E100' }],
  ['GET', '/v1/team/members'],
  ['GET', '/v1/team/sessions'],
  ['POST', '/v1/team/invitations', { email: 'bob@shop.example', role: 'viewer' }],
  ['GET', '/v1/events?pageSize=5'],
  ['GET', '/v1/transactions?limit=1'],
  // Rare in random requests, since they can be slow.
  ['POST', '/v1/testclock/advance', { seconds: 60 }],
  ['POST', '/v1/testclock', { now: '2026-12-25T12:00:00Z' }],
  ['DELETE', '/v1/testclock'],
]
