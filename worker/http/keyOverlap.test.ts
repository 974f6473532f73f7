import { expect, test } from 'vitest'
import { simulator } from '../processors/simulator/simulator.ts'
import { byCard, createMerchant, startWorker, testClock } from '../testing/merchant.ts'

test('Key rotation mid-flight: old key works until the overlap ends, then 401; a request begun before the end finishes', async () => {
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
  const pay = () => withOld('POST', '/v1/transactions/authorize', { body: byCard() })
  const { json } = await withOld('POST', `/v1/apikeys/${merchant.secretKeyId}/rotate`, { body: { overlapHours: 1 } })

  clock.advance(3_600_000 - 20_000)
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
