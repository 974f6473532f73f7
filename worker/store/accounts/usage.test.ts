import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QuotaName } from '#contract/quotas'
import { quotaNames } from '#contract/quotas'
import { card, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { createShopper } from '../../testing/shopper.ts'

/** The usage that triggers and sweeps keep equals the counted rows after any history of writes, purges and erasures. */

const clock = testClock()
const worker = startWorker({ clock })
const shopper = createShopper(worker)

/** What each quota counts, independent of triggers and sweeps. */
const counts: Readonly<Record<QuotaName, string>> = {
  customers: 'SELECT count(*) FROM customers WHERE account = ?1 AND deleted IS NULL',
  walletEntries: 'SELECT count(*) FROM walletEntries WHERE account = ?1 AND deleted IS NULL',
  plans: 'SELECT count(*) FROM plans WHERE account = ?1 AND deleted IS NULL',
  subscriptions: "SELECT count(*) FROM subscriptions WHERE account = ?1 AND status NOT IN ('completed', 'canceled')",
  terminals: 'SELECT count(*) FROM terminals WHERE account = ?1 AND deleted IS NULL',
  checkouts: 'SELECT count(*) FROM checkouts WHERE account = ?1 AND announceExpiry IS NOT NULL',
  tokens: 'SELECT count(*) FROM tokens WHERE account = ?1 AND sealedPan IS NOT NULL',
  apiKeys: 'SELECT count(*) FROM apiKeys WHERE account = ?1 AND revoked IS NULL',
  payments: 'SELECT count(*) FROM transactions WHERE account = ?1',
  events: 'SELECT count(*) FROM events WHERE account = ?1',
  idempotencyKeys: 'SELECT count(*) FROM idempotency WHERE account = ?1',
  bytes: `SELECT coalesce((SELECT sum(length(orderData)) FROM transactions WHERE account = ?1), 0)
    + coalesce((SELECT sum(length(offer)) FROM checkouts WHERE account = ?1), 0)
    + coalesce((SELECT sum(length(metadata) + length(shippingAddress)) FROM customers WHERE account = ?1), 0)`,
}

const counted = async (merchant: Merchant) =>
  (
    await merchant.rows(
      `SELECT ${quotaNames.map((name) => `(${counts[name]}) AS ${name}`).join(', ')} WHERE ?1 IS NOT NULL`,
      merchant.id,
    )
  )[0]!

const add = (list: string[], id: string | undefined) => void (id !== undefined && list.push(id))
const any = (list: string[], pick: number) => list[pick % list.length] ?? 'none-none'
const note = (pick: number) => ({ metadata: { note: 'x'.repeat(pick % 300) } })

const start = async () => {
  const merchant = await createMerchant()
  const call = worker.as(merchant.secretKey)
  const kept: Record<
    'customers' | 'wallets' | 'plans' | 'subscriptions' | 'terminals' | 'checkouts' | 'keys' | 'payments',
    string[]
  > = { customers: [], wallets: [], plans: [], subscriptions: [], terminals: [], checkouts: [], keys: [], payments: [] }
  const send = async (method: string, path: string, body?: object) => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const response = await call(method, `/v1/${path}`, { headers, ...(body && { body }) })
    return response.status === 200 ? response.json : null
  }
  const customer = (pick: number) => kept.customers[pick % kept.customers.length] ?? 'none-none'
  const token = async () => (await send('POST', 'tokens', { creditCard: card() })).token as string

  const steps = {
    createCustomer: async (pick: number) =>
      add(kept.customers, (await send('POST', 'customers', note(pick)))?.customers[0].id),
    updateCustomer: (pick: number) => send('PUT', `customers/${customer(pick)}`, note(pick)),
    deleteCustomer: (pick: number) => send('DELETE', `customers/${customer(pick)}`),
    eraseCustomer: (pick: number) => send('POST', `customers/${customer(pick)}/erase`),
    store: async (pick: number) => {
      const path = `customers/${customer(pick)}/wallet`
      const id = (await send('POST', path, { token: await token() }))?.wallet[0].id
      add(kept.wallets, id && `${path}/${id}`)
    },
    deleteStored: (pick: number) => send('DELETE', any(kept.wallets, pick)),
    createPlan: async (pick: number) => {
      const cycle = { unit: 'day', interval: 1 + (pick % 3) }
      add(
        kept.plans,
        (await send('POST', 'subscriptions', { label: crypto.randomUUID(), cycle, amount: { value: 1 } }))
          ?.subscriptions[0].id,
      )
    },
    deletePlan: (pick: number) => send('DELETE', `subscriptions/${any(kept.plans, pick)}`),
    subscribe: async (pick: number) => {
      const path = `customers/${customer(pick)}/subscriptions`
      const made = await send('POST', path, { plan: any(kept.plans, pick) })
      add(kept.subscriptions, made && `${path}/${made.customerSubscriptions[0].customerSubscriptionId}`)
    },
    cancelSubscription: (pick: number) => send('DELETE', any(kept.subscriptions, pick)),
    registerTerminal: async () => {
      const registration = { registrationCode: 'SIM001', nickname: 'Till' }
      add(kept.terminals, (await send('POST', 'terminals', registration))?.terminals[0].id)
    },
    deleteTerminal: (pick: number) => send('DELETE', `terminals/${any(kept.terminals, pick)}`),
    createCheckout: async (pick: number) =>
      add(
        kept.checkouts,
        (await send('POST', 'dynamiccheckout', { total: 5, customerInfo: { name: 'y'.repeat(pick % 100) } }))?.id,
      ),
    cancelCheckout: (pick: number) => send('DELETE', `dynamiccheckout/${any(kept.checkouts, pick)}`),
    payCheckout: async (pick: number) => {
      const id = any(kept.checkouts, pick)
      const page = await shopper.open(id)
      if (page.data !== null && 'nonce' in page.data) await shopper.pay(id, page.data.nonce)
    },
    tokenize: () => token(),
    pay: async (pick: number) => {
      const order = { metadata: { note: 'z'.repeat(pick % 200) } }
      const payment = { token: await token() }
      add(
        kept.payments,
        (await send('POST', 'transactions/authorize', { payment, amount: { value: 2 }, order }))?.transactionId,
      )
    },
    capture: (pick: number) => send('POST', 'transactions/capture', { transactionId: any(kept.payments, pick) }),
    void: (pick: number) => send('POST', 'transactions/void', { transactionId: any(kept.payments, pick) }),
    issueKey: async () =>
      add(kept.keys, (await send('POST', 'apikeys', { kind: 'publishable', name: 'k' }))?.apiKey.id),
    revokeKey: (pick: number) => send('DELETE', `apikeys/${any(kept.keys, pick)}`),
    advanceMinutes: (pick: number) => send('POST', 'testclock/advance', { seconds: 60 * (pick % 60) + 1 }),
    advanceDays: (pick: number) => send('POST', 'testclock/advance', { seconds: 86_400 * (1 + (pick % 40)) }),
    sweep: () => worker.sweep(),
  }
  return { merchant, call, steps }
}

type Step = keyof Awaited<ReturnType<typeof start>>['steps']
const { steps: allSteps } = await start()

test('usage equals the counted rows after random writes, purges and erasures', async () => {
  const seen = new Set<QuotaName>()
  const step = fc.record({ name: fc.constantFrom(...(Object.keys(allSteps) as Step[])), pick: fc.nat(1000) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (history) => {
      const { merchant, call, steps } = await start()
      // Most steps need these.
      for (const name of ['createCustomer', 'store', 'createPlan'] as const) await steps[name](0)
      for (const { name, pick } of history) await steps[name](pick)
      // The next sweep reads what is a minute old, and counts what it counts every ten minutes.
      clock.advance(11 * 60_000)
      await worker.sweep()
      const { quotas } = (await call('GET', '/v1/account/quotas')).json
      const used = Object.fromEntries(quotas.map(({ name, used: amount }: any) => [name, amount]))
      expect(used).toEqual(await counted(merchant))
      for (const name of quotaNames) if (used[name] > 0) seen.add(name)
    }),
    { seed: 7, numRuns: 25 },
  )
  // The histories reach every quota.
  expect([...seen].toSorted()).toEqual([...quotaNames].toSorted())
}, 120_000)
