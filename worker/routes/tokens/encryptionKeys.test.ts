import { expect, test } from 'vitest'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import type { Call } from '../../testing/merchant.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'

const worker = startWorker()
const merchant = await createMerchant()
const withSecretKey = worker.as(merchant.secretKey)
const withPublishableKey = worker.as(merchant.publishableKey)

const getKeys = async (call: Call) => (await call('GET', '/v1/encryptionkeys')).json

test('GET /v1/encryptionkeys returns a JWK set of one public key, the same for both kinds of API key and each request', async () => {
  const { keys } = await getKeys(withPublishableKey)
  expect(keys).toEqual([
    {
      kty: 'RSA',
      kid: expect.stringMatching(/^[0-9A-Za-z_-]{43}$/),
      use: 'enc',
      alg: 'RSA-OAEP-256',
      n: expect.any(String),
      e: 'AQAB',
    },
  ])
  expect((await getKeys(withSecretKey)).keys).toEqual(keys)
  expect((await getKeys(startWorker().as(merchant.publishableKey))).keys).toEqual(keys)
})

test('GET /v1/encryptionkeys from an origin that the account does not allow returns 403', async () => {
  const shop = 'https://shop.example'
  const live = await createMerchant({ mode: 'live', settings: { allowedOrigins: { test: [], live: [shop] } } })
  const from = (origin: string) => worker.as(live.publishableKey)('GET', '/v1/encryptionkeys', { headers: { origin } })
  const response = await from(shop)
  expect(response.headers.get('access-control-allow-origin')).toBe(shop)
  expect(response.json.keys).toHaveLength(1)
  const forbidden = await from('https://other.example')
  expect(forbidden.status).toBe(403)
  expect(forbidden.text).not.toContain('"keys"')
})

test('GET /v1/encryptionkeys returns different keys for each account and mode', async () => {
  const other = await createMerchant()
  const liveKey = (await merchant.issue('sk', { mode: 'live' })).key
  const kids = await Promise.all(
    [merchant.secretKey, other.secretKey, liveKey].map(async (key) => (await getKeys(worker.as(key))).keys[0].kid),
  )
  expect(new Set(kids).size).toBe(3)
})

test('ten first requests of GET /v1/encryptionkeys at once create one key', async () => {
  const newMerchant = await createMerchant()
  const call = worker.as(newMerchant.publishableKey)
  const responses = await Promise.all(Array.from({ length: 10 }, () => getKeys(call)))
  expect(new Set(responses.map(({ keys }) => keys[0].kid)).size).toBe(1)
  expect(await newMerchant.rows('SELECT mode FROM encryptionKeys WHERE account = ?', newMerchant.id)).toEqual([
    { mode: 'test' },
  ])
  const paid = await worker.as(newMerchant.secretKey)('POST', '/v1/transactions/authorize', {
    body: {
      payment: { creditCardEncrypted: await encryptCard(card(), await getKeys(call)) },
      amount: { value: 10.5 },
    },
  })
  expect(paid.json.responseCode).toBe('00')
})

test('GET /v1/encryptionkeys returns 500 if the stored public key was replaced', async () => {
  const victim = await createMerchant()
  const attacker = await createMerchant()
  const [call, other] = [victim, attacker].map(({ publishableKey }) => worker.as(publishableKey)) as [Call, Call]
  await getKeys(call)
  const { keys } = await getKeys(other)
  await victim.run('UPDATE encryptionKeys SET publicKey = ? WHERE account = ?', JSON.stringify(keys[0]), victim.id)
  const response = await startWorker().as(victim.publishableKey)('GET', '/v1/encryptionkeys')
  expect(response.status).toBe(500)
  expect(response.text).not.toContain(keys[0].n)
})
