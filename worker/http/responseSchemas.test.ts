import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints'
import { acmeRegistry, acmeSettings } from '../testing/doubles/acmeProcessor.ts'
import { makeUnclear } from '../testing/database/makeUnclear.ts'
import type { ApiResponse } from '../testing/merchant.ts'
import { clientOfBothModes, createTeam } from '../testing/fixtures/teamFixture.ts'
import { insertDispute } from '../testing/fixtures/insertDispute.ts'
import { card, cardPayment, createMerchant, startWorker } from '../testing/merchant.ts'
import { createShopper } from '../testing/shopper.ts'
import { reconciliationFixture } from '../testing/fixtures/reconciliationFixture.ts'

const worker = startWorker({
  fetch: () => Promise.resolve(new Response(null, { status: 204 })),
  processors: acmeRegistry(),
})
const merchant = await createMerchant()

describe('response schemas', async () => {
  const asSecret = worker.as(merchant.secretKey)
  // A live key locks settings of the account, so the team is that of another.
  const asTeam = await clientOfBothModes(worker, await createMerchant())
  /** The response to closing a batch with one payment. */
  const closedBatch = async () => {
    const { json } = await asSecret('POST', '/v1/transactions/authorize', { body: cardPayment() })
    await asSecret('POST', '/v1/transactions/capture', { body: { transactionId: json.transactionId } })
    return asSecret('POST', '/v1/batches/close')
  }
  const disputeId = async () => {
    await paidId()
    return insertDispute(merchant, 'test')
  }
  const paidId = async (): Promise<string> =>
    (await asSecret('POST', '/v1/transactions/authorize', { body: cardPayment() })).json.transactionId
  const capture = (transactionId: string) => asSecret('POST', '/v1/transactions/capture', { body: { transactionId } })
  const createCustomer = () => asSecret('POST', '/v1/customers', { body: { metadata: { tier: 'gold' } } })
  const customerId = async (): Promise<string> => (await createCustomer()).json.customers[0].id
  const storeCard = (customer: string) =>
    asSecret('POST', `/v1/customers/${customer}/wallet`, { body: { token: 'test-visa-4242' } })
  const storedCardPath = async (): Promise<string> => {
    const customer = await customerId()
    return `/v1/customers/${customer}/wallet/${(await storeCard(customer)).json.wallet[0].id}`
  }

  const createPlan = () =>
    asSecret('POST', '/v1/subscriptions', {
      body: { label: crypto.randomUUID(), cycle: { unit: 'month' }, amount: { value: 10.5 } },
    })
  const planId = async (): Promise<string> => (await createPlan()).json.subscriptions[0].id
  /** A customer with a card who has subscribed to a plan. */
  const subscribed = async () => {
    const customer = await customerId()
    await storeCard(customer)
    const answer = await asSecret('POST', `/v1/customers/${customer}/subscriptions`, { body: { plan: await planId() } })
    const { customerSubscriptionId } = answer.json.customerSubscriptions[0]
    return { customer, answer, path: `/v1/customers/${customer}/subscriptions/${customerSubscriptionId}` }
  }

  const createCheckout = () => asSecret('POST', '/v1/dynamiccheckout', { body: { total: 10.5 } })
  const checkoutId = async (): Promise<string> => (await createCheckout()).json.id

  const createTerminal = () =>
    asSecret('POST', '/v1/terminals', {
      body: {
        registrationCode: 'SIM001',
        nickname: 'Till 1',
        configuration: { promptTip: true, tipAmounts: [1, 2.5, 4] },
      },
    })
  const terminalPath = async (): Promise<string> => `/v1/terminals/${(await createTerminal()).json.terminals[0].id}`

  const createConnection = () =>
    asSecret('POST', '/v1/connections', { body: { processor: 'acme', label: 'Shop', settings: acmeSettings() } })
  const connectionPath = async (): Promise<string> => `/v1/connections/${(await createConnection()).json.connection.id}`

  const createWebhook = () =>
    asSecret('POST', '/v1/webhook', {
      body: {
        url: `https://shop.example/${crypto.randomUUID()}`,
        enabled: true,
        subscribedEvents: [4, 5],
        headers: { 'x-shop': '7' },
      },
    })
  const webhookPath = async (): Promise<string> => `/v1/webhook/${(await createWebhook()).json.webhook.id}`
  /** Of something that happens now. */
  const eventPath = async (): Promise<string> => {
    await createCustomer()
    return `/v1/events/${(await asSecret('GET', '/v1/events?pageSize=1')).json.events[0].id}`
  }

  const team = () => createTeam(asTeam)
  const createView = () =>
    asSecret('POST', '/v1/views', { body: { list: 'payments', name: crypto.randomUUID(), query: 'search=captured' } })
  const viewPath = async (): Promise<string> => `/v1/views/${(await createView()).json.view.id}`

  const samples: Readonly<Record<string, () => Promise<ApiResponse>>> = {
    authorizeTransaction: () => asSecret('POST', '/v1/transactions/authorize', { body: cardPayment() }),
    saleTransaction: () => asSecret('POST', '/v1/transactions/sale', { body: cardPayment() }),
    captureTransaction: async () => capture(await paidId()),
    voidTransaction: async () => asSecret('POST', '/v1/transactions/void', { body: { transactionId: await paidId() } }),
    creditTransaction: async () => {
      const transactionId = await paidId()
      await capture(transactionId)
      return asSecret('POST', '/v1/transactions/credit', { body: { referenceTransactionId: Number(transactionId) } })
    },
    getTransaction: async () => {
      const { json } = await asSecret('POST', '/v1/transactions/authorize', {
        body: cardPayment('4000000000009995', {
          order: { total: 10.5, metadata: { cart: '7' } },
          initiatedByUserId: 5,
        }),
      })
      return asSecret('GET', `/v1/transactions/${json.transactionId}`)
    },
    resolveTransaction: async () => {
      const id = await paidId()
      const operation = (await capture(id)).json.transactionId
      await makeUnclear(operation)
      return asSecret('POST', `/v1/transactions/${id}/resolve`, {
        body: { operation, outcome: 'happened', note: 'Found in the report' },
      })
    },
    listTransactions: async () => {
      await asSecret('POST', '/v1/transactions/authorize', {
        body: cardPayment(undefined, { order: { referenceObjectId: 7 } }),
      })
      return asSecret('GET', '/v1/transactions?reference=7')
    },
    listMembers: async () => {
      await team()
      return asTeam('GET', '/v1/team/members')
    },
    updateMember: async () =>
      asTeam('PUT', `/v1/team/members/${(await team()).member}`, { body: { refundLimit: 20.5 } }),
    removeMember: async () => asTeam('DELETE', `/v1/team/members/${(await team()).member}`),
    inviteMember: () =>
      asTeam('POST', '/v1/team/invitations', { body: { email: 'bob@shop.example', role: 'support' } }),
    listInvitations: async () => {
      await team()
      return asTeam('GET', '/v1/team/invitations')
    },
    cancelInvitation: async () => asTeam('DELETE', `/v1/team/invitations/${(await team()).invitation}`),
    listSessions: async () => {
      await team()
      return asTeam('GET', '/v1/team/sessions')
    },
    endSession: async () => asTeam('DELETE', `/v1/team/sessions/${(await team()).session}`),
    listViews: async () => {
      await createView()
      return asSecret('GET', '/v1/views')
    },
    createView,
    updateView: async () => asSecret('PUT', await viewPath(), { body: { name: crypto.randomUUID() } }),
    deleteView: async () => asSecret('DELETE', await viewPath()),
    createToken: () => asSecret('POST', '/v1/tokens', { body: { creditCard: card() } }),
    listEncryptionKeys: () => asSecret('GET', '/v1/encryptionkeys'),
    createCustomer,
    getCustomer: async () => asSecret('GET', `/v1/customers/${await customerId()}`),
    listCustomers: async () => {
      await createCustomer()
      return asSecret('GET', '/v1/customers')
    },
    updateCustomer: async () => asSecret('PUT', `/v1/customers/${await customerId()}`, { body: { company: 'Fits' } }),
    deleteCustomer: async () => asSecret('DELETE', `/v1/customers/${await customerId()}`),
    exportCustomer: async () => asSecret('GET', `/v1/customers/${await customerId()}/export`),
    eraseCustomer: async () => asSecret('POST', `/v1/customers/${await customerId()}/erase`),
    addWalletEntry: async () => storeCard(await customerId()),
    updateWalletEntry: async () => asSecret('PUT', await storedCardPath(), { body: { default: true } }),
    deleteWalletEntry: async () => asSecret('DELETE', await storedCardPath()),
    listWallet: async () => {
      const customer = await customerId()
      await storeCard(customer)
      return asSecret('GET', `/v1/customers/${customer}/wallet`)
    },
    listSubscriptions: async () => {
      await createPlan()
      return asSecret('GET', '/v1/subscriptions')
    },
    createSubscription: () => createPlan(),
    deleteSubscription: async () => asSecret('DELETE', `/v1/subscriptions/${await planId()}`),
    listCustomerSubscriptions: async () => {
      const { customer } = await subscribed()
      return asSecret('GET', `/v1/customers/${customer}/subscriptions`)
    },
    listAllCustomerSubscriptions: async () => {
      await subscribed()
      return asSecret('GET', '/v1/customersubscriptions')
    },
    createCustomerSubscription: async () => (await subscribed()).answer,
    updateCustomerSubscription: async () =>
      asSecret('PUT', (await subscribed()).path, { body: { status: 'paused', resumesAt: '2100-01-01' } }),
    cancelCustomerSubscription: async () => asSecret('DELETE', (await subscribed()).path),
    listBills: async () => {
      const { path } = await subscribed()
      await asSecret('POST', '/v1/testclock/advance', { body: { seconds: 1 } })
      return asSecret('GET', `${path}/bills`)
    },
    createCheckout: () => createCheckout(),
    listCheckouts: async () => {
      await createCheckout()
      return asSecret('GET', '/v1/dynamiccheckout')
    },
    getCheckout: async () => asSecret('GET', `/v1/dynamiccheckout/${await checkoutId()}`),
    sendReceipt: async () => {
      const id = await checkoutId()
      await createShopper(worker).openAndPay(id)
      return asSecret('POST', `/v1/dynamiccheckout/${id}/receipt`, { body: { email: 'ann@mail.example' } })
    },
    cancelCheckout: async () => asSecret('DELETE', `/v1/dynamiccheckout/${await checkoutId()}`),
    createTerminal: () => createTerminal(),
    listTerminals: async () => {
      await createTerminal()
      return asSecret('GET', '/v1/terminals')
    },
    getTerminal: async () => asSecret('GET', await terminalPath()),
    deleteTerminal: async () => asSecret('DELETE', await terminalPath()),
    cancelTerminal: async () => asSecret('POST', `${await terminalPath()}/cancel`),
    simulateTerminal: async () => asSecret('POST', `${await terminalPath()}/simulate`, { body: { action: 'offline' } }),
    getSignature: async () => {
      const id = (await createTerminal()).json.terminals[0].id
      const terminal = { id, promptSignature: true }
      const { json } = await asSecret('POST', '/v1/transactions/authorize', {
        body: { payment: { terminal }, amount: { value: 10.5 } },
      })
      return asSecret('GET', `/v1/transactions/${json.transactionId}/signature`)
    },
    createWebhook: () => createWebhook(),
    listWebhooks: async () => {
      const path = await webhookPath()
      await asSecret('POST', `${path}/rotate`)
      return asSecret('GET', '/v1/webhook')
    },
    updateWebhook: async () => asSecret('PUT', await webhookPath(), { body: { enabled: false } }),
    deleteWebhook: async () => asSecret('DELETE', await webhookPath()),
    rotateWebhookSecret: async () => asSecret('POST', `${await webhookPath()}/rotate`),
    testWebhook: async () => asSecret('POST', `${await webhookPath()}/test`),
    listDeliveries: async () => {
      const { id } = (await createWebhook()).json.webhook
      const path = `/v1/webhook/${id}/deliveries`
      await createCustomer()
      await expect.poll(async () => (await asSecret('GET', path)).json.deliveries.length).toBeGreaterThan(0)
      return asSecret('GET', path)
    },
    replayWebhook: async () =>
      asSecret('POST', `${await webhookPath()}/replay`, {
        body: { since: new Date(Date.now() - 60_000).toISOString() },
      }),
    listEvents: async () => {
      // One of each resource that a payment, its batch, a stored card, a plan, a page and a reader are.
      await closedBatch()
      await createCheckout()
      await createTerminal()
      await subscribed()
      return asSecret('GET', '/v1/events')
    },
    getEvent: async () => asSecret('GET', await eventPath()),
    listAttempts: async () => {
      await createWebhook()
      return asSecret('GET', `${await eventPath()}/attempts`)
    },
    replayEvent: async () => {
      const { id } = (await createWebhook()).json.webhook
      return asSecret('POST', `${await eventPath()}/replay`, { body: { webhook: id } })
    },
    getQuotas: () => asSecret('GET', '/v1/account/quotas'),
    getAccount: () => asSecret('GET', '/v1/account'),
    updateAccount: () => asSecret('PUT', '/v1/account', { body: { name: 'Fits' } }),
    listConnections: async () => {
      await createConnection()
      return asSecret('GET', '/v1/connections')
    },
    createConnection: () => createConnection(),
    getConnection: async () => asSecret('GET', await connectionPath()),
    updateConnection: async () => asSecret('PUT', await connectionPath(), { body: { settings: { region: 'us' } } }),
    deleteConnection: async () => asSecret('DELETE', await connectionPath()),
    checkConnection: async () => asSecret('POST', `${await connectionPath()}/check`),
    reconcileConnection: async () => {
      const { call: send, path, sale, clock } = await reconciliationFixture()
      await sale()
      const span = { from: '2026-01-01T00:00:00Z', to: new Date(clock.now()).toISOString() }
      return send('POST', path, { body: span })
    },
    listProcessors: () => asSecret('GET', '/v1/processors'),
    issueApiKey: () => asSecret('POST', '/v1/apikeys', { body: { kind: 'publishable' } }),
    listApiKeys: () => asSecret('GET', '/v1/apikeys'),
    revokeApiKey: async () => asSecret('DELETE', `/v1/apikeys/${(await merchant.issue('rk')).keyId}`),
    rotateApiKey: async () =>
      asSecret('POST', `/v1/apikeys/${(await merchant.issue('pk')).keyId}/rotate`, { body: { overlapHours: 1 } }),
    listBatches: async () => {
      await closedBatch()
      return asSecret('GET', '/v1/batches')
    },
    getBatch: async () => asSecret('GET', `/v1/batches/${(await closedBatch()).json.batch.id}`),
    closeBatch: () => closedBatch(),
    getFigures: async () => {
      await capture(await paidId())
      return asSecret('GET', '/v1/figures')
    },
    listAuditEntries: async () => {
      await asSecret('PUT', '/v1/account', { body: { name: crypto.randomUUID() } })
      return asSecret('GET', '/v1/audit')
    },
    listDisputes: async () => {
      await disputeId()
      return asSecret('GET', '/v1/disputes')
    },
    getDispute: async () => asSecret('GET', `/v1/disputes/${await disputeId()}`),
    recordDispute: async () =>
      asSecret('POST', '/v1/disputes', {
        body: { transactionId: (await capture(await paidId())).json.transactionId, caseId: 'CB-1', stage: 'open' },
      }),
    acceptDispute: async () => asSecret('POST', `/v1/disputes/${await disputeId()}/accept`),
    getTestClock: () => asSecret('GET', '/v1/testclock'),
    setTestClock: () => asSecret('POST', '/v1/testclock', { body: { now: new Date().toISOString() } }),
    advanceTestClock: () => asSecret('POST', '/v1/testclock/advance', { body: { seconds: 1 } }),
    resetTestClock: () => asSecret('DELETE', '/v1/testclock'),
  }

  test.each(endpoints)(
    '$name: a successful response matches its schema exactly',
    async ({ name, response: schema }) => {
      const sample = samples[name]
      if (sample === undefined) throw new Error(`${name} has no sample: add a request that succeeds to the samples.`)
      const answer = await sample()
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(answer.json.requestId).toBe(answer.headers.get('x-request-id'))
      // The schema drops members that it does not know: what comes out unchanged has none.
      expect(v.parse(schema, answer.json)).toEqual(answer.json)
    },
  )
})
