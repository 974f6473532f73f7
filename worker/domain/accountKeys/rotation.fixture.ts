import { afterAll, beforeEach } from 'vitest'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import { bindings } from '../../testing/bindings.ts'
import { byCard, byToken, card, createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Answered, Merchant } from '../../testing/merchant.ts'
import { AccountKeyring } from '../../vault/keys/accountKeyring.ts'
import type { WrappedAccountKey } from '../../vault/keys/accountKeys.ts'
import { openPan } from '../../vault/cards/cards.ts'
import type { SealedCard } from '../../vault/cards/cards.ts'
import { rootKeysText } from '../../vault/fixtures.ts'

/** For tests of root keys that are replaced while payments go on: workers of several root keys on one shard. */

const database = bindings.DB_01

/** The rows of a query on the shard. */
export const run = async (text: string, ...values: (string | number)[]) =>
  (
    await database
      .prepare(text)
      .bind(...values)
      .all<Record<string, any>>()
  ).results

/** Writes rows of account keys, given as a JSON list. */
export const insertKeys = (keys: string) =>
  run(
    `INSERT INTO accountKeys (account, mode, wrappedKey, rootVersion)
     SELECT value ->> 'account', value ->> 'mode', value ->> 'wrappedKey', value ->> 'rootVersion' FROM json_each(?)`,
    keys,
  )

/** A root key that other tests do not know must not wrap their keys: each test begins with none, and a file leaves what it found. */
export const keepOthersKeys = async () => {
  const [{ found } = { found: '[]' }] = await run(
    `SELECT json_group_array(json_object('account', account, 'mode', mode, 'wrappedKey', wrappedKey, 'rootVersion', rootVersion)) AS found
     FROM accountKeys`,
  )
  const forget = () => run('DELETE FROM accountKeys')
  beforeEach(async () => {
    await forget()
  })
  afterAll(async () => {
    await forget()
    await insertKeys(found as string)
  })
}

/** How many keys each version of the root key wraps. */
export const keysPerRootVersion = () =>
  run('SELECT rootVersion, count(*) AS keys FROM accountKeys GROUP BY rootVersion ORDER BY rootVersion')

/** The worker with these root keys, on one shard, which it takes for two: it is swept twice at once. */
export const withRoots = (...versions: number[]) =>
  startWorker({}, { DB_00: database, ROOT_KEYS: rootKeysText(...versions) })

export type Worker = ReturnType<typeof withRoots>

/** Sweeps, and ignores errors of other jobs: a sweep processes the whole shard, in which other tests leave rows that make it fail. */
export const sweepIgnoringErrors = (worker: Worker) => worker.sweep().catch(() => undefined)

export const newMerchant = () => createMerchant({ shard: '01' })

/** What is asked of a worker for a merchant. */
export const requestsOf = (worker: Worker, merchant: Merchant) => {
  const post = (path: string, body: object, headers = {}) =>
    worker.as(merchant.secretKey)('POST', path, { body, headers })
  return {
    ask: post,
    authorize: (body: object, headers?: Record<string, string>) => post('/v1/transactions/authorize', body, headers),
    tokenize: async (): Promise<string> => (await post('/v1/tokens', { creditCard: card() })).json.token,
    keySet: async () => (await worker.as(merchant.secretKey)('GET', '/v1/encryptionkeys')).json,
    newCustomer: async (): Promise<string> => (await post('/v1/customers', {})).json.customers[0].id,
  }
}

/** A way through the gateway in two steps: what the first leaves behind, the second needs. */
export interface Flow {
  begin(worker: Worker, merchant: Merchant): Promise<any>
  end(worker: Worker, merchant: Merchant, begun: any): Promise<Answered>
}

const createAuthorization = async (worker: Worker, merchant: Merchant): Promise<string> =>
  (await requestsOf(worker, merchant).authorize(byCard())).json.transactionId

/** Everything that an account's key seals or opens. The last step answers 200 without errors. */
export const flows: Readonly<Record<string, Flow>> = {
  'a token pays': {
    begin: (worker, merchant) => requestsOf(worker, merchant).tokenize(),
    end: (worker, merchant, token: string) => requestsOf(worker, merchant).authorize(byToken(token)),
  },
  'a card in clear pays': {
    begin: async () => undefined,
    end: (worker, merchant) => requestsOf(worker, merchant).authorize(byCard()),
  },
  'an encrypted card pays': {
    begin: (worker, merchant) => requestsOf(worker, merchant).keySet(),
    end: async (worker, merchant, keySet) =>
      requestsOf(worker, merchant).authorize({
        payment: { creditCardEncrypted: await encryptCard(card(), keySet) },
        amount: { value: 10.5 },
      }),
  },
  'a token is stored': {
    begin: async (worker, merchant) => ({
      customer: await requestsOf(worker, merchant).newCustomer(),
      token: await requestsOf(worker, merchant).tokenize(),
    }),
    end: (worker, merchant, { customer, token }) =>
      requestsOf(worker, merchant).ask(`/v1/customers/${customer}/wallet`, { token }),
  },
  'a stored card pays': {
    begin: async (worker, merchant) => {
      const { ask, newCustomer, tokenize } = requestsOf(worker, merchant)
      const customer = await newCustomer()
      await ask(`/v1/customers/${customer}/wallet`, { token: await tokenize() })
      return customer
    },
    end: (worker, merchant, customer: string) =>
      requestsOf(worker, merchant).authorize({ payment: { stored: { customer } }, amount: { value: 10.5 } }),
  },
  'an authorization is captured': {
    begin: createAuthorization,
    end: (worker, merchant, transactionId: string) =>
      requestsOf(worker, merchant).ask('/v1/transactions/capture', { transactionId }),
  },
  'the headers of a webhook are opened': {
    begin: (worker, merchant) =>
      requestsOf(worker, merchant).ask('/v1/webhook', {
        url: 'https://shop.example/',
        // Objects of webhooks have the root keys of the runtime alone.
        enabled: false,
        subscribedEvents: null,
        headers: { 'x-shop': '7' },
      }),
    end: async (worker, merchant) => {
      const answer = await worker.as(merchant.secretKey)('GET', '/v1/webhook')
      if (String(answer.json.webhooks?.[0].headerNames) !== 'x-shop') throw new Error('They are others.')
      return answer
    },
  },
  // What a repetition is known by hangs on the account's key: were it another, the payment would be refused as another request.
  'a request is repeated under its Idempotency-Key': {
    begin: async (worker, merchant) => {
      const key = crypto.randomUUID()
      await requestsOf(worker, merchant).authorize(byCard(), { 'idempotency-key': key })
      return key
    },
    end: async (worker, merchant, key: string) => {
      const answer = await requestsOf(worker, merchant).authorize(byCard(), { 'idempotency-key': key })
      if (!answer.headers.has('idempotent-replayed')) throw new Error('It was no repetition.')
      return answer
    },
  },
}

export const flowNames = Object.keys(flows)

/** Begins every flow, side by side: what each left behind, by its name. */
export const beginAll = async (worker: Worker, merchant: Merchant): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(flows).map(async ([name, flow]) => [name, await flow.begin(worker, merchant)] as const),
    ),
  )

/** Ends every flow, side by side. Each that ended well is `200 null`. */
export const endAll = async (worker: Worker, merchant: Merchant, begun: Record<string, unknown>) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(flows).map(async ([name, flow]) => {
        const { status, json } = await flow.end(worker, merchant, begun[name])
        return [name, `${status} ${JSON.stringify(json.errors)}`] as const
      }),
    ),
  )

/** What `endAll` answers where all went well. */
export const allSucceeded = Object.fromEntries(flowNames.map((name) => [name, '200 null']))

/** How many cards the flows leave sealed at the least, each once: those of five payments in clear or by token, and two stored ones. */
export const cardsSealedByFlows = 7

/**
 * Opens every card that a merchant's rows keep, by one root key alone, and answers how many there are.
 *
 * @throws CannotOpen, or Error where another root key is needed
 */
export const decryptAllCards = async (merchant: Merchant, version: number): Promise<number> => {
  const [stored] = await run(
    "SELECT wrappedKey, rootVersion FROM accountKeys WHERE account = ? AND mode = 'test'",
    merchant.id,
  )
  const account = await new AccountKeyring(rootKeysText(version)).of({
    name: `${merchant.id}/test`,
    stored: stored as unknown as WrappedAccountKey,
    keepFirst: () => Promise.reject(new Error('The account has no key.')),
  })
  const sealed = await run(
    `SELECT cardId, sealedPan, wrappedPanKey FROM transactions WHERE account = ?1 AND sealedPan IS NOT NULL
     UNION ALL SELECT cardId, sealedPan, wrappedPanKey FROM walletEntries WHERE account = ?1 AND sealedPan IS NOT NULL`,
    merchant.id,
  )
  for (const row of sealed) {
    const { number } = await openPan(account, row as unknown as SealedCard)
    if (number.reveal() !== card().accountNumber) throw new Error('It is another card.')
  }
  return sealed.length
}
