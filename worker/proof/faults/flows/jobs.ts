import { card } from '../../../testing/requestDefaults.ts'
import { day, hour, job } from './flow.ts'
import type { Flow } from './flow.ts'
import type { MerchantClient } from '../merchantClient.ts'
import { subscribe } from './preconditions.ts'

/** A payment whose response and reversal are lost. */
const losePayment = async (client: MerchantClient): Promise<void> => {
  const { faultPlan } = client.fixture.acquirer
  faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
  faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse' })
  await client.request('POST', '/v1/transactions/authorize', client.cardPayment())
  client.clock.advance(61_000)
}

/** Jobs of the sweep, each with due work. */
export const jobFlows: readonly Flow[] = [
  job('expiry', async (client) => {
    await client.authorize()
    await client.merchant.run(
      'UPDATE transactions SET expires = ? WHERE account = ?',
      client.clock.now(),
      client.merchant.id,
    )
  }),
  job('reversals', losePayment),
  job('operationScan', losePayment),
  job('figures', async (client) => {
    await client.authorizeAndCapture()
    client.clock.advance(hour)
  }),
  job('followUps', async (client) => {
    const transactionId = await client.authorize()
    const { faultPlan } = client.fixture.acquirer
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'capture', times: 2 })
    await client.send({ method: 'POST', path: '/v1/transactions/capture', body: { transactionId }, key: null })
    client.clock.advance(61_000)
  }),
  job('holdScan', async (client) => {
    await client.authorize()
    client.clock.advance(4 * day)
  }),
  job('checkouts', async (client) => {
    const id = await client.createCheckout({ total: 5 })
    await client.fixture.injector.whileFailing('INSERT INTO customers', () => client.shopper.openAndPay(id))
    client.clock.advance(61_000)
  }),
  job('expiredCheckouts', async (client) => {
    await client.createCheckout()
    await client.merchant.run(
      'UPDATE checkouts SET expires = ?1, announceExpiry = ?1 WHERE account = ?2',
      client.clock.now(),
      client.merchant.id,
    )
  }),
  job('subscriptions', (client) => subscribe(client, 0)),
  job('batches', async (client) => {
    await client.authorizeAndCapture()
    client.clock.advance(day)
    // The first run only determines when the day ends.
    await client.fixture.runJob('batches')
  }),
  job('settlementReports', async (client) => {
    const settings = { settles: 'byReport', settlesAfterMs: 60_000 }
    const body = { processor: 'simulator', label: 'Shop', settings }
    const { connection } = await client.request('POST', '/v1/connections', body)
    await client.request('PUT', '/v1/account', { routing: [{ connection: connection.id }] })
    await client.authorizeAndCapture()
    client.clock.advance(hour)
  }),
  job('dueReturns', async (client) => {
    await client.authorizeAndCapture()
    await client.request('POST', '/v1/batches/close')
    await client.merchant.run(
      `UPDATE operations SET foreseen = '{"event":"disputed"}', foreseenAt = ? WHERE account = ? AND type = 'capture'`,
      client.clock.now(),
      client.merchant.id,
    )
  }),
  {
    name: 'sweep job dueReturns with three stages of a dispute',
    covers: ['job dueReturns'],
    prepare: async (client) => {
      await client.authorizeAndCapture()
      await client.request('POST', '/v1/batches/close')
      const now = client.clock.now()
      const stages = (['warning', 'open', 'won'] as const).map((stage, index) => ({ stage, at: now - 3 + index }))
      await client.merchant.run(
        `UPDATE operations SET foreseen = ?, foreseenAt = ? WHERE account = ? AND type = 'capture'`,
        JSON.stringify({ event: 'disputed', reason: '10.4', stages }),
        now - 3,
        client.merchant.id,
      )
    },
    act: (client) => client.sweep(),
  },
  job('oldTokens', async (client) => {
    await client.createToken()
    client.clock.advance(hour)
  }),
  job('tokens', async (client) => {
    await client.request('POST', '/v1/testclock/advance', { seconds: 3_600 }, { isKeyed: false })
    await client.createToken()
    client.clock.advance(hour)
  }),
  job('keys', async (client) => {
    await client.createCustomer()
    client.clock.advance(25 * hour)
  }),
  job('usage', async (client) => {
    await client.createToken()
    client.clock.advance(hour)
  }),
  job('walletMessages', (client) =>
    client.merchant.run(
      `INSERT INTO walletMessages (account, mode, messageId, takenBy, expires) VALUES (?, 'test', 'one', 'token', 0)`,
      client.merchant.id,
    ),
  ),
  job('notifications', (client) =>
    client.merchant.run(
      `INSERT INTO notifications (connection, id, account, mode, kind, result, at, received)
       VALUES (?1, 'one', ?1, 'test', 'outcome', 'unknown_operation', 0, 0)`,
      client.merchant.id,
    ),
  ),
  job('usedCards', (client) =>
    client.merchant.run(
      `INSERT INTO usedEncryptedCards (account, mode, messageId, takenBy, expires) VALUES (?, 'test', 'one', 'token', 0)`,
      client.merchant.id,
    ),
  ),
  job('cardKeys', (client) =>
    client.merchant.run(
      `INSERT INTO cardKeys (account, mode, kid, publicKey, sealedKey, wrappedKey, created)
       VALUES (?, 'test', 'one', '{}', '', '', 0)`,
      client.merchant.id,
    ),
  ),
  job('unpaidCheckouts', async (client) => {
    await client.createCheckout()
    await client.merchant.run(
      'UPDATE checkouts SET forget = ? WHERE account = ?',
      client.clock.now(),
      client.merchant.id,
    )
  }),
  job('events', async (client) => {
    await client.createCustomer()
    await client.createCustomer()
    await client.fixture.injector.idle()
    client.clock.advance(31 * day)
    // The newest event of a shard is never deleted, so it must belong to this account.
    await client.createCustomer()
  }),
  job('webhooks', (client) => client.fixture.injector.whileFailing('wake', () => client.createCustomer())),
  {
    name: 'sweep job webhooks of an account with a test clock',
    covers: ['job webhooks'],
    prepare: async (client) => {
      await client.request('POST', '/v1/testclock/advance', { seconds: 3_600 }, { isKeyed: false })
      await client.fixture.injector.whileFailing('wake', () => client.createCustomer())
    },
    act: (client) => client.sweep(),
  },
  job('accountKeys', async (client) => {
    await client.merchant.run('DELETE FROM webhooks WHERE account = ?', client.merchant.id)
    await client.merchant.run('DELETE FROM accountKeys WHERE account = ?', client.merchant.id)
    const body = { creditCard: card() }
    await client.send({ method: 'POST', path: '/v1/tokens', body, key: null }, client.fixture.fetchWithOldKey)
  }),
  job('erasures', async (client) => {
    const stored = await client.createCustomerWithCard()
    await client.pay(() => ({ payment: { stored }, amount: { value: 10.5 } }))
    const path = `/v1/customers/${stored.customer}/erase`
    await client.fixture.injector.whileFailing('UPDATE transactions SET', () =>
      client.send({ method: 'POST', path, body: undefined, key: null }),
    )
  }),
  {
    name: 'complete sweep',
    covers: [],
    prepare: async (client) => {
      await client.authorize()
      await client.authorizeAndCapture()
      await client.merchant.run(
        'UPDATE transactions SET expires = ? WHERE account = ?',
        client.clock.now(),
        client.merchant.id,
      )
      await subscribe(client, 0)
    },
    act: (client) => client.sweep(),
  },
]
