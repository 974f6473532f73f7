import { describe, expect, test } from 'vitest'
import { IdCollision } from '#contract/transactions/idCollision'
import { createToken as createTokenEndpoint } from '#contract/tokens/tokens'
import { card } from '../../testing/given.ts'
import { paymentFixture, saleOf } from '../../testing/fixtures/paymentFixture.ts'
import type { PaymentFixture } from '../../testing/fixtures/paymentFixture.ts'
import { inputOf } from '../../testing/verbs.ts'
import { createIds } from '../ids.ts'
import { createToken } from '../tokens/create.ts'
import { retryOnIdCollision } from './retryOnIdCollision.ts'

/** The services of a request that mints these transaction ids, in their order. */
const minting = ({ services }: PaymentFixture, ...ids: number[]) => {
  const on = services()
  return { ...on, ids: { ...on.ids, transactionId: () => String(ids.shift() ?? Number.NaN) }, left: ids }
}

/** Ids by numbers, which no other test mints. They are no numbers of cards, as no id of the gateway is. */
const freshIds = () => {
  const ids = createIds({ clock: () => Date.now() })
  const base = Date.UTC(2099, 0, 1) + Math.floor(Math.random() * 1e9)
  const minted = new Map<number, number>()
  return (number: number) => {
    const id = minted.get(number) ?? Number(ids.transactionId(base + number))
    minted.set(number, id)
    return id
  }
}

const writing = (collisions: number, failure: unknown = new IdCollision()) => {
  const tried: number[] = []
  let minted = 0
  const result = retryOnIdCollision(
    { clock: { now: () => 5 }, ids: { transactionId: (nowMs) => `${nowMs}0${++minted}` } },
    async (id) => {
      tried.push(id)
      if (tried.length <= collisions) throw failure
      return 'written'
    },
  )
  return { tried, result }
}

describe('a write under a fresh transaction id', () => {
  test('is made once where the id is free', async () => {
    const { tried, result } = writing(0)
    expect(await result).toBe('written')
    expect(tried).toEqual([501])
  })

  test('is made under another id where the id is taken', async () => {
    const { tried, result } = writing(4)
    expect(await result).toBe('written')
    expect(tried).toEqual([501, 502, 503, 504, 505])
  })

  test('fails after five ids that are taken', async () => {
    const { tried, result } = writing(5)
    await expect(result).rejects.toThrow(IdCollision)
    expect(tried).toHaveLength(5)
  })

  test('is not repeated after another failure', async () => {
    const { tried, result } = writing(1, new Error('Lost.'))
    await expect(result).rejects.toThrow('Lost.')
    expect(tried).toHaveLength(1)
  })
})

describe('a transaction id that is taken', () => {
  test('gives two payments of one millisecond each an id and an effect of its own', async () => {
    const fixture = await paymentFixture()
    const { authorize, ledger, shown } = fixture
    const id = freshIds()
    const answers = await Promise.all([
      authorize(saleOf(), minting(fixture, id(1), id(2))),
      authorize(saleOf(), minting(fixture, id(1), id(3))),
    ])
    expect(answers.map(({ responseCode }) => responseCode)).toEqual(['00', '00'])
    const ids = answers.map(({ transactionId }) => transactionId)
    expect(ids).toContain(String(id(1)))
    expect(new Set(ids).size).toBe(2)
    expect(
      ledger
        .entries()
        .map(({ op, effects }) => [op, effects])
        .sort(),
    ).toEqual(ids.map((one) => [one, 1]).sort())
    for (const one of ids) expect(await shown(one)).toMatchObject({ transactionId: one, status: 'authorized' })
  })

  test('by another account is retried like one of the same account', async () => {
    const id = freshIds()
    const first = await paymentFixture()
    const second = await paymentFixture()
    await first.authorize(saleOf(), minting(first, id(1)))
    const answer = await second.authorize(saleOf(), minting(second, id(1), id(2)))
    expect(answer).toMatchObject({ responseCode: '00', transactionId: String(id(2)) })
  })

  test('leaves a token unspent', async () => {
    const fixture = await paymentFixture()
    const { authorize, services } = fixture
    const id = freshIds()
    await authorize(saleOf(), minting(fixture, id(1)))
    const { token } = await createToken(inputOf(createTokenEndpoint, { creditCard: card() }), services())
    const body = saleOf(10.5, { payment: { token } })
    expect(await authorize(body, minting(fixture, id(1), id(2)))).toMatchObject({
      responseCode: '00',
      transactionId: String(id(2)),
    })
  })

  test('is retried for a capture, and for a reversal', async () => {
    const fixture = await paymentFixture({ settings: { cvvReject: ['M'] } })
    const { authorize, capture, operations, ledger } = fixture
    const id = freshIds()
    const { transactionId } = await authorize(saleOf(10, { payment: { cash: true } }), minting(fixture, id(1), id(2)))
    expect(await operations()).toMatchObject([{ id: id(1) }, { id: id(2), type: 'capture' }])
    const declined = await authorize(saleOf(), minting(fixture, id(30), id(1), id(31)))
    expect(declined).toMatchObject({ responseCode: 'G05', transactionId: String(id(30)) })
    expect(ledger.find(String(id(30)))).toMatchObject({ state: 'reversed', reversals: 1 })
    expect((await operations()).at(-1)).toMatchObject({ id: id(31), type: 'reversal' })
    await capture(transactionId, {}, minting(fixture, id(1), id(40))).catch(() => undefined)
    expect(ledger.find(String(id(40)))).toBeUndefined()
  })

  test('five times in a row fails, with nothing stored and nothing sent', async () => {
    const fixture = await paymentFixture()
    const { authorize, services, operations, ledger } = fixture
    const id = freshIds()
    await authorize(saleOf(), minting(fixture, id(1)))
    const { token } = await createToken(inputOf(createTokenEndpoint, { creditCard: card() }), services())
    const body = saleOf(10.5, { payment: { token } })
    const by = minting(fixture, id(1), id(1), id(1), id(1), id(1), id(2))
    await expect(authorize(body, by)).rejects.toThrow(IdCollision)
    expect(by.left).toEqual([id(2)])
    expect(await operations()).toHaveLength(1)
    expect(ledger.entries()).toHaveLength(1)
    expect(await authorize(body)).toMatchObject({ responseCode: '00' })
  })
})
