import { describe, expect, test } from 'vitest'
import { encryptCard } from '../../widget/encrypt/encryptCard.ts'
import type { Merchant } from '../testing/merchant.ts'
import { byCard, byToken, card, createMerchant, startWorker } from '../testing/merchant.ts'

/** What an operation costs in round trips to the database, and what the memory of keys saves, and what it must not. */

/** A merchant whose vault key and encryption key exist: making each costs a round trip once. */
const established = async (): Promise<Merchant> => {
  const merchant = await createMerchant()
  const call = startWorker().as(merchant.secretKey)
  await call('POST', '/v1/tokens', { body: { creditCard: card() } })
  await call('GET', '/v1/encryptionkeys')
  return merchant
}

const remembering = { test: 10_000, live: 10_000 }

const operations = (worker: ReturnType<typeof startWorker>, merchant: Merchant) => {
  const call = worker.as(merchant.secretKey)
  const tokenize = () => call('POST', '/v1/tokens', { body: { creditCard: card() } })
  const authorize = (body: object) => call('POST', '/v1/transactions/authorize', { body })
  const authorized = async (): Promise<string> => (await authorize(byCard())).json.transactionId
  const listKeys = () => call('GET', '/v1/encryptionkeys')
  const registerReader = () =>
    call('POST', '/v1/terminals', { body: { registrationCode: 'ROUND1', nickname: 'Till 1' } })
  const reader = async (): Promise<string> => (await registerReader()).json.terminals[0].id
  return {
    tokenize,
    listKeys,
    authorizeByEncryptedCard: async () =>
      authorize({
        payment: { creditCardEncrypted: await encryptCard(card(), (await listKeys()).json) },
        amount: { value: 10.5 },
      }),
    authorizeByCard: () => authorize(byCard()),
    authorizeByToken: async () => authorize(byToken((await tokenize()).json.token)),
    authorizeByCash: () => authorize({ payment: { cash: true }, amount: { value: 10.5 } }),
    authorizeUnderKey: () =>
      call('POST', '/v1/transactions/authorize', {
        body: byCard(),
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    decline: () => authorize(byCard('4242424242424241')),
    capture: async () => call('POST', '/v1/transactions/capture', { body: { transactionId: await authorized() } }),
    captureUnderKey: async () =>
      call('POST', '/v1/transactions/capture', {
        body: { transactionId: await authorized() },
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    refusedCapture: async () =>
      call('POST', '/v1/transactions/capture', { body: { transactionId: await authorized(), amount: 10.51 } }),
    void: async () => call('POST', '/v1/transactions/void', { body: { transactionId: await authorized() } }),
    credit: async () => {
      const transactionId = await authorized()
      await call('POST', '/v1/transactions/capture', { body: { transactionId } })
      return call('POST', '/v1/transactions/credit', { body: { referenceTransactionId: Number(transactionId) } })
    },
    payOut: () => call('POST', '/v1/transactions/credit', { body: byCard() }),
    get: async () => call('GET', `/v1/transactions/${(await authorize(byCard())).json.transactionId}`),
    readAccount: () => call('GET', '/v1/account'),
    registerReader,
    readReader: async () => call('GET', `/v1/terminals/${await reader()}`),
    authorizeAtReader: async () =>
      authorize({ payment: { terminal: { id: await reader() } }, amount: { value: 10.5 } }),
  }
}

type Operation = keyof ReturnType<typeof operations>

const figures: readonly (readonly [operation: Operation, cold: number, warm: number])[] = [
  ['tokenize', 2, 1],
  ['authorizeByToken', 3, 2],
  ['authorizeByCard', 3, 2],
  // One more than a card in clear, for the key that opens it, which is remembered for as long as the isolate lives.
  ['authorizeByEncryptedCard', 4, 2],
  ['authorizeByCash', 3, 2],
  // The key is claimed in the batch that opens the payment, and its answer is the payment's row.
  ['authorizeUnderKey', 3, 2],
  ['decline', 3, 2],
  ['capture', 3, 2],
  ['captureUnderKey', 3, 2],
  ['refusedCapture', 2, 1],
  ['void', 3, 2],
  ['credit', 3, 2],
  ['payOut', 3, 2],
  ['get', 2, 1],
  ['readAccount', 1, 0],
  // The code is counted before it is tried.
  ['registerReader', 3, 2],
  ['readReader', 2, 1],
  // The payment is opened here, and its end is read: what lies between is the reader's own.
  ['authorizeAtReader', 3, 2],
]

describe('test mode is never cached, and shows the cold figure each time', () => {
  test.each(figures)('%s: %d', async (operation, cold) => {
    const run = operations(startWorker(), await established())[operation]
    for (const answer of [await run(), await run()]) {
      expect(answer.status).toBe(operation === 'refusedCapture' ? 400 : 200)
      expect(answer.d1).toBe(cold)
    }
  })
})

describe('where keys are remembered', () => {
  test.each(figures)('%s costs %d round trips at first and %d from then on', async (operation, cold, warm) => {
    const merchant = await established()
    const first = operations(startWorker(), merchant)[operation]
    expect((await first()).d1).toBe(cold)
    const remembered = operations(startWorker({ keyCacheMs: remembering }), merchant)
    await remembered.readAccount()
    expect((await remembered[operation]()).d1).toBe(warm)
    expect((await remembered[operation]()).d1).toBe(warm)
  })

  test('the log counts as the header does', async () => {
    const worker = startWorker()
    const answer = await operations(worker, await established()).authorizeByCard()
    expect(worker.log.at(-1)?.d1).toBe(answer.d1)
  })

  test('the first vault key of an account costs one round trip more, once', async () => {
    const merchant = await createMerchant()
    const worker = startWorker({ keyCacheMs: remembering })
    const { tokenize } = operations(worker, merchant)
    expect([(await tokenize()).d1, (await tokenize()).d1, (await tokenize()).d1]).toEqual([3, 2, 1])
    expect(await merchant.rows('SELECT mode FROM accountKeys WHERE account = ?', merchant.id)).toEqual([
      { mode: 'test' },
    ])
  })

  test('an encryption key is read once, and test mode reads it each time', async () => {
    const merchant = await established()
    const trips = async (worker: ReturnType<typeof startWorker>) => {
      const { readAccount, listKeys } = operations(worker, merchant)
      await readAccount()
      return [(await listKeys()).d1, (await listKeys()).d1]
    }
    expect(await trips(startWorker())).toEqual([2, 2])
    expect(await trips(startWorker({ keyCacheMs: remembering }))).toEqual([1, 0])
  })

  test('the first encryption key of an account costs one round trip more, once', async () => {
    const merchant = await createMerchant()
    const worker = startWorker({ keyCacheMs: remembering })
    const { listKeys, tokenize } = operations(worker, merchant)
    await tokenize()
    await tokenize()
    expect([(await listKeys()).d1, (await listKeys()).d1]).toEqual([2, 0])
  })

  test('twenty first requests at once make one vault key, and all of them work', async () => {
    const merchant = await createMerchant()
    const worker = startWorker()
    const call = worker.as(merchant.secretKey)
    const made = await Promise.all(Array.from({ length: 20 }, () => operations(worker, merchant).tokenize()))
    expect(await merchant.rows('SELECT mode FROM accountKeys WHERE account = ?', merchant.id)).toHaveLength(1)
    const paid = await Promise.all(
      made.map(({ json }) => call('POST', '/v1/transactions/authorize', { body: byToken(json.token) })),
    )
    expect(new Set(paid.map(({ json }) => json.responseCode))).toEqual(new Set(['00']))
  })
})

const revoke = (merchant: Merchant, at: number) =>
  merchant.run('UPDATE apiKeys SET revoked = ? WHERE id = ?', at, merchant.secretKeyId)

describe('what changes takes effect', () => {
  test('at once in test mode', async () => {
    const merchant = await established()
    const call = startWorker().as(merchant.secretKey)
    expect((await call('GET', '/v1/account')).status).toBe(200)
    await revoke(merchant, Date.now() - 1)
    expect((await call('GET', '/v1/account')).status).toBe(401)
  })

  test.each([
    ['revoked', (merchant: Merchant) => revoke(merchant, 1), 401],
    ['deleted', (merchant: Merchant) => merchant.run('DELETE FROM apiKeys WHERE id = ?', merchant.secretKeyId), 401],
    [
      'suspended',
      (merchant: Merchant) => merchant.run('UPDATE accounts SET suspended = 1 WHERE id = ?', merchant.id),
      403,
    ],
  ])('ten seconds later at most in live mode: %s', async (_what, change, status) => {
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

  test('at its time where a key that is remembered expires', async () => {
    const merchant = await established()
    const started = Date.now()
    const { key } = await merchant.issue('sk', { expires: started + 5_000 })
    let now = started
    const call = startWorker({ clock: { now: () => now }, keyCacheMs: remembering }).as(key)
    expect((await call('GET', '/v1/account')).status).toBe(200)
    now = started + 4_999
    expect((await call('GET', '/v1/account')).d1).toBe(0)
    now = started + 5_000
    expect((await call('GET', '/v1/account')).status).toBe(401)
  })

  test('a key that is not found is never remembered', async () => {
    const merchant = await established()
    const worker = startWorker({ keyCacheMs: remembering })
    const call = worker.as(merchant.secretKey)
    await merchant.run('UPDATE apiKeys SET hash = hash || ? WHERE id = ?', 'x', merchant.secretKeyId)
    expect((await call('GET', '/v1/account')).status).toBe(401)
    await merchant.run('UPDATE apiKeys SET hash = substr(hash, 1, 64) WHERE id = ?', merchant.secretKeyId)
    expect((await call('GET', '/v1/account')).status).toBe(200)
  })

  test('nothing is remembered from one gateway for another', async () => {
    const merchant = await established()
    const parts = { keyCacheMs: remembering }
    await startWorker(parts).as(merchant.secretKey)('GET', '/v1/account')
    expect((await startWorker(parts).as(merchant.secretKey)('GET', '/v1/account')).d1).toBe(1)
  })
})
