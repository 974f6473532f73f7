import { describe, expect, test } from 'vitest'
import { encryptCard } from '../../widget/encrypt/encryptCard.ts'
import type { Merchant } from '../testing/merchant.ts'
import { roundTrips } from './roundTrips.fixtures.ts'
import { cardPayment, tokenPayment, card, createMerchant, startWorker } from '../testing/merchant.ts'

/** Database round trips of each operation, with and without the key cache. */

/** A merchant with vault key and encryption key, whose creation costs one round trip each. */
const newEstablishedMerchant = async (): Promise<Merchant> => {
  const merchant = await createMerchant()
  const call = startWorker().as(merchant.secretKey)
  await call('POST', '/v1/tokens', { body: { creditCard: card() } })
  await call('GET', '/v1/encryptionkeys')
  return merchant
}

const keyCacheMs = { test: 10_000, live: 10_000 }

const operations = (worker: ReturnType<typeof startWorker>, merchant: Merchant) => {
  const call = worker.as(merchant.secretKey)
  const tokenize = () => call('POST', '/v1/tokens', { body: { creditCard: card() } })
  const authorize = (body: object) => call('POST', '/v1/transactions/authorize', { body })
  const authorized = async (): Promise<string> => (await authorize(cardPayment())).json.transactionId
  const listKeys = () => call('GET', '/v1/encryptionkeys')
  const registerTerminal = () =>
    call('POST', '/v1/terminals', { body: { registrationCode: 'ROUND1', nickname: 'Till 1' } })
  const newTerminal = async (): Promise<string> => (await registerTerminal()).json.terminals[0].id
  return {
    tokenize,
    listKeys,
    authorizeByEncryptedCard: async () =>
      authorize({
        payment: { creditCardEncrypted: await encryptCard(card(), (await listKeys()).json) },
        amount: { value: 10.5 },
      }),
    authorizeByCard: () => authorize(cardPayment()),
    authorizeByToken: async () => authorize(tokenPayment((await tokenize()).json.token)),
    saleByToken: async () =>
      call('POST', '/v1/transactions/sale', { body: tokenPayment((await tokenize()).json.token) }),
    saleWithIdempotencyKey: () =>
      call('POST', '/v1/transactions/sale', {
        body: cardPayment(),
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    authorizeByCash: () => authorize({ payment: { cash: true }, amount: { value: 10.5 } }),
    authorizeWithIdempotencyKey: () =>
      call('POST', '/v1/transactions/authorize', {
        body: cardPayment(),
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    decline: () => authorize(cardPayment('4242424242424241')),
    capture: async () => call('POST', '/v1/transactions/capture', { body: { transactionId: await authorized() } }),
    captureWithIdempotencyKey: async () =>
      call('POST', '/v1/transactions/capture', {
        body: { transactionId: await authorized() },
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    rejectedCapture: async () =>
      call('POST', '/v1/transactions/capture', { body: { transactionId: await authorized(), amount: 10.51 } }),
    void: async () => call('POST', '/v1/transactions/void', { body: { transactionId: await authorized() } }),
    credit: async () => {
      const transactionId = await authorized()
      await call('POST', '/v1/transactions/capture', { body: { transactionId } })
      return call('POST', '/v1/transactions/credit', { body: { referenceTransactionId: Number(transactionId) } })
    },
    unreferencedCredit: () => call('POST', '/v1/transactions/credit', { body: cardPayment() }),
    getTransaction: async () => call('GET', `/v1/transactions/${(await authorize(cardPayment())).json.transactionId}`),
    getAccount: () => call('GET', '/v1/account'),
    registerTerminal,
    getTerminal: async () => call('GET', `/v1/terminals/${await newTerminal()}`),
    authorizeAtTerminal: async () =>
      authorize({ payment: { terminal: { id: await newTerminal() } }, amount: { value: 10.5 } }),
  }
}

describe('test mode without a key cache', () => {
  test.each(roundTrips)(
    'database round trips of %s without a key cache: %d each time',
    async (_name, uncached, _cached, operation) => {
      const run = operations(startWorker(), await newEstablishedMerchant())[operation]
      for (const response of [await run(), await run()]) {
        expect(response.status).toBe(operation === 'rejectedCapture' ? 400 : 200)
        expect(response.d1).toBe(uncached)
      }
    },
  )
})

describe('key cache', () => {
  test.each(roundTrips)(
    'database round trips of %s: %d without and %d with a cached key',
    async (_name, uncached, cached, operation) => {
      const merchant = await newEstablishedMerchant()
      const first = operations(startWorker(), merchant)[operation]
      expect((await first()).d1).toBe(uncached)
      const cachedOperations = operations(startWorker({ keyCacheMs }), merchant)
      await cachedOperations.getAccount()
      expect((await cachedOperations[operation]()).d1).toBe(cached)
      expect((await cachedOperations[operation]()).d1).toBe(cached)
    },
  )

  test('the log has the same number of round trips as the Server-Timing header', async () => {
    const worker = startWorker()
    const response = await operations(worker, await newEstablishedMerchant()).authorizeByCard()
    expect(worker.log.at(-1)?.d1).toBe(response.d1)
  })

  test('creating the vault key of an account costs one more round trip', async () => {
    const merchant = await createMerchant()
    const worker = startWorker({ keyCacheMs })
    const { tokenize } = operations(worker, merchant)
    expect([(await tokenize()).d1, (await tokenize()).d1, (await tokenize()).d1]).toEqual([3, 2, 1])
    expect(await merchant.rows('SELECT mode FROM accountKeys WHERE account = ?', merchant.id)).toEqual([
      { mode: 'test' },
    ])
  })

  test('an encryption key is read each time without and once with a key cache', async () => {
    const merchant = await newEstablishedMerchant()
    const trips = async (worker: ReturnType<typeof startWorker>) => {
      const { getAccount, listKeys } = operations(worker, merchant)
      await getAccount()
      return [(await listKeys()).d1, (await listKeys()).d1]
    }
    expect(await trips(startWorker())).toEqual([2, 2])
    expect(await trips(startWorker({ keyCacheMs }))).toEqual([1, 0])
  })

  test('creating the encryption key of an account costs one more round trip', async () => {
    const merchant = await createMerchant()
    const worker = startWorker({ keyCacheMs })
    const { listKeys, tokenize } = operations(worker, merchant)
    await tokenize()
    await tokenize()
    expect([(await listKeys()).d1, (await listKeys()).d1]).toEqual([2, 0])
  })

  test('twenty concurrent first tokens create one vault key and can all be paid with', async () => {
    const merchant = await createMerchant()
    const worker = startWorker()
    const call = worker.as(merchant.secretKey)
    const tokens = await Promise.all(Array.from({ length: 20 }, () => operations(worker, merchant).tokenize()))
    expect(await merchant.rows('SELECT mode FROM accountKeys WHERE account = ?', merchant.id)).toHaveLength(1)
    const paid = await Promise.all(
      tokens.map(({ json }) => call('POST', '/v1/transactions/authorize', { body: tokenPayment(json.token) })),
    )
    expect(new Set(paid.map(({ json }) => json.responseCode))).toEqual(new Set(['00']))
  })
})

const revoke = (merchant: Merchant, at: number) =>
  merchant.run('UPDATE apiKeys SET revoked = ? WHERE id = ?', at, merchant.secretKeyId)

describe('expiry of the key cache', () => {
  test('a revoked test key returns 401 at once', async () => {
    const merchant = await newEstablishedMerchant()
    const call = startWorker().as(merchant.secretKey)
    expect((await call('GET', '/v1/account')).status).toBe(200)
    await revoke(merchant, Date.now() - 1)
    expect((await call('GET', '/v1/account')).status).toBe(401)
  })

  test.each([
    ['a revoked key', 401, (merchant: Merchant) => revoke(merchant, 1)],
    [
      'a deleted key',
      401,
      (merchant: Merchant) => merchant.run('DELETE FROM apiKeys WHERE id = ?', merchant.secretKeyId),
    ],
    [
      'the key of a suspended account',
      403,
      (merchant: Merchant) => merchant.run('UPDATE accounts SET suspended = 1 WHERE id = ?', merchant.id),
    ],
  ])('%s in live mode is rejected within ten seconds with %i', async (_key, status, change) => {
    const merchant = await createMerchant({ mode: 'live' })
    const started = Date.now()
    let now = started
    const worker = startWorker({ clock: { now: () => now } })
    const call = worker.as(merchant.secretKey)
    await call('POST', '/v1/tokens', { body: { creditCard: card() } })
    expect((await call('GET', '/v1/account')).status).toBe(200)
    await change(merchant)
    now = started + 9_999
    expect((await call('GET', '/v1/account')).status).toBe(200)
    expect(worker.log.at(-1)?.d1).toBe(0)
    now = started + 10_000
    expect((await call('GET', '/v1/account')).status).toBe(status)
  })

  test('a cached key returns 401 from its expiry on', async () => {
    const merchant = await newEstablishedMerchant()
    const started = Date.now()
    const { key } = await merchant.issue('sk', { expires: started + 5_000 })
    let now = started
    const call = startWorker({ clock: { now: () => now }, keyCacheMs }).as(key)
    expect((await call('GET', '/v1/account')).status).toBe(200)
    now = started + 4_999
    expect((await call('GET', '/v1/account')).d1).toBe(0)
    now = started + 5_000
    expect((await call('GET', '/v1/account')).status).toBe(401)
  })

  test('an unknown key is not cached', async () => {
    const merchant = await newEstablishedMerchant()
    const worker = startWorker({ keyCacheMs })
    const call = worker.as(merchant.secretKey)
    await merchant.run('UPDATE apiKeys SET hash = hash || ? WHERE id = ?', 'x', merchant.secretKeyId)
    expect((await call('GET', '/v1/account')).status).toBe(401)
    await merchant.run('UPDATE apiKeys SET hash = substr(hash, 1, 64) WHERE id = ?', merchant.secretKeyId)
    expect((await call('GET', '/v1/account')).status).toBe(200)
  })

  test('a gateway does not use the key cache of another one', async () => {
    const merchant = await newEstablishedMerchant()
    const parts = { keyCacheMs }
    await startWorker(parts).as(merchant.secretKey)('GET', '/v1/account')
    expect((await startWorker(parts).as(merchant.secretKey)('GET', '/v1/account')).d1).toBe(1)
  })
})
