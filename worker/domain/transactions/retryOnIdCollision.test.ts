import { describe, expect, test } from 'vitest'
import { IdCollision } from '#contract/transactions/idCollision'
import { createToken as createTokenEndpoint } from '#contract/tokens/tokens'
import { card } from '../../testing/requestDefaults.ts'
import { paymentFixture, cardSale } from '../../testing/fixtures/paymentFixture.ts'
import type { PaymentFixture } from '../../testing/fixtures/paymentFixture.ts'
import { parseInput } from '../../testing/domainCalls.ts'
import { createIds } from '../ids.ts'
import { createToken } from '../tokens/create.ts'
import { retryOnIdCollision } from './retryOnIdCollision.ts'

/** The services of a request that generates these transaction ids, in this order. */
const withIds = ({ services }: PaymentFixture, ...ids: number[]) => {
  const needs = services()
  return { ...needs, ids: { ...needs.ids, transactionId: () => String(ids.shift() ?? Number.NaN) }, left: ids }
}

/** Ids by number that no other test generates. Like all ids of the gateway they fail the Luhn check of card numbers. */
const uniqueIds = () => {
  const ids = createIds({ clock: () => Date.now() })
  const base = Date.UTC(2099, 0, 1) + Math.floor(Math.random() * 1e9)
  const generated = new Map<number, number>()
  return (number: number) => {
    const id = generated.get(number) ?? Number(ids.transactionId(base + number))
    generated.set(number, id)
    return id
  }
}

const writeWithCollisions = (collisions: number, failure: unknown = new IdCollision()) => {
  const attempted: number[] = []
  let generated = 0
  const result = retryOnIdCollision(
    { clock: { now: () => 5 }, ids: { transactionId: (nowMs) => `${nowMs}0${++generated}` } },
    async (id) => {
      attempted.push(id)
      if (attempted.length <= collisions) throw failure
      return 'written'
    },
  )
  return { attempted, result }
}

describe('retryOnIdCollision', () => {
  test('retryOnIdCollision writes once if the id is free', async () => {
    const { attempted, result } = writeWithCollisions(0)
    expect(await result).toBe('written')
    expect(attempted).toEqual([501])
  })

  test('retryOnIdCollision retries with another id if the id is taken', async () => {
    const { attempted, result } = writeWithCollisions(4)
    expect(await result).toBe('written')
    expect(attempted).toEqual([501, 502, 503, 504, 505])
  })

  test('retryOnIdCollision throws after five taken ids', async () => {
    const { attempted, result } = writeWithCollisions(5)
    await expect(result).rejects.toThrow(IdCollision)
    expect(attempted).toHaveLength(5)
  })

  test('retryOnIdCollision does not retry after another error', async () => {
    const { attempted, result } = writeWithCollisions(1, new Error('Lost.'))
    await expect(result).rejects.toThrow('Lost.')
    expect(attempted).toHaveLength(1)
  })
})

describe('taken transaction ids', () => {
  test('two payments with the same generated id get different ids and are charged once each', async () => {
    const fixture = await paymentFixture()
    const { authorize, ledger, read: shown } = fixture
    const id = uniqueIds()
    const responses = await Promise.all([
      authorize(cardSale(), withIds(fixture, id(1), id(2))),
      authorize(cardSale(), withIds(fixture, id(1), id(3))),
    ])
    expect(responses.map(({ responseCode }) => responseCode)).toEqual(['00', '00'])
    const ids = responses.map(({ transactionId }) => transactionId)
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

  test('an id taken by another account is retried', async () => {
    const id = uniqueIds()
    const first = await paymentFixture()
    const second = await paymentFixture()
    await first.authorize(cardSale(), withIds(first, id(1)))
    const response = await second.authorize(cardSale(), withIds(second, id(1), id(2)))
    expect(response).toMatchObject({ responseCode: '00', transactionId: String(id(2)) })
  })

  test('an id collision does not spend the token', async () => {
    const fixture = await paymentFixture()
    const { authorize, services } = fixture
    const id = uniqueIds()
    await authorize(cardSale(), withIds(fixture, id(1)))
    const { token } = await createToken(parseInput(createTokenEndpoint, { creditCard: card() }), services())
    const body = cardSale(10.5, { payment: { token } })
    expect(await authorize(body, withIds(fixture, id(1), id(2)))).toMatchObject({
      responseCode: '00',
      transactionId: String(id(2)),
    })
  })

  test('an id collision is retried for an immediate capture and for a reversal', async () => {
    const fixture = await paymentFixture({ settings: { cvvReject: ['M'] } })
    const { authorize, capture, operations, ledger } = fixture
    const id = uniqueIds()
    const { transactionId } = await authorize(cardSale(10, { payment: { cash: true } }), withIds(fixture, id(1), id(2)))
    expect(await operations()).toMatchObject([{ id: id(1) }, { id: id(2), type: 'capture' }])
    const declined = await authorize(cardSale(), withIds(fixture, id(30), id(1), id(31)))
    expect(declined).toMatchObject({ responseCode: 'G05', transactionId: String(id(30)) })
    expect(ledger.find(String(id(30)))).toMatchObject({ state: 'reversed', reversals: 1 })
    expect((await operations()).at(-1)).toMatchObject({ id: id(31), type: 'reversal' })
    await capture(transactionId, {}, withIds(fixture, id(1), id(40))).catch(() => undefined)
    expect(ledger.find(String(id(40)))).toBeUndefined()
  })

  test('five id collisions in a row throw, store nothing and send nothing', async () => {
    const fixture = await paymentFixture()
    const { authorize, services, operations, ledger } = fixture
    const id = uniqueIds()
    await authorize(cardSale(), withIds(fixture, id(1)))
    const { token } = await createToken(parseInput(createTokenEndpoint, { creditCard: card() }), services())
    const body = cardSale(10.5, { payment: { token } })
    const needs = withIds(fixture, id(1), id(1), id(1), id(1), id(1), id(2))
    await expect(authorize(body, needs)).rejects.toThrow(IdCollision)
    expect(needs.left).toEqual([id(2)])
    expect(await operations()).toHaveLength(1)
    expect(ledger.entries()).toHaveLength(1)
    expect(await authorize(body)).toMatchObject({ responseCode: '00' })
  })
})
