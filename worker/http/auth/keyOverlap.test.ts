import { expect, test } from 'vitest'
import { simulator } from '../../processors/simulator/simulator.ts'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import { cardPayment, card, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'

const hour = 3_600_000

test('a rotated key works until its overlap ends and then returns 401, and a request that began before completes', async () => {
  const clock = testClock()
  const ships = simulator()
  const [asked, answering] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let slow = false
  const worker = startWorker({
    clock,
    processor: {
      ...ships,
      authorize: async (op, ref) => {
        if (slow) {
          asked.resolve()
          await answering.promise
        }
        return ships.authorize(op, ref)
      },
    },
  })
  const merchant = await createMerchant()
  const withOld = worker.as(merchant.secretKey)
  const pay = () => withOld('POST', '/v1/transactions/authorize', { body: cardPayment() })
  const { json } = await withOld('POST', `/v1/apikeys/${merchant.secretKeyId}/rotate`, { body: { overlapHours: 1 } })

  clock.advance(hour - 20_000)
  expect((await pay()).json.responseCode).toBe('00')
  slow = true
  const begun = pay()
  await asked.promise
  clock.advance(20_000)
  expect((await pay()).status).toBe(401)
  answering.resolve()
  const finished = await begun
  expect(finished.json).toMatchObject({ responseCode: '00', errors: null })
  const withNew = worker.as(json.key)
  expect((await withNew('GET', `/v1/transactions/${finished.json.transactionId}`)).json.status).toBe('authorized')
})

test('a cached rotated key expires on time, and its successor works', async () => {
  const clock = testClock()
  const watched = faultyDatabase(bindings.DB_00, () => 'runs')
  const worker = startWorker({ clock }, { DB_00: watched.d1 })
  const merchant = await createMerchant({ mode: 'live' })
  const withOld = worker.as(merchant.secretKey)
  // A key is remembered once its account has a vault key, which the first token makes.
  await withOld('POST', '/v1/tokens', { body: { creditCard: card('4929374861208535') } })
  const rotated = await withOld('POST', `/v1/apikeys/${merchant.secretKeyId}/rotate`, { body: { overlapHours: 1 } })
  const withNew = worker.as(rotated.json.key)

  clock.advance(hour - 5_000)
  expect((await withOld('GET', '/v1/account')).status).toBe(200)
  clock.advance(5_000)
  const asked = watched.calls()
  const refused = await withOld('GET', '/v1/account')
  expect([refused.status, refused.json.errors[0].type]).toEqual([401, 'key_expired'])
  expect(watched.calls()).toBe(asked)
  expect((await withNew('GET', '/v1/account')).status).toBe(200)
})

test('a payment begun with a rotated key is replayed when its successor repeats it', async () => {
  const clock = testClock()
  const worker = startWorker({ clock })
  const merchant = await createMerchant()
  const withOld = worker.as(merchant.secretKey)
  const once = { body: cardPayment(), headers: { 'idempotency-key': crypto.randomUUID() } }
  const { json } = await withOld('POST', `/v1/apikeys/${merchant.secretKeyId}/rotate`, { body: { overlapHours: 1 } })
  const first = await withOld('POST', '/v1/transactions/authorize', once)
  clock.advance(hour)
  expect((await withOld('POST', '/v1/transactions/authorize', once)).status).toBe(401)
  const repeated = await worker.as(json.key)('POST', '/v1/transactions/authorize', once)
  expect([repeated.status, repeated.text, repeated.headers.get('idempotent-replayed')]).toEqual([
    200,
    first.text,
    'true',
  ])
})
