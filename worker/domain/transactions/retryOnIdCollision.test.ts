import { describe, expect, test } from 'vitest'
import { createIds } from '../ids.ts'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { byCard, byToken, card, createMerchant, startWorker } from '../../testing/merchant.ts'

/** Ids that were minted as the same by two requests of one millisecond: only the database knows that they are taken. */

const merchant = await createMerchant()
const base = (Date.now() - Date.UTC(2024, 0, 1)) * 1000

/** A worker that mints these transaction ids, one after the other, counted from a base of this run. */
const minting = (...offsets: number[]) => {
  const { processor, book } = inMemoryAcquirer()
  const ids = {
    ...createIds({ clock: () => Date.now() }),
    transactionId: () => String(base + (offsets.shift() ?? Number.NaN)),
  }
  return { call: startWorker({ ids, processor }).as(merchant.secretKey), book, left: () => offsets.length }
}

const authorize = '/v1/transactions/authorize'

describe('a transaction id that is taken', () => {
  test('makes two payments of one millisecond two, each under its own id, with one effect each', async () => {
    const { call, book } = minting(1, 1, 2, 3, 4)
    const answers = await Promise.all([
      call('POST', authorize, { body: byCard() }),
      call('POST', authorize, { body: byCard() }),
    ])
    expect(answers.map(({ json }) => json.responseCode)).toEqual(['00', '00'])
    const ids = answers.map(({ json }) => json.transactionId)
    expect(ids).toContain(String(base + 1))
    expect(new Set(ids).size).toBe(2)
    expect(
      book
        .entries()
        .map(({ op, effects }) => [op, effects])
        .sort(),
    ).toEqual(ids.map((id) => [id, 1]).sort())
    for (const id of ids)
      expect((await call('GET', `/v1/transactions/${id}`)).json).toMatchObject({
        transactionId: id,
        status: 'authorized',
      })
  })

  test('by another account is no leak of it, and no obstacle', async () => {
    const stranger = await createMerchant()
    const { processor } = inMemoryAcquirer()
    const offsets = [1, 10]
    const ids = { ...createIds({ clock: () => Date.now() }), transactionId: () => String(base + offsets.shift()!) }
    const { json } = await startWorker({ ids, processor }).as(stranger.secretKey)('POST', authorize, { body: byCard() })
    expect(json).toMatchObject({ responseCode: '00', transactionId: String(base + 10) })
  })

  test('spends no token', async () => {
    const { call } = minting(1, 1, 20)
    const { token } = (await call('POST', '/v1/tokens', { body: { creditCard: card() } })).json
    expect((await call('POST', authorize, { body: byToken(token) })).json).toMatchObject({
      responseCode: '00',
      transactionId: String(base + 20),
    })
  })

  test('is stepped over for a reversal, too', async () => {
    const strict = await createMerchant({ settings: { cvvReject: ['M'] } })
    const { processor, book } = inMemoryAcquirer()
    const offsets = [30, 1, 31]
    const ids = { ...createIds({ clock: () => Date.now() }), transactionId: () => String(base + offsets.shift()!) }
    const call = startWorker({ ids, processor }).as(strict.secretKey)
    const { json } = await call('POST', authorize, { body: byCard() })
    expect(json.responseCode).toBe('G05')
    expect(book.find(String(base + 30))).toMatchObject({ state: 'reversed', reversals: 1 })
    const { operations } = (await call('GET', `/v1/transactions/${json.transactionId}`)).json
    expect(operations).toMatchObject([
      { transactionId: String(base + 30) },
      { transactionId: String(base + 31), type: 'reversal' },
    ])
  })

  test('five times in a row is given up, with nothing stored and nothing sent', async () => {
    const { call, book, left } = minting(1, 1, 1, 1, 1, 40)
    const { token } = (await call('POST', '/v1/tokens', { body: { creditCard: card() } })).json
    const answer = await call('POST', authorize, { body: byToken(token) })
    expect(answer.status).toBe(500)
    expect(left()).toBe(1)
    expect(book.entries()).toEqual([])
    expect((await call('POST', authorize, { body: byToken(token) })).json.responseCode).toBe('00')
  })
})
