import { afterAll, beforeEach } from 'vitest'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import { bindings } from '../../testing/bindings.ts'
import { cardPayment, tokenPayment, card, createMerchant, startWorker } from '../../testing/merchant.ts'
import type { ApiResponse, Merchant } from '../../testing/merchant.ts'
import { AccountKeyring } from '../../vault/keys/accountKeyring.ts'
import type { WrappedAccountKey } from '../../vault/keys/accountKeys.ts'
import { openPan } from '../../vault/cards/cards.ts'
import type { SealedCard } from '../../vault/cards/cards.ts'
import { rootKeysText } from '../../vault/fixtures.ts'

/** Fixtures for rotations of root keys during payments: workers with several root keys on one shard. */

const database = bindings.DB_01

/** Runs a query on the shard and returns its rows. */
export const run = async (text: string, ...values: (string | number)[]) =>
  (
    await database
      .prepare(text)
      .bind(...values)
      .all<Record<string, any>>()
  ).results

/** Inserts account keys from a JSON list. */
export const insertKeys = (keys: string) =>
  run(
    `INSERT INTO accountKeys (account, mode, wrappedKey, rootVersion)
     SELECT value ->> 'account', value ->> 'mode', value ->> 'wrappedKey', value ->> 'rootVersion' FROM json_each(?)`,
    keys,
  )

/**
 * A root key of these tests must not wrap the account keys of other tests: each test starts without account keys, and the file
 * restores the earlier ones.
 */
export const isolateAccountKeys = async () => {
  const [{ stored } = { stored: '[]' }] = await run(
    `SELECT json_group_array(json_object('account', account, 'mode', mode, 'wrappedKey', wrappedKey, 'rootVersion', rootVersion)) AS stored
     FROM accountKeys`,
  )
  const deleteKeys = () => run('DELETE FROM accountKeys')
  beforeEach(async () => {
    await deleteKeys()
  })
  afterAll(async () => {
    await deleteKeys()
    await insertKeys(stored as string)
  })
}

/** Number of account keys per version of the root key. */
export const keysPerRootVersion = () =>
  run('SELECT rootVersion, count(*) AS keys FROM accountKeys GROUP BY rootVersion ORDER BY rootVersion')

/** Starts a worker with these root keys. It has one shard under two names, which it therefore sweeps twice concurrently. */
export const startWorkerWithRootKeys = (...versions: number[]) =>
  startWorker({}, { DB_00: database, ROOT_KEYS: rootKeysText(...versions) })

export type Worker = ReturnType<typeof startWorkerWithRootKeys>

/** Sweeps and ignores errors of other jobs: the shard has rows of other tests that make them fail. */
export const sweepIgnoringErrors = (worker: Worker) => worker.sweep().catch(() => undefined)

export const newMerchant = () => createMerchant({ shard: '01' })

/** Requests to a worker as a merchant. */
export const requestsOf = (worker: Worker, merchant: Merchant) => {
  const post = (path: string, body: object, headers = {}) =>
    worker.as(merchant.secretKey)('POST', path, { body, headers })
  return {
    post,
    authorize: (body: object, headers?: Record<string, string>) => post('/v1/transactions/authorize', body, headers),
    tokenize: async (): Promise<string> => (await post('/v1/tokens', { creditCard: card() })).json.token,
    keySet: async () => (await worker.as(merchant.secretKey)('GET', '/v1/encryptionkeys')).json,
    newCustomer: async (): Promise<string> => (await post('/v1/customers', {})).json.customers[0].id,
  }
}

/** A flow in two steps: the second needs what the first stored. */
export interface Flow {
  begin(worker: Worker, merchant: Merchant): Promise<any>
  end(worker: Worker, merchant: Merchant, begun: any): Promise<ApiResponse>
}

const createAuthorization = async (worker: Worker, merchant: Merchant): Promise<string> =>
  (await requestsOf(worker, merchant).authorize(cardPayment())).json.transactionId

/** Everything that an account key seals or opens. The last step returns 200 without errors. */
export const flows: Readonly<Record<string, Flow>> = {
  'payment by token': {
    begin: (worker, merchant) => requestsOf(worker, merchant).tokenize(),
    end: (worker, merchant, token: string) => requestsOf(worker, merchant).authorize(tokenPayment(token)),
  },
  'payment by card': {
    begin: async () => undefined,
    end: (worker, merchant) => requestsOf(worker, merchant).authorize(cardPayment()),
  },
  'payment by encrypted card': {
    begin: (worker, merchant) => requestsOf(worker, merchant).keySet(),
    end: async (worker, merchant, keySet) =>
      requestsOf(worker, merchant).authorize({
        payment: { creditCardEncrypted: await encryptCard(card(), keySet) },
        amount: { value: 10.5 },
      }),
  },
  'storing a token in a wallet': {
    begin: async (worker, merchant) => ({
      customer: await requestsOf(worker, merchant).newCustomer(),
      token: await requestsOf(worker, merchant).tokenize(),
    }),
    end: (worker, merchant, { customer, token }) =>
      requestsOf(worker, merchant).post(`/v1/customers/${customer}/wallet`, { token }),
  },
  'payment by stored card': {
    begin: async (worker, merchant) => {
      const { post, newCustomer, tokenize } = requestsOf(worker, merchant)
      const customer = await newCustomer()
      await post(`/v1/customers/${customer}/wallet`, { token: await tokenize() })
      return customer
    },
    end: (worker, merchant, customer: string) =>
      requestsOf(worker, merchant).authorize({ payment: { stored: { customer } }, amount: { value: 10.5 } }),
  },
  'capture of an authorization': {
    begin: createAuthorization,
    end: (worker, merchant, transactionId: string) =>
      requestsOf(worker, merchant).post('/v1/transactions/capture', { transactionId }),
  },
  'reading webhook headers': {
    begin: (worker, merchant) =>
      requestsOf(worker, merchant).post('/v1/webhook', {
        url: 'https://shop.example/',
        // Durable Objects of webhooks have only the root keys of the runtime.
        enabled: false,
        subscribedEvents: null,
        headers: { 'x-shop': '7' },
      }),
    end: async (worker, merchant) => {
      const response = await worker.as(merchant.secretKey)('GET', '/v1/webhook')
      if (String(response.json.webhooks?.[0].headerNames) !== 'x-shop') throw new Error('Unexpected header names.')
      return response
    },
  },
  // The request fingerprint depends on the account key: with another key the retry would be rejected as a different request.
  'retry with an idempotency key': {
    begin: async (worker, merchant) => {
      const key = crypto.randomUUID()
      await requestsOf(worker, merchant).authorize(cardPayment(), { 'idempotency-key': key })
      return key
    },
    end: async (worker, merchant, key: string) => {
      const response = await requestsOf(worker, merchant).authorize(cardPayment(), { 'idempotency-key': key })
      if (!response.headers.has('idempotent-replayed')) throw new Error('The response is not a replay.')
      return response
    },
  },
}

export const flowNames = Object.keys(flows)

/** Runs the first step of every flow concurrently. Returns their results by name. */
export const beginAll = async (worker: Worker, merchant: Merchant): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(flows).map(async ([name, flow]) => [name, await flow.begin(worker, merchant)] as const),
    ),
  )

/** Runs the second step of every flow concurrently. A successful one is `200 null`. */
export const endAll = async (worker: Worker, merchant: Merchant, begun: Record<string, unknown>) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(flows).map(async ([name, flow]) => {
        const { status, json } = await flow.end(worker, merchant, begun[name])
        return [name, `${status} ${JSON.stringify(json.errors)}`] as const
      }),
    ),
  )

/** The result of `endAll` if all flows succeeded. */
export const allSucceeded = Object.fromEntries(flowNames.map((name) => [name, '200 null']))

/** Least number of sealed cards that the flows leave: five of payments in clear or by token, and two stored ones. */
export const cardsSealedByFlows = 7

/**
 * Decrypts every card in a merchant's rows with one root key and returns their number.
 *
 * @throws CannotOpen, or Error if another root key is needed
 */
export const decryptAllCards = async (merchant: Merchant, version: number): Promise<number> => {
  const [stored] = await run(
    "SELECT wrappedKey, rootVersion FROM accountKeys WHERE account = ? AND mode = 'test'",
    merchant.id,
  )
  const account = await new AccountKeyring(rootKeysText(version)).of({
    name: `${merchant.id}/test`,
    stored: stored as unknown as WrappedAccountKey,
    insertIfAbsent: () => Promise.reject(new Error('The account has no key.')),
  })
  const sealed = await run(
    `SELECT cardId, sealedPan, wrappedPanKey FROM transactions WHERE account = ?1 AND sealedPan IS NOT NULL
     UNION ALL SELECT cardId, sealedPan, wrappedPanKey FROM walletEntries WHERE account = ?1 AND sealedPan IS NOT NULL`,
    merchant.id,
  )
  for (const row of sealed) {
    const { number } = await openPan(account, row as unknown as SealedCard)
    if (number.reveal() !== card().accountNumber) throw new Error('Unexpected card number.')
  }
  return sealed.length
}
