import { describe, expect, test } from 'vitest'
import type { ResolvedOutcome } from '#contract/transactions/attention'
import { Meter } from '../../../app/meter.ts'
import { Database } from '../../../store/sql/database.ts'
import { faultyDatabase } from '../../../testing/database/brokenDatabase.ts'
import { immediatePatience } from '../../../testing/doubles/immediatePatience.ts'
import { readEvents, readEventTypes } from '../../../testing/events.ts'
import { attentionFixture, note } from '../../../testing/fixtures/attentionFixture.ts'
import type { AttentionFixture } from '../../../testing/fixtures/attentionFixture.ts'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { cardSale } from '../../../testing/fixtures/paymentFixture.ts'
import { card } from '../../../testing/requestDefaults.ts'
import { replaceFunctions } from '../../../testing/doubles/replaceFunctions.ts'
import { markAttention } from './attention.ts'
import { expireHolds } from '../../../testing/fixtures/expireHolds.ts'
import { recoverOperations } from '../../../testing/fixtures/recoverOperations.ts'

const hour = 3_600_000
const day = 24 * hour

const crash = () => Promise.reject(new Error('Crash.'))

const verdicts: readonly ResolvedOutcome[] = ['happened', 'did_not_happen']

/** Passes the schedule of a lost operation. Returns the id of the operation and of its payment. */
const unclearOperation = async (lose: (fixture: AttentionFixture) => Promise<string>) => {
  const fixture = await attentionFixture()
  const payment = await lose(fixture)
  const operation = await fixture.passSchedule()
  return { ...fixture, payment, operation }
}

const eventsOf = async ({ merchant }: AttentionFixture) => (await readEventTypes(merchant)).slice(-2)

const auditOf = async ({ merchant }: AttentionFixture) =>
  (
    await merchant.rows("SELECT detail FROM audit WHERE account = ? AND action = 'transaction.resolved'", merchant.id)
  ).map(({ detail }) => JSON.parse(String(detail)) as unknown)

describe('verdict about a reversal', () => {
  test('a reversal that happened makes its payment reversed', async () => {
    const parts = await unclearOperation((f) => f.lostPayment('dropAfter'))
    const { resolve, payment, operation, operationStates } = parts
    expect(await resolve(payment, operation, 'happened')).toMatchObject({
      transactionId: payment,
      status: 'reversed',
      responseCode: '68',
      amountAuthorized: 0,
      needsAttention: null,
      errors: null,
    })
    expect(await operationStates()).toEqual([
      ['authorize', 'reversed', 1000, 0],
      ['reversal', 'approved', 1000, 0],
    ])
    expect(await eventsOf(parts)).toEqual(['transaction.needs_attention', 'transaction.reversed'])
  })

  test('a reversal that did not happen leaves its payment authorized, and capture and void work', async () => {
    const parts = await unclearOperation((f) => f.lostPayment('dropAfter'))
    const { resolve, payment, operation, operationStates, capture, faultPlan, ledger, clock, read } = parts
    const resolved = await resolve(payment, operation, 'did_not_happen')
    expect(resolved).toMatchObject({
      status: 'authorized',
      approved: true,
      responseCode: '00',
      amount: 10,
      amountAuthorized: 10,
      amountCapturable: 10,
      needsAttention: null,
    })
    // The hold lasts seven days from the authorization, more than one of which has passed.
    expect(Date.parse(String(resolved.expires)) - Date.parse(String(resolved.created))).toBe(7 * day)
    expect(Date.parse(String(resolved.expires))).toBeLessThan(clock.now() + 6 * day)
    expect(await operationStates()).toEqual([
      ['authorize', 'approved', 1000, 0],
      ['reversal', 'failed', 1000, 0],
    ])
    expect(await eventsOf(parts)).toEqual(['transaction.needs_attention', 'transaction.authorized'])
    faultPlan.clear()
    await capture(payment)
    expect(await read(payment)).toMatchObject({ status: 'captured', amountCaptured: 10 })
    expect(ledger.find(payment)).toMatchObject({ state: 'approved', reversals: 0 })
  })

  test('a sale whose reversal did not happen is captured and settles', async () => {
    const parts = await unclearOperation((f) => f.lostPayment('dropAfter', () => f.newSale(10)))
    const { resolve, payment, operation, operationStates } = parts
    expect(await resolve(payment, operation, 'did_not_happen')).toMatchObject({
      status: 'captured',
      amountCaptured: 10,
      amountCapturable: 0,
      expires: null,
    })
    expect((await operationStates()).toSorted()).toEqual([
      ['authorize', 'approved', 1000, 0],
      ['capture', 'approved', 1000, 0],
      ['reversal', 'failed', 1000, 0],
    ])
    expect(await eventsOf(parts)).toEqual(['transaction.authorized', 'transaction.captured'])
  })

  test('a verification whose reversal did not happen is approved with 85 and holds nothing', async () => {
    const parts = await unclearOperation((f) =>
      f.lostPayment('dropAfter', async () => (await f.authorize(cardSale(0.01))).transactionId),
    )
    const { resolve, payment, operation, merchant } = parts
    await merchant.run('UPDATE operations SET amount = 0 WHERE account = ?', merchant.id)
    expect(await resolve(payment, operation, 'did_not_happen')).toMatchObject({
      responseCode: '85',
      approved: true,
      amountAuthorized: 0,
      expires: null,
    })
  })

  test('an unreferenced credit whose reversal did not happen is refunded, otherwise reversed', async () => {
    for (const [outcome, status, event] of [
      ['did_not_happen', 'refunded', 'transaction.credited'],
      ['happened', 'reversed', 'transaction.reversed'],
    ] as const) {
      const parts = await unclearOperation(async (f) => {
        f.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'credit' })
        f.faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'reverse', times: 10_000 })
        await thrownErrors(f.credit(cardSale(10)))
        return String((await f.operations())[0]!.id)
      })
      const { resolve, payment, operation } = parts
      expect(await resolve(payment, operation, outcome)).toMatchObject({
        status,
        amountCredited: outcome === 'happened' ? 0 : 10,
        amountAuthorized: 0,
      })
      expect(await eventsOf(parts)).toEqual(['transaction.needs_attention', event])
    }
  })

  test.each(verdicts)('a payment that a rule declined stays declined after its reversal %s', async (outcome) => {
    const fixture = await attentionFixture({ settings: { cvvReject: ['M'] } })
    const { faultPlan, authorize, passSchedule, resolve, operationStates } = fixture
    faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'reverse', times: 10_000 })
    const payment = await authorize(
      cardSale(10, { payment: { creditCard: card(undefined, { verificationValue: '123' }) } }),
    )
    expect(payment).toMatchObject({ approved: false })
    const operation = await passSchedule()
    expect(await resolve(payment.transactionId, operation, outcome)).toMatchObject({
      status: 'declined',
      needsAttention: null,
    })
    expect((await operationStates()).map(([type, status]) => [type, status])).toEqual([
      ['authorize', 'declined'],
      ['reversal', outcome === 'happened' ? 'approved' : 'failed'],
    ])
  })

  test('a late approval after the verdict that the payment stands reverses nothing', async () => {
    const {
      resolve,
      payment,
      operation,
      operations: rows,
      services,
      recover,
      clock,
      faultPlan,
      ledger,
      read,
    } = await unclearOperation((f) => f.lostPayment('dropAfter'))
    await resolve(payment, operation, 'did_not_happen')
    await services().operations.repeatReversal(Number(payment), clock.now())
    faultPlan.clear()
    clock.advance(60_000)
    await recover()
    expect(await read(payment)).toMatchObject({ status: 'authorized' })
    expect((await rows())[1]).toMatchObject({ status: 'failed', due: null })
    expect(ledger.find(payment)).toMatchObject({ reversals: 0 })
  })

  test('a late approval after the verdict that it is undone is reversed', async () => {
    const { resolve, payment, operation, services, recover, clock, faultPlan, ledger, read } = await unclearOperation(
      (f) => f.lostPayment('dropAfter'),
    )
    await resolve(payment, operation, 'happened')
    await services().operations.repeatReversal(Number(payment), clock.now())
    faultPlan.clear()
    clock.advance(60_000)
    await recover()
    expect(await read(payment)).toMatchObject({ status: 'reversed' })
    expect(ledger.find(payment)).toMatchObject({ state: 'reversed', reversals: 1 })
  })

  test('a hold that expired before the verdict is released at once', async () => {
    const { resolve, payment, operation, clock, faultPlan, read, sweepServices, recoverNext } = await unclearOperation(
      (f) => f.lostPayment('dropAfter'),
    )
    clock.advance(8 * day)
    await resolve(payment, operation, 'did_not_happen')
    faultPlan.clear()
    await expireHolds(sweepServices())
    await recoverNext()
    expect(await read(payment)).toMatchObject({ status: 'expired', amountCapturable: 0, needsAttention: null })
  })
})

describe('verdict about the release of the rest of a hold', () => {
  test.each(verdicts)('a release that %s changes no amount', async (outcome) => {
    const { resolve, payment, operation, operationStates } = await unclearOperation((f) => f.lostRelease())
    expect(await resolve(payment, operation, outcome)).toMatchObject({
      status: 'expired',
      amountCapturable: 0,
      needsAttention: null,
    })
    expect((await operationStates())[1]).toEqual([
      'reversal',
      outcome === 'happened' ? 'approved' : 'failed',
      1000,
      1000,
    ])
  })
})

describe('verdict about a capture, void or credit', () => {
  test.each([
    ['capture', 'happened', 'captured', { amountCaptured: 10, amountCapturable: 0 }, 'transaction.captured'],
    [
      'capture',
      'did_not_happen',
      'authorized',
      { amountCaptured: 0, amountCapturable: 10 },
      'transaction.capture_failed',
    ],
    ['void', 'happened', 'voided', { amountCapturable: 0 }, 'transaction.voided'],
    ['void', 'did_not_happen', 'authorized', { amountCapturable: 10 }, 'transaction.void_failed'],
    ['credit', 'happened', 'refunded', { amountCredited: 10 }, 'transaction.credited'],
    ['credit', 'did_not_happen', 'captured', { amountCredited: 0 }, 'transaction.credit_failed'],
  ] as const)('a %s that %s makes the payment %s', async (type, outcome, status, amounts, event) => {
    const parts = await unclearOperation((f) =>
      f.lostModification(type, outcome === 'happened' ? 'dropAfter' : 'dropBefore'),
    )
    const { resolve, payment, operation, merchant, read, ledger } = parts
    const by = { ...parts.services() }
    expect(await resolve(payment, operation, outcome, by)).toMatchObject({ status, ...amounts, needsAttention: null })
    expect(await read(operation)).toMatchObject({
      type,
      approved: outcome === 'happened',
      responseCode: outcome === 'happened' ? '00' : '92',
    })
    const last = (await readEvents(merchant)).at(-1)!
    expect(last).toMatchObject({ type: event, requestId: by.requestId })
    expect(ledger.find(operation)?.effects ?? 0).toBe(outcome === 'happened' ? 1 : 0)
  })

  test('a refund that did not happen frees its amount, and another refund of all is possible', async () => {
    const { resolve, payment, operation, refund, faultPlan, read } = await unclearOperation((f) =>
      f.lostModification('credit', 'dropBefore', 7),
    )
    expect(await thrownErrors(refund(payment, 10))).toMatchObject([{ type: 'amount_exceeds_captured' }])
    await resolve(payment, operation, 'did_not_happen')
    faultPlan.clear()
    await refund(payment, 10)
    expect(await read(payment)).toMatchObject({ status: 'refunded', amountCredited: 10 })
  })
})

describe('one verdict', () => {
  test('the audit has the verdict with its note, and old and new values', async () => {
    const parts = await unclearOperation((f) => f.lostModification('capture', 'dropAfter'))
    const { resolve, payment, operation } = parts
    await resolve(payment, operation, 'happened')
    expect(await auditOf(parts)).toEqual([
      {
        transactionId: payment,
        operation,
        type: 'capture',
        outcome: 'happened',
        note,
        changes: {
          status: { old: 'pending', new: 'approved' },
          needsAttention: { old: 'outcome_unknown', new: null },
        },
      },
    ])
  })

  test.each(verdicts)('of two concurrent verdicts of which one is %s, the first is recorded', async (first) => {
    const second = first === 'happened' ? 'did_not_happen' : 'happened'
    const parts = await unclearOperation((f) => f.lostPayment('dropAfter'))
    const { resolve, payment, operation, services, read } = parts
    const needs = services()
    const late = replaceFunctions(needs.resolutions, {
      // The other person's request is recorded between this one's read and its write.
      resolve: async (...args: Parameters<typeof needs.resolutions.resolve>) => {
        await resolve(payment, operation, first)
        return needs.resolutions.resolve(...args)
      },
    })
    expect(await thrownErrors(resolve(payment, operation, second, { ...needs, resolutions: late }))).toEqual([
      { type: 'attention_not_needed' },
    ])
    expect(await read(payment)).toMatchObject({ status: first === 'happened' ? 'reversed' : 'authorized' })
    expect(await auditOf(parts)).toMatchObject([{ outcome: first }])
  })

  test.each(verdicts)(
    'while a sweep attempts the operation, the verdict %s returns operation_in_progress',
    async (outcome) => {
      const parts = await unclearOperation((f) => f.lostModification('capture', 'dropBefore'))
      const { resolve, payment, operation, nextDue, clock, faultPlan, sweepServices, read } = parts
      faultPlan.clear()
      clock.advance((await nextDue()) - clock.now())
      const needs = sweepServices()
      const errors: unknown[] = []
      await recoverOperations({
        ...needs,
        processor: {
          ...needs.processor,
          capture: async (op, ref) => {
            errors.push(await thrownErrors(resolve(payment, operation, outcome)))
            return needs.processor.capture(op, ref)
          },
        },
      })
      expect(errors).toEqual([[{ type: 'operation_in_progress' }]])
      // The outcome of the processor holds, and the verdict is too late.
      expect(await read(payment)).toMatchObject({ status: 'captured', needsAttention: null })
      expect(await thrownErrors(resolve(payment, operation, outcome))).toEqual([{ type: 'attention_not_needed' }])
      expect(await auditOf(parts)).toEqual([])
    },
  )

  test('an operation that is due and not claimed yet can be resolved, and no sweep attempts it', async () => {
    const { resolve, payment, operation, nextDue, clock, faultPlan, recover, ledger, read } = await unclearOperation(
      (f) => f.lostModification('capture', 'dropBefore'),
    )
    faultPlan.clear()
    clock.advance((await nextDue()) - clock.now() + hour)
    await resolve(payment, operation, 'did_not_happen')
    expect(await recover()).toMatchObject({ repeated: 0, deferred: 0 })
    expect(ledger.find(operation)).toBeUndefined()
    expect(await read(payment)).toMatchObject({ status: 'authorized', amountCapturable: 10 })
  })

  test('a sweep that crashed during its attempt blocks a verdict for a minute', async () => {
    const { resolve, payment, operation, nextDue, clock, sweepServices, read } = await unclearOperation((f) =>
      f.lostPayment('dropAfter'),
    )
    clock.advance((await nextDue()) - clock.now())
    const { transactions, clock: now, limits } = sweepServices()
    const nowMs = now.now()
    await transactions.claimDue('reversals', { nowMs, leaseUntil: nowMs + limits.reversalLeaseMs, limit: 10 })
    expect(await thrownErrors(resolve(payment, operation, 'happened'))).toEqual([{ type: 'operation_in_progress' }])
    clock.advance(limits.reversalLeaseMs)
    await resolve(payment, operation, 'happened')
    expect(await read(payment)).toMatchObject({ status: 'reversed' })
  })

  test('a verdict whose database response is lost is recorded once and returned', async () => {
    const parts = await unclearOperation((f) => f.lostModification('capture', 'dropAfter'))
    const { resolve, payment, operation, services, merchant } = parts
    // The first batch reads, the second writes the verdict.
    const { d1, calls } = faultyDatabase(merchant.database, (call) => (call === 2 ? 'fails after' : 'runs'))
    const database = new Database(d1, new Meter(), immediatePatience)
    expect(await resolve(payment, operation, 'happened', services(database))).toMatchObject({ status: 'captured' })
    expect(calls()).toBeGreaterThan(2)
    expect(await auditOf(parts)).toHaveLength(1)
  })

  test('operations that do not need attention, and those of others, are rejected', async () => {
    const parts = await unclearOperation((f) => f.lostModification('capture', 'dropBefore'))
    const { resolve, payment, operation, newAuthorization } = parts
    const other = await newAuthorization(5)
    const stranger = await attentionFixture()
    expect(await thrownErrors(resolve(payment, payment, 'happened'))).toEqual([{ type: 'attention_not_needed' }])
    expect(await thrownErrors(resolve(other, operation, 'happened'))).toEqual([
      { type: 'reference_not_found', field: 'operation' },
    ])
    expect(await thrownErrors(resolve('91105200000012', operation, 'happened'))).toMatchObject([{ type: 'not_found' }])
    expect(await thrownErrors(stranger.resolve(payment, operation, 'happened'))).toMatchObject([{ type: 'not_found' }])
    expect(await auditOf(parts)).toEqual([])
  })
})

describe('verdict about a first operation that cannot be repeated', () => {
  test.each([
    ['happened', 'authorized', 'transaction.authorized'],
    ['did_not_happen', 'failed', 'transaction.failed'],
  ] as const)('an authorization that %s is %s', async (outcome, status, event) => {
    const fixture = await attentionFixture()
    const { merchant, services, authorize, resolve, read } = fixture
    const needs = services()
    await authorize(cardSale(10), {
      ...needs,
      transactions: replaceFunctions(needs.transactions, { recordAuthorizationOutcome: crash }),
    }).catch(() => undefined)
    const id = String((await fixture.operations())[0]!.id)
    await markAttention({ id: Number(id) }, 'cannot_be_repeated', services())
    expect(await read(id)).toMatchObject({ status: 'pending', needsAttention: { operation: { type: 'authorize' } } })
    expect(await resolve(id, id, outcome)).toMatchObject({
      status,
      approved: outcome === 'happened',
      responseCode: outcome === 'happened' ? '00' : '92',
      needsAttention: null,
    })
    expect((await readEventTypes(merchant)).at(-1)).toBe(event)
  })
})
