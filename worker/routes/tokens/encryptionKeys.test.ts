import { expect, test } from 'vitest'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import type { Call } from '../../testing/merchant.ts'
import { card, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'

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
  const live = await createMerchant({ mode: 'live', settings: { allowedOrigins: [shop] } })
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
  expect(await newMerchant.rows('SELECT mode FROM cardKeys WHERE account = ?', newMerchant.id)).toEqual([
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
  await victim.run('UPDATE cardKeys SET publicKey = ? WHERE account = ?', JSON.stringify(keys[0]), victim.id)
  const response = await startWorker().as(victim.publishableKey)('GET', '/v1/encryptionkeys')
  expect(response.status).toBe(500)
  expect(response.text).not.toContain(keys[0].n)
})

test('an encryption key is replaced after 30 days and decrypts for 30 more, by real time', async () => {
  const clock = testClock()
  const rotating = startWorker({ clock })
  const own = await createMerchant()
  const call = rotating.as(own.secretKey)
  const dayMs = 86_400_000
  const first = await getKeys(call)
  const pay = async (keySet: { keys: object[] }) =>
    (
      await call('POST', '/v1/transactions/authorize', {
        body: {
          payment: { creditCardEncrypted: await encryptCard(card(), keySet, clock.now()) },
          amount: { value: 10.5 },
        },
      })
    ).json
  // The account's test clock does not age a key.
  await call('POST', '/v1/testclock/advance', { body: { seconds: 100 * 86_400 } })
  expect(await getKeys(call)).toMatchObject({ keys: first.keys })
  clock.advance(29 * dayMs)
  expect((await getKeys(call)).keys).toEqual(first.keys)
  clock.advance(2 * dayMs)
  const second = await getKeys(call)
  expect(second.keys).toHaveLength(1)
  expect(second.keys[0].kid).not.toBe(first.keys[0].kid)
  expect(await pay(first)).toMatchObject({ responseCode: '00' })
  expect(await pay(second)).toMatchObject({ responseCode: '00' })
  clock.advance(30 * dayMs)
  await rotating.sweep()
  expect(await pay(first)).toMatchObject({ errors: [{ type: 'format_invalid' }] })
  expect(await pay(second)).toMatchObject({ responseCode: '00' })
  expect(await own.rows('SELECT kid FROM cardKeys WHERE account = ?', own.id)).toEqual([{ kid: second.keys[0].kid }])
})

test('ten requests at once after 30 days replace the encryption key once', async () => {
  const clock = testClock()
  const own = await createMerchant()
  const call = startWorker({ clock }).as(own.publishableKey)
  const first = await getKeys(call)
  clock.advance(31 * 86_400_000)
  const lists = await Promise.all(Array.from({ length: 10 }, () => getKeys(call)))
  const kids = new Set(lists.map(({ keys }) => keys[0].kid))
  expect(kids.size).toBe(1)
  expect(kids).not.toContain(first.keys[0].kid)
  expect(await own.rows('SELECT mode FROM cardKeys WHERE account = ?', own.id)).toHaveLength(2)
})
