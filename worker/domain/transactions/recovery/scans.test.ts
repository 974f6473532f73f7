import { isRecovered } from '../../../store/transactions/operations.ts'
import { describe, expect, test } from 'vitest'
import { capabilitySets } from '../../../processors/conformance/capabilitySets.ts'
import { cardSale, paymentFixture } from '../../../testing/fixtures/paymentFixture.ts'
import type { PaymentFixture } from '../../../testing/fixtures/paymentFixture.ts'
import { replaceFunctions } from '../../../testing/doubles/replaceFunctions.ts'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { firstTransactionIdOf } from '../../ids.ts'
import { advanceTestClock } from '../../testClock/change.ts'
import { expireHolds } from '../../../testing/fixtures/expireHolds.ts'
import { scannedUntil } from './scans.ts'

/** Rows that have no entry in the index of due rows until a sweep reads them by their ids. */

const hour = 3_600_000
const day = 24 * hour

const crash = () => Promise.reject(new Error('Crash.'))

/** An authorization whose request crashes after the processor's approval. Returns its id. */
const crashedAuthorization = async (fixture: PaymentFixture): Promise<number> => {
  const needs = fixture.services()
  const transactions = replaceFunctions(needs.transactions, { recordAuthorizationOutcome: crash })
  await expect(fixture.authorize(cardSale(), { ...needs, transactions })).rejects.toThrow('Crash.')
  return (await fixture.operations()).at(-1)!.id
}

const setUp = async (...options: Parameters<typeof paymentFixture>) => {
  const fixture = await paymentFixture(...options)
  const { merchant, clock, gateway, sweepServices } = fixture
  // All fixtures of this file have one shard, and clocks of their own.
  await merchant.run('DELETE FROM sweepPositions')
  const one = async (text: string, ...values: (string | number)[]) => (await merchant.rows(text, ...values))[0]
  return {
    ...fixture,
    /** Whether an operation, or a payment's hold, has its entry. */
    isIndexed: async (table: 'operations' | 'transactions', id: number | string) =>
      (await one(`SELECT awaitsScan FROM ${table} WHERE id = ?`, Number(id)))!['awaitsScan'] === 0,
    scanned: async (name: 'operations' | 'holds') =>
      (await one('SELECT position FROM sweepPositions WHERE name = ?', name))?.['position'] ?? null,
    setScanned: (name: 'operations' | 'holds', ms: number) =>
      merchant.run('INSERT OR REPLACE INTO sweepPositions VALUES (?, ?)', name, firstTransactionIdOf(ms)),
    expire: () => expireHolds(sweepServices()),
    used: async (name: string) =>
      (await one('SELECT total FROM usage WHERE account = ? AND name = ?', merchant.id, name))?.['total'] ?? 0,
    scanOperations: () => {
      const until = scannedUntil(clock.now(), gateway.limits).operationsUntil
      return sweepServices().scans.scanOperations({ until, limit: 1000 })
    },
  }
}

describe('scans of operations', () => {
  test('an operation that ends in its request never has an entry in the index of due operations', async () => {
    const { newCapture, clock, recover, isIndexed, scanned } = await setUp()
    const { payment, capture } = await newCapture()
    clock.advance(46_000)
    await recover()
    expect(await scanned('operations')).toBeGreaterThanOrEqual(Number(capture))
    expect([await isIndexed('operations', capture), await isIndexed('transactions', payment)]).toEqual([false, false])
  })

  test('an operation of a crashed request gets its entry from the first sweep after 45 seconds, which recovers it', async () => {
    const fixture = await setUp()
    const id = await crashedAuthorization(fixture)
    fixture.clock.advance(44_000)
    await fixture.recover()
    expect(await fixture.isIndexed('operations', id)).toBe(false)
    fixture.clock.advance(1_100)
    expect(await fixture.recover()).toMatchObject({ abandoned: 1, reversed: 1 })
    expect(await fixture.isIndexed('operations', id)).toBe(true)
  })

  test('an operation whose id is behind the scan has its entry at once', async () => {
    const fixture = await setUp()
    // A sweep whose clock was a day ahead, or a request that began before the scan and inserts after it.
    await fixture.setScanned('operations', fixture.clock.now() + day)
    const id = await crashedAuthorization(fixture)
    expect(await fixture.isIndexed('operations', id)).toBe(true)
    fixture.clock.advance(46_000)
    expect(await fixture.recover()).toMatchObject({ abandoned: 1, reversed: 1 })
    expect(await fixture.used('payments')).toBe(1)
  })

  test('an operation without an outcome has its entry from the first attempt on', async () => {
    const { newAuthorization, capture, faultPlan, operations, isIndexed, clock, recover } = await setUp()
    const payment = await newAuthorization()
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'capture' })
    expect(await thrownErrors(capture(payment))).toMatchObject([{ type: 'processor_timeout' }])
    const { id } = (await operations()).at(-1)!
    expect(await isIndexed('operations', id)).toBe(true)
    clock.advance(61_000)
    expect(await recover()).toMatchObject({ repeated: 1 })
  })

  test('a change of the test clock gives entries to operations and holds that a scan would find by real time', async () => {
    const fixture = await setUp()
    const hold = await fixture.newAuthorization()
    const id = await crashedAuthorization(fixture)
    expect([await fixture.isIndexed('operations', id), await fixture.isIndexed('transactions', hold)]).toEqual([
      false,
      false,
    ])
    await advanceTestClock({ seconds: (8 * day) / 1000 }, fixture.services())
    expect((await fixture.operations()).map(({ status }) => status)).toEqual(
      expect.arrayContaining(['reversed', 'approved']),
    )
    expect(await fixture.read(hold)).toMatchObject({ status: 'expired' })
    expect(await fixture.read(String(id))).toMatchObject({ status: 'reversed' })
  })

  test('an account with a test clock has entries at once', async () => {
    const fixture = await setUp()
    await advanceTestClock({ seconds: 3600 }, fixture.services())
    const ahead = { ...fixture.services(), clockOffsetMs: hour }
    const { transactionId } = await fixture.authorize(cardSale(), ahead)
    expect(await fixture.isIndexed('transactions', transactionId)).toBe(true)
  })

  test('each payment is counted once, by concurrent and repeated scans', async () => {
    const fixture = await setUp()
    const order = { metadata: { note: 'x'.repeat(100) } }
    for (let payment = 0; payment < 3; payment++) await fixture.authorize(cardSale(1 + payment, { order }))
    expect(await fixture.used('payments')).toBe(0)
    fixture.clock.advance(46_000)
    await Promise.all([fixture.scanOperations(), fixture.scanOperations()])
    await fixture.scanOperations()
    expect(await fixture.used('payments')).toBe(3)
    const [row] = await fixture.merchant.rows(
      'SELECT sum(length(orderData)) AS bytes FROM transactions WHERE account = ?',
      fixture.merchant.id,
    )
    expect(await fixture.used('bytes')).toBe(row!['bytes'])
  })
})

describe('scans of holds', () => {
  test('a hold that is open after three days gets its entry, and expires at the end of its lifetime', async () => {
    const { newAuthorization, clock, expire, isIndexed, read } = await setUp()
    const payment = await newAuthorization()
    clock.advance(3 * day - 1000)
    await expire()
    expect(await isIndexed('transactions', payment)).toBe(false)
    clock.advance(2000)
    await expire()
    expect(await isIndexed('transactions', payment)).toBe(true)
    clock.advance(4 * day)
    expect(await expire()).toEqual({ expired: 1 })
    expect(await read(payment)).toMatchObject({ status: 'expired' })
  })

  test('a hold that is captured within three days never has an entry', async () => {
    const { newCapture, clock, expire, isIndexed } = await setUp()
    const { payment } = await newCapture()
    clock.advance(4 * day)
    await expire()
    expect(await isIndexed('transactions', payment)).toBe(false)
  })

  test('a hold with a lifetime of less than four days has its entry at once', async () => {
    const short = await setUp({}, { can: { ...capabilitySets.isoLike, holdMs: 2 * day } })
    const payment = await short.newAuthorization()
    expect(await short.isIndexed('transactions', payment)).toBe(true)
    short.clock.advance(2 * day + 1000)
    expect(await short.expire()).toEqual({ expired: 1 })
  })

  test('a hold that lives again after its scan, since its capture was voided, has its entry and expires', async () => {
    const { newCapture, void: voidOf, clock, expire, isIndexed, read, setScanned } = await setUp()
    const { payment, capture } = await newCapture()
    await setScanned('holds', clock.now() + 1000)
    await voidOf(capture)
    expect(await isIndexed('transactions', payment)).toBe(true)
    clock.advance(7 * day + 1000)
    expect(await expire()).toEqual({ expired: 1 })
    expect(await read(payment)).toMatchObject({ status: 'expired' })
  })
})

describe('indexes of due rows', () => {
  const owned = "account = 'a' AND mode = 'live'"
  test.each([
    [
      'due reversals',
      'operationsToReverse',
      `SELECT id FROM operations WHERE ${owned} AND due <= 1 AND ${isRecovered('reversals')} ORDER BY due`,
    ],
    [
      'due follow-ups',
      'operationsToFollowUp',
      `SELECT id FROM operations WHERE ${owned} AND due <= 1 AND ${isRecovered('followUps')} ORDER BY due`,
    ],
    [
      'expired holds',
      'transactionsExpiring',
      `SELECT id FROM transactions WHERE ${owned} AND status IN ('authorized', 'partially_captured') AND awaitsScan = 0 AND expires <= 1 ORDER BY expires`,
    ],
    [
      'operations of a payment',
      'operationsByTransaction',
      'SELECT id FROM operations WHERE (id = 1 OR (transactionId = 1 AND id <> transactionId))',
    ],
  ])('the query of %s uses its index', async (_what, index, query) => {
    const { merchant } = await paymentFixture()
    const plan = JSON.stringify(await merchant.rows(`EXPLAIN QUERY PLAN ${query}`))
    expect(plan).toContain(index)
    expect(plan).not.toContain('TEMP B-TREE')
  })
})
