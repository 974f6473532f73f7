import { expect, test } from 'vitest'
import type { AccountSettings } from '#contract/accounts/accounts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'

const rounds = 100

/** Ten settings, each with a writer of its own, and their value in a round. */
const writers: readonly (readonly [name: keyof AccountSettings, valueIn: (round: number) => unknown])[] = [
  ['name', (round) => `Shop ${round}`],
  ['supportEmail', (round) => `help${round}@shop.example`],
  ['supportUrl', (round) => `https://shop.example/${round}`],
  ['duplicateWindowSeconds', (round) => round],
  ['tipAtSale', (round) => round % 2 === 1],
  ['subscriptionRetryDays', (round) => [1 + (round % 60)]],
  ['allowedOrigins', (round) => [`https://shop${round}.example`]],
  ['avsReject', (round) => (round % 2 === 1 ? ['N'] : ['A'])],
  ['legalTexts', (round) => ({ de: { bankDebit: `Text ${round}` } })],
  ['encryptedCardMaxAgeSeconds', (round) => round],
]

test.each(['test', 'live'] as const)(
  `10 concurrent writers in 100 rounds lose no acknowledged setting of %s mode`,
  async (mode) => {
    const merchant = await createMerchant({ mode })
    // Two isolates, which cache live keys for ten seconds.
    const isolates = [startWorker(), startWorker()].map((worker) => worker.as(merchant.secretKey))
    // A key is cached once its account has a vault key, which the first token creates.
    for (const call of isolates)
      await call('POST', '/v1/tokens', { body: { creditCard: card(mode === 'live' ? '4929374861208535' : undefined) } })
    const lost: unknown[] = []
    for (let round = 1; round <= rounds; round++) {
      const acknowledged = await Promise.all(
        writers.map(async ([name, valueIn], at) => {
          const body = { [name]: valueIn(round) }
          const { status, json } = await isolates[(at + round) % 2]!('PUT', '/v1/account', { body })
          expect([status, json.account[name]]).toEqual([200, valueIn(round)])
          return json.account.version as number
        }),
      )
      // Each write has its own version.
      expect(acknowledged.toSorted((a, b) => a - b)).toEqual(writers.map((_, at) => (round - 1) * 10 + at + 1))
      const { json } = await startWorker().as(merchant.secretKey)('GET', '/v1/account')
      for (const [name, valueIn] of writers)
        if (JSON.stringify(json.account[name]) !== JSON.stringify(valueIn(round))) lost.push([round, name])
    }
    expect(lost).toEqual([])
  },
)

test('PUT /v1/account drops the cached keys of its isolate, and GET returns the change at once', async () => {
  const merchant = await createMerchant({ mode: 'live' })
  const call = startWorker().as(merchant.secretKey)
  const second = startWorker().as(merchant.secretKey)
  await call('POST', '/v1/tokens', { body: { creditCard: card('4929374861208535') } })
  for (const each of [call, second]) await each('GET', '/v1/account')
  await call('PUT', '/v1/account', { body: { tipAtSale: true } })
  expect((await call('GET', '/v1/account')).json.account.tipAtSale).toBe(true)
  // The other isolate still has its copy, and writes none of it back.
  expect((await second('GET', '/v1/account')).json.account.tipAtSale).toBe(false)
  const { json } = await second('PUT', '/v1/account', { body: { duplicateWindowSeconds: 5 } })
  expect(json.account).toMatchObject({ tipAtSale: true, duplicateWindowSeconds: 5 })
})
