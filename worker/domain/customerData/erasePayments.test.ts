import { describe, expect, test } from 'vitest'
import { billingFixture } from '../../testing/fixtures/billingFixture.ts'
import { replaceFunctions } from '../../testing/doubles/replaceFunctions.ts'
import { ada, pay } from './customerData.fixture.ts'
import { eraseCustomer } from './erase.ts'
import { erasePayments } from './erasePayments.ts'
import { finishErasures } from './finishErasures.ts'

/** A store with this many chunks left. */
const storeWithChunks = (left: number) => {
  const calls: unknown[][] = []
  const eraseNext = (...call: unknown[]) => {
    calls.push(call)
    return Promise.resolve(calls.length >= left)
  }
  return { calls, needs: { clock: { now: () => 7 }, eraseNext } }
}

describe('erasePayments', () => {
  const erasure = { account: 'a', mode: 'test', customer: 'c' } as const

  test('erasePayments returns true when no payment is left', async () => {
    const { calls, needs } = storeWithChunks(3)
    expect(await erasePayments(erasure, 20, needs)).toBe(true)
    expect(calls).toEqual(Array.from({ length: 3 }, () => [erasure, { at: 7, limit: 500 }]))
  })

  test('erasePayments returns false after the allowed number of chunks', async () => {
    const { calls, needs } = storeWithChunks(21)
    expect(await erasePayments(erasure, 20, needs)).toBe(false)
    expect(calls).toHaveLength(20)
    expect(await erasePayments(erasure, 20, storeWithChunks(20).needs)).toBe(true)
  })

  test('erasure of more payments than one request may change returns complete: false', async () => {
    const { newCustomer, services } = await billingFixture()
    const customer = await newCustomer()
    const needs = services()
    const { calls, needs: chunk } = storeWithChunks(Infinity)
    const customerData = replaceFunctions(needs.customerData, { eraseNext: chunk.eraseNext })
    expect(await eraseCustomer(customer, { ...needs, customerData })).toEqual({ complete: false, errors: null })
    expect(calls).toHaveLength(20)
    expect(calls[0]![0]).toEqual({ account: needs.account.id, mode: 'test', customer })
  })

  test('finishErasures continues unfinished erasures and counts finished ones', async () => {
    const limits: number[] = []
    const left = new Map([
      ['first', 1],
      ['second', 25],
      ['third', 20],
    ])
    const counts = await finishErasures({
      clock: { now: () => 7 },
      erasures: {
        findUnfinished: (limit) => {
          limits.push(limit)
          return Promise.resolve([...left.keys()].map((customer) => ({ account: 'a', mode: 'test', customer })))
        },
        eraseNext: ({ customer }) => {
          left.set(customer, left.get(customer)! - 1)
          return Promise.resolve(left.get(customer) === 0)
        },
      },
    })
    expect(counts).toEqual({ erasuresDone: 2, erasuresContinued: 1 })
    expect(limits).toEqual([5])
    expect([...left.values()]).toEqual([0, 5, 0])
  })

  test('finishErasures finishes an erasure after a crash', async () => {
    const fixture = await billingFixture()
    const { newCustomer, newEntry, services, shardServices, clock, merchant } = fixture
    const customer = await newCustomer(ada)
    await newEntry(customer)
    const { transactionId } = await pay(fixture, { customer })
    const needs = services()
    const crashing = replaceFunctions(needs.customerData, { eraseNext: () => Promise.reject(new Error('died')) })
    await expect(eraseCustomer(customer, { ...needs, customerData: crashing })).rejects.toThrow('died')
    const erasures = replaceFunctions(shardServices().erasures, {
      findUnfinished: async () =>
        (await shardServices().erasures.findUnfinished(1000)).filter((one) => one.customer === customer),
    })
    expect(await finishErasures({ clock, erasures })).toEqual({ erasuresDone: 1, erasuresContinued: 0 })
    expect(await finishErasures({ clock, erasures })).toEqual({ erasuresDone: 0, erasuresContinued: 0 })
    expect(await merchant.rows('SELECT last4 FROM transactions WHERE id = ?', Number(transactionId))).toEqual([
      { last4: null },
    ])
  })
})
