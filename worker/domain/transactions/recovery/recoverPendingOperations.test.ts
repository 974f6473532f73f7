import { describe, expect, test } from 'vitest'
import { readEventTypes } from '../../../testing/events.ts'
import { paymentFixture, cardSale } from '../../../testing/fixtures/paymentFixture.ts'
import type { PaymentFixture } from '../../../testing/fixtures/paymentFixture.ts'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { expireHolds } from '../../../testing/fixtures/expireHolds.ts'
import { nextAttempt } from './schedule.ts'
import { replaceFunctions } from '../../../testing/doubles/replaceFunctions.ts'

const minute = 60_000
const hour = 60 * minute
const nothing = { abandoned: 0, recorded: 0, reversed: 0, released: 0, repeated: 0, deferred: 0 }

const crash = () => Promise.reject(new Error('Crash.'))
const never = () => {
  throw new Error('Crash.')
}

/**
 * The services of a request that crashes after its operation is inserted: the processor is never called, or its response never
 * recorded.
 */
const crashing = (fixture: PaymentFixture, when: 'before sending' | 'after sending') => {
  const needs = fixture.services()
  if (when === 'after sending')
    return {
      ...needs,
      transactions: replaceFunctions(needs.transactions, {
        recordAuthorizationOutcome: crash,
        recordModificationOutcome: crash,
      }),
    }
  return { ...needs, processor: { ...needs.processor, authorize: never, capture: never, void: never, credit: never } }
}

describe('recovery of authorizations after a crash', () => {
  test.each([
    ['before sending', undefined],
    ['after sending', { state: 'reversed', effects: 1, reversals: 1 }],
  ] as const)('an authorization that crashed %s is reversed after 45 seconds, not before', async (when, entry) => {
    const fixture = await paymentFixture()
    const { authorize, recover, clock, operations, read: readPayment, ledger, merchant } = fixture
    await expect(authorize(cardSale(), crashing(fixture, when))).rejects.toThrow('Crash.')
    const [pending] = await operations()
    const id = String(pending!.id)
    expect(await readPayment(id)).toMatchObject({ status: 'pending', responseCode: null })
    clock.advance(44_000)
    expect(await recover()).toEqual(nothing)
    clock.advance(2_000)
    expect(await recover()).toEqual({ ...nothing, abandoned: 1, reversed: 1 })
    expect(await operations()).toMatchObject([
      { type: 'authorize', status: 'reversed', responseCode: '68', due: null },
      { type: 'reversal', status: 'approved', amount: 1050, attempts: 1, due: null },
    ])
    expect(await readPayment(id)).toMatchObject({ status: 'reversed', amountAuthorized: 0 })
    // The acquirer records a reversal of a request that it never received.
    if (entry === undefined) expect(ledger.find(id)).toMatchObject({ effects: 0, reversals: 1 })
    else expect(ledger.find(id)).toMatchObject(entry)
    expect(await readEventTypes(merchant, id)).toEqual(['transaction.reversed'])
    expect(await recover()).toEqual(nothing)
  })

  test('concurrent sweeps reverse an abandoned authorization once', async () => {
    const fixture = await paymentFixture()
    const { authorize, recover, clock, operations, ledger } = fixture
    await expect(authorize(cardSale(), crashing(fixture, 'after sending'))).rejects.toThrow('Crash.')
    clock.advance(46_000)
    const counts = await Promise.all([recover(), recover(), recover()])
    expect(counts.reduce((sum, { reversed }) => sum + reversed, 0)).toBe(1)
    const [pending] = await operations()
    expect(ledger.find(String(pending!.id))).toMatchObject({ reversals: 1 })
  })

  test('an approval that arrives after the sweep is reversed again and never returned as approved', async () => {
    const fixture = await paymentFixture()
    const { authorize, recover, clock, operations, read: readPayment, ledger } = fixture
    const needs = fixture.services()
    const recordLate: typeof needs.transactions.recordAuthorizationOutcome = async (outcome) => {
      clock.advance(46_000)
      await recover()
      return needs.transactions.recordAuthorizationOutcome(outcome)
    }
    const response = await authorize(cardSale(), {
      ...needs,
      transactions: replaceFunctions(needs.transactions, { recordAuthorizationOutcome: recordLate }),
    })
    expect(response).toMatchObject({ responseCode: '68', authCode: null, amount: 10.5, latency: 0, avs: null })
    expect(await readPayment(response.transactionId)).toMatchObject({ status: 'reversed', amountAuthorized: 0 })
    // The late approval makes its reversal due once more.
    expect((await operations())[1]).toMatchObject({ type: 'reversal', status: 'pending' })
    expect(await recover()).toEqual({ ...nothing, reversed: 1 })
    expect(ledger.find(response.transactionId)).toMatchObject({ state: 'reversed', reversals: 2 })
  })
})

const unreachable = async (attempts: number) => {
  const fixture = await paymentFixture()
  const { authorize, faultPlan } = fixture
  faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
  faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'reverse', times: attempts })
  return { ...fixture, id: (await authorize()).transactionId }
}

describe('reversal of an unknown outcome', () => {
  test('a reversal is repeated after 1, 2, 10 and 60 minutes, then hourly, until the processor acknowledges it', async () => {
    const { recover, clock, operations, read: readPayment, id, ledger } = await unreachable(6)
    const waits: number[] = []
    for (let attempt = 1; attempt <= 6; attempt++) {
      const reversal = (await operations())[1]!
      expect(reversal).toMatchObject({ type: 'reversal', status: 'pending', attempts: attempt })
      waits.push(Math.round((reversal.due! - clock.now()) / minute))
      clock.advance(reversal.due! - clock.now() - 1_000)
      expect(await recover()).toEqual(nothing)
      clock.advance(1_000)
      expect(await recover()).toEqual(attempt < 6 ? { ...nothing, deferred: 1 } : { ...nothing, reversed: 1 })
    }
    expect(waits).toEqual([1, 1, 8, 50, 60, 60])
    expect(await readPayment(id)).toMatchObject({ status: 'reversed' })
    expect(ledger.find(id)).toMatchObject({ state: 'reversed', reversals: 1 })
  })

  test.each([
    [1, minute, false],
    [2, minute, false],
    [3, 8 * minute, false],
    [4, 50 * minute, false],
    [5, 60 * minute, false],
    [27, 60 * minute, false],
    [28, 24 * hour, true],
    [29, 24 * hour, true],
    [1000, 24 * hour, true],
  ])('after %d attempts an operation is due in %d ms, and the schedule is over: %s', (attempts, wait, isExhausted) => {
    expect(nextAttempt(attempts, 1_000)).toEqual({ due: 1_000 + wait, isExhausted })
  })
})

describe('recovery of modifications', () => {
  test.each(['capture', 'void', 'credit'] as const)(
    'a %s with an unknown outcome is repeated under its own references',
    async (type) => {
      const fixture = await paymentFixture()
      const {
        newCapture: captured,
        newAuthorization: authorized,
        capture,
        refund,
        void: voidIt,
        faultPlan,
        recover,
        clock,
        operations,
        ledger,
      } = fixture
      const payment = type === 'capture' ? await authorized(10) : (await captured(10)).payment
      faultPlan.add({ fault: { kind: 'dropAfter' }, on: type })
      const request = type === 'capture' ? capture(payment) : type === 'void' ? voidIt(payment) : refund(payment)
      expect(await thrownErrors(request)).toMatchObject([{ type: 'processor_timeout' }])
      const pending = (await operations()).find(({ status }) => status === 'pending')!
      expect(pending).toMatchObject({ type, attempts: 1, responseCode: '68' })
      expect(await recover()).toEqual(nothing)
      clock.advance(61_000)
      expect(await recover()).toEqual({ ...nothing, repeated: 1 })
      const after = (await operations()).find(({ id }) => id === pending.id)
      expect(after).toMatchObject({ status: 'approved', responseCode: '00', amount: 1000, due: null })
      expect(ledger.find(String(pending.id))).toMatchObject({ effects: 1, requests: 2, state: 'approved' })
    },
  )

  test('a capture that the processor never received is sent by the sweep', async () => {
    const fixture = await paymentFixture()
    const { newAuthorization: authorized, capture, recover, clock, operations, read: readPayment, ledger } = fixture
    const payment = await authorized(10)
    await expect(capture(payment, {}, crashing(fixture, 'before sending'))).rejects.toThrow('Crash.')
    clock.advance(46_000)
    expect(await recover()).toEqual({ ...nothing, repeated: 1 })
    const [, operation] = await operations()
    expect(ledger.find(String(operation!.id))).toMatchObject({ requests: 1, state: 'approved' })
    expect(await readPayment(payment)).toMatchObject({ status: 'captured' })
  })

  test('a capture keeps its reservation while retries fail, even if one was certainly not sent', async () => {
    const {
      newAuthorization: authorized,
      capture,
      faultPlan,
      recover,
      clock,
      operations,
      read: readPayment,
    } = await paymentFixture()
    const payment = await authorized(10)
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'capture' })
    await thrownErrors(capture(payment))
    faultPlan.add({ fault: { kind: 'busy' }, on: 'capture' })
    clock.advance(61_000)
    expect(await recover()).toEqual({ ...nothing, deferred: 1 })
    expect((await operations())[1]).toMatchObject({ status: 'pending', attempts: 2, responseCode: '68' })
    expect(await readPayment(payment)).toMatchObject({ amountCaptured: 0, amountCapturable: 0 })
    clock.advance(61_000)
    expect(await recover()).toEqual({ ...nothing, repeated: 1 })
    expect(await readPayment(payment)).toMatchObject({ amountCaptured: 10 })
  })

  test('a capture with an unknown outcome is repeated daily after the schedule has ended', async () => {
    const {
      newAuthorization: authorized,
      capture,
      faultPlan,
      recover,
      clock,
      operations,
      merchant,
    } = await paymentFixture()
    const payment = await authorized(10)
    faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'capture', times: 9 })
    await thrownErrors(capture(payment))
    await merchant.run("UPDATE operations SET attempts = 28 WHERE type = 'capture' AND account = ?", merchant.id)
    clock.advance(61_000)
    expect(await recover()).toEqual({ ...nothing, deferred: 1 })
    const [, operation] = await operations()
    expect(operation).toMatchObject({ status: 'pending', attempts: 29 })
    expect(Math.round((operation!.due! - clock.now()) / minute)).toBe(24 * 60)
  })

  test('an outcome recorded by a sweep is not overwritten by the request’s late response', async () => {
    const fixture = await paymentFixture()
    const { newAuthorization: authorized, capture, recover, clock, read: readPayment, faultPlan } = fixture
    const payment = await authorized(10)
    const needs = fixture.services()
    faultPlan.add({ fault: { kind: 'busy' }, on: 'capture' })
    const recordLate: typeof needs.transactions.recordModificationOutcome = async (outcome) => {
      clock.advance(46_000)
      await recover()
      return needs.transactions.recordModificationOutcome(outcome)
    }
    const response = await capture(
      payment,
      {},
      { ...needs, transactions: replaceFunctions(needs.transactions, { recordModificationOutcome: recordLate }) },
    )
    expect(response).toMatchObject({ responseCode: '00', amount: 10 })
    expect(await readPayment(payment)).toMatchObject({ status: 'captured', amountCaptured: 10 })
  })
})

const expired = async () => {
  const fixture = await paymentFixture()
  const { newAuthorization: authorized, clock, sweepServices } = fixture
  const payment = await authorized(10)
  clock.advance(7 * 24 * hour + 1_000)
  return { ...fixture, payment, expire: () => expireHolds(sweepServices()) }
}

describe('release of the rest of a hold', () => {
  test('a release is repeated by later sweeps until the processor acknowledges it', async () => {
    const { payment, expire, faultPlan, recover, clock, operations, ledger } = await expired()
    expect(await expire()).toEqual({ expired: 1 })
    faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'reverse' })
    expect(await recover()).toEqual({ ...nothing, deferred: 1 })
    expect((await operations())[1]).toMatchObject({ type: 'reversal', status: 'pending', attempts: 1 })
    clock.advance(59_000)
    expect(await recover()).toEqual(nothing)
    clock.advance(2_000)
    expect(await recover()).toEqual({ ...nothing, released: 1 })
    expect((await operations())[1]).toMatchObject({ status: 'approved', attempts: 2, due: null })
    expect(ledger.find(payment)).toMatchObject({ released: '1000' })
  })
})
