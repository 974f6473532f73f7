import { expect, test } from 'vitest'
import { resourceActions } from '#contract/accounts/audit'
import type { ResourceAction } from '#contract/accounts/audit'
import { acmeRegistry, acmeSettings } from '../../testing/doubles/acmeProcessor.ts'
import { makeUnclear } from '../../testing/database/makeUnclear.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import type { CallOptions } from '../../testing/merchant.ts'
import { insertDispute } from '../../testing/fixtures/insertDispute.ts'
import { reconciliationFixture } from '../../testing/fixtures/reconciliationFixture.ts'
import { walletFixture } from '../../testing/fixtures/walletFixture.ts'

const worker = startWorker({ processors: acmeRegistry() })

/** A shop whose keys, URLs, headers and texts contain a secret that no audit entry may have. */
const setUp = async () => {
  const merchant = await createMerchant()
  const secret = crypto.randomUUID()
  const call = worker.as(merchant.secretKey)
  const send = async (method: string, path: string, body?: CallOptions['body']): Promise<any> => {
    const { status, json } = await call(method, path, body === undefined ? {} : { body })
    expect([status, json.errors]).toEqual([200, null])
    return json
  }
  const url = `https://shop.example/${secret}`
  const headers = { authorization: `Bearer ${secret}` }
  return {
    merchant,
    call,
    secret,
    send,
    wallet: walletFixture(merchant, call),
    hook: { url, enabled: true, subscribedEvents: [0, 1], headers },
    /** Ids of new resources. */
    newKey: async () =>
      (await send('POST', '/v1/apikeys', { kind: 'restricted', name: 'Ops', scopes: ['tokens:write'] })).apiKey.id,
    newWebhook: async () =>
      (await send('POST', '/v1/webhook', { url, enabled: true, subscribedEvents: [0, 1], headers })).webhook.id,
    newConnection: async () =>
      (await send('POST', '/v1/connections', { processor: 'acme', label: 'Shop', settings: acmeSettings(secret) }))
        .connection.id,
    newTerminal: async () =>
      (await send('POST', '/v1/terminals', { registrationCode: 'SIM001', nickname: 'Till 1' })).terminals[0].id,
  }
}

type Shop = Awaited<ReturnType<typeof setUp>>

interface Audited {
  readonly changes: Readonly<Record<string, { readonly old: unknown; readonly new: unknown }>>
  /** Other members of the detail. */
  readonly detail?: object
}

const created = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, { old: null, new: value }]))
const deleted = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, { old: value, new: null }]))

const time: unknown = expect.any(Number)
const redacted = '[redacted]'
const storedHook = {
  url: 'https://shop.example/[redacted]',
  enabled: true,
  subscribedEvents: [0, 1],
  maxConcurrency: 50,
  headers: { authorization: redacted },
  secret: redacted,
}
const rights = { name: 'Ops', mode: 'test', scopes: ['tokens:write'], allowedOrigins: null }

const storedConnection = {
  processor: 'acme',
  label: 'Shop',
  settings: {
    host: 'https://api.acme.example',
    region: 'eu',
    descriptors: null,
    store: null,
    currencies: null,
    methods: null,
  },
  secrets: { apiKey: redacted },
}

const storedTerminal = {
  nickname: 'Till 1',
  make: 'Sluice',
  model: 'Simulated reader',
  serialNumber: '',
  configuration: {},
}

/** Each audited action: a request that causes it, and what its entry contains. An action without a row does not compile. */
const actions: Readonly<Record<ResourceAction, (shop: Shop) => Promise<Audited>>> = {
  'account.updated': async ({ send, secret }) => {
    const webhookDefaults = { hosts: ['shop.example'], headers: { authorization: secret } }
    await send('PUT', '/v1/account', { tipAtSale: true, legalTexts: { de: { bankDebit: 'Ja.' } }, webhookDefaults })
    return {
      changes: {
        tipAtSale: { old: false, new: true },
        legalTexts: { old: {}, new: { de: { bankDebit: 'Ja.' } } },
        webhookDefaults: {
          old: { hosts: [], headerNames: [] },
          new: { hosts: ['shop.example'], headerNames: ['authorization'], sealed: redacted },
        },
      },
      detail: { mode: 'test', version: 1 },
    }
  },
  'apikey.issued': async ({ newKey }) => {
    const id = await newKey()
    return {
      changes: created({ kind: 'restricted', name: 'Ops', scopes: ['tokens:write'] }),
      detail: { id, mode: 'test' },
    }
  },
  'apikey.revoked': async ({ newKey, send }) => {
    const id = await newKey()
    await send('DELETE', `/v1/apikeys/${id}`)
    return { changes: created({ revoked: time }), detail: { id, ...rights } }
  },
  'apikey.rotated': async ({ newKey, send }) => {
    const id = await newKey()
    const { apiKey } = await send('POST', `/v1/apikeys/${id}/rotate`, { overlapHours: 1 })
    return { changes: created({ expires: time }), detail: { id, newId: apiKey.id, ...rights } }
  },
  'checkout.canceled': async ({ send }) => {
    const { id } = await send('POST', '/v1/dynamiccheckout', { total: 10 })
    await send('DELETE', `/v1/dynamiccheckout/${id}`)
    return { changes: { status: { old: 'open', new: 'canceled' } }, detail: { checkout: id } }
  },
  'connection.created': async ({ newConnection }) => ({
    changes: created(storedConnection),
    detail: { connection: await newConnection() },
  }),
  'connection.deleted': async ({ newConnection, send }) => {
    const connection = await newConnection()
    await send('DELETE', `/v1/connections/${connection}`)
    return { changes: deleted({ ...storedConnection, disabled: false }), detail: { connection } }
  },
  'connection.updated': async ({ newConnection, send, secret }) => {
    const connection = await newConnection()
    const settings = { apiKey: `new ${secret}`, region: 'us' }
    await send('PUT', `/v1/connections/${connection}`, { label: 'Till', disabled: true, settings })
    return {
      changes: {
        label: { old: 'Shop', new: 'Till' },
        settings: { old: storedConnection.settings, new: { ...storedConnection.settings, region: 'us' } },
        secrets: { old: storedConnection.secrets, new: storedConnection.secrets },
        disabled: { old: false, new: true },
      },
      detail: { connection },
    }
  },
  'customer.deleted': async ({ wallet, secret }) => {
    const customer = await wallet.newCustomer({ firstName: secret })
    await wallet.deleteCustomer(customer)
    return { changes: created({ deleted: time }), detail: { customer } }
  },
  'customer.erased': async ({ wallet, send, secret }) => {
    const customer = await wallet.newCustomer({ firstName: secret })
    await send('POST', `/v1/customers/${customer}/erase`)
    return { changes: created({ erased: time }), detail: { customer } }
  },
  'subscription.canceled': async ({ wallet, send }) => {
    const { customer } = await wallet.newWallet(1)
    const subscription = await wallet.subscribe(customer)
    await send('DELETE', `/v1/customers/${customer}/subscriptions/${subscription}`)
    return { changes: { status: { old: 'pending', new: 'canceled' } }, detail: { customer, subscription } }
  },
  'subscription.changed': async ({ wallet, send }) => {
    const { customer, entries } = await wallet.newWallet(1)
    const subscription = await wallet.subscribe(customer)
    const change = { amount: { total: 12.5 }, wallet: entries[0] }
    await send('PUT', `/v1/customers/${customer}/subscriptions/${subscription}`, change)
    return {
      changes: { totalAmount: { old: 10, new: 12.5 }, wallet: { old: null, new: entries[0] } },
      detail: { customer, subscription },
    }
  },
  'terminal.deleted': async ({ newTerminal, send }) => {
    const terminal = await newTerminal()
    await send('DELETE', `/v1/terminals/${terminal}`)
    return { changes: deleted(storedTerminal), detail: { terminal } }
  },
  'terminal.registered': async ({ newTerminal }) => ({
    changes: created(storedTerminal),
    detail: { terminal: await newTerminal() },
  }),
  'testclock.changed': async ({ send }) => {
    await send('POST', '/v1/testclock/advance', { seconds: 60 })
    await send('POST', '/v1/testclock/advance', { seconds: 30 })
    return { changes: { offsetMs: { old: 60_000, new: 90_000 } } }
  },
  'dispute.accepted': async ({ merchant, send }) => {
    const { transactionId } = await send('POST', '/v1/transactions/authorize', cardPayment())
    const dispute = await insertDispute(merchant, 'test')
    await send('POST', `/v1/disputes/${dispute}/accept`)
    return { changes: { stage: { old: 'open', new: 'accepted' } }, detail: { dispute, transactionId } }
  },
  'dispute.recorded': async ({ send }) => {
    const { transactionId } = await send('POST', '/v1/transactions/sale', cardPayment())
    const { dispute } = await send('POST', '/v1/disputes', { transactionId, caseId: 'CB-1', stage: 'open' })
    return {
      changes: created({ stage: 'open' }),
      detail: { dispute: dispute.id, transactionId, caseId: 'CB-1', reported: 'open' },
    }
  },
  'transaction.reconciled': async ({ merchant }) => {
    const { authorize, call, connection, lose, reconcile } = await reconciliationFixture({}, {}, merchant)
    const transactionId = await authorize()
    await lose(transactionId, { whole: true })
    // The test clock of the other actions may be ahead.
    const { repairs } = await reconcile({ repair: true, since: 1e12, until: -1e12 })
    // Payments of the other actions use no connection again.
    await call('PUT', '/v1/account', { body: { routing: [] } })
    return {
      changes: created({ reversal: 'pending' }),
      detail: {
        transactionId,
        operation: transactionId,
        type: 'authorize',
        repair: 'reversed',
        connection,
        reference: repairs[0]!.reference,
        found: 'approved',
      },
    }
  },
  'transaction.resolved': async ({ send }) => {
    const { transactionId } = await send('POST', '/v1/transactions/authorize', cardPayment())
    const capture = (await send('POST', '/v1/transactions/capture', { transactionId })).transactionId
    await makeUnclear(capture)
    const verdict = { operation: capture, outcome: 'happened', note: 'Found in the report. Ada' }
    await send('POST', `/v1/transactions/${transactionId}/resolve`, verdict)
    return {
      changes: {
        status: { old: 'pending', new: 'approved' },
        needsAttention: { old: 'outcome_unknown', new: null },
      },
      detail: { ...verdict, transactionId, type: 'capture' },
    }
  },
  'wallet.default': async ({ wallet }) => {
    const { customer, entries } = await wallet.newWallet(2)
    await wallet.putEntry(customer, entries[1]!, { default: true })
    return {
      changes: { default: { old: entries[0], new: entries[1] } },
      detail: { customer, wallet: entries[1] },
    }
  },
  'wallet.deleted': async ({ wallet }) => {
    const { customer, entries } = await wallet.newWallet(1)
    await wallet.deleteEntry(customer, entries[0]!)
    return {
      changes: { ...created({ deleted: time }), default: { old: true, new: false } },
      detail: { customer, wallet: entries[0] },
    }
  },
  'webhook.deleted': async ({ newWebhook, send }) => {
    const webhook = await newWebhook()
    await send('DELETE', `/v1/webhook/${webhook}`)
    return { changes: deleted(storedHook), detail: { webhook } }
  },
  'webhook.registered': async ({ newWebhook }) => ({
    changes: created(storedHook),
    detail: { webhook: await newWebhook() },
  }),
  'webhook.replayed': async ({ newWebhook, send }) => {
    const webhook = await newWebhook()
    const since = new Date(Date.now() - 60_000).toISOString()
    const { replay } = await send('POST', `/v1/webhook/${webhook}/replay`, { since, undelivered: true })
    return {
      changes: created({ since, until: replay.until, undelivered: true }),
      detail: { webhook, mode: 'test' },
    }
  },
  'webhook.rotated': async ({ newWebhook, send }) => {
    const webhook = await newWebhook()
    await send('POST', `/v1/webhook/${webhook}/rotate`)
    return {
      changes: { secret: { old: redacted, new: redacted }, secretRotatedUntil: { old: null, new: time } },
      detail: { webhook },
    }
  },
  'webhook.updated': async ({ newWebhook, send, secret, hook }) => {
    const webhook = await newWebhook()
    await send('PUT', `/v1/webhook/${webhook}`, {
      url: `https://other.example:8443/?${secret}`,
      enabled: true,
      subscribedEvents: [1],
      headers: hook.headers,
    })
    return {
      changes: {
        url: { old: storedHook.url, new: 'https://other.example:8443/[redacted]' },
        subscribedEvents: { old: [0, 1], new: [1] },
        headers: { old: storedHook.headers, new: storedHook.headers },
      },
      detail: { webhook },
    }
  },
}

test.each(resourceActions)('the audit entry of %s has old and new values, without secrets', async (action) => {
  const shop = await setUp()
  const { changes, detail = {} } = await actions[action](shop)
  const rows = await shop.merchant.rows('SELECT * FROM audit WHERE account = ? ORDER BY id', shop.merchant.id)
  const entry = rows.findLast((row) => row['action'] === action)
  expect(entry).toMatchObject({
    key: shop.merchant.secretKeyId,
    requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
    at: time,
  })
  expect(JSON.parse(entry?.['detail'])).toEqual({ ...detail, changes })
  expect(JSON.stringify(rows)).not.toContain(shop.secret)
  expect(JSON.stringify(rows)).not.toMatch(/whsec_|sluice_/)
})

test('every entry in the audit log has an action of the list, and changes', async () => {
  const shop = await setUp()
  for (const run of Object.values(actions)) await run(shop)
  const rows = await shop.merchant.rows('SELECT action, detail FROM audit WHERE account = ?', shop.merchant.id)
  expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(resourceActions))
  for (const { action, detail } of rows) {
    const values = Object.values<object>(JSON.parse(detail).changes)
    expect(values.length, action).toBeGreaterThan(0)
    for (const value of values) expect(Object.keys(value).sort(), action).toEqual(['new', 'old'])
  }
})
