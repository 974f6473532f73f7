import { describe, expect, test } from 'vitest'
import type { Capabilities } from '../../../processors/processor.ts'
import { capabilitySets } from '../../../processors/conformance/capabilitySets.ts'
import { closeBatch } from '../../batches/close.ts'
import { readEventTypes } from '../../../testing/events.ts'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { cardSale, paymentFixture } from '../../../testing/fixtures/paymentFixture.ts'
import { recoverOperations } from '../../../testing/fixtures/recoverOperations.ts'
import { longestPendingMs } from './schedule.ts'

const second = 1000
const day = 24 * 60 * 60 * second

/** A processor whose outcomes can be looked up, one that recognizes repeats only, and one that sends a message and nothing else. */
const found: Capabilities = { ...capabilitySets.isoLike, repeats: 'never', finds: 'byTheirs', answersLater: true }
const repeated: Capabilities = { ...capabilitySets.isoLike, answersLater: true }
const silent: Capabilities = { ...capabilitySets.blind, answersLater: true }

const accepted = { approved: false, responseCode: '09', responseText: 'Request in progress', errors: null }

const connectionLost = () => Promise.reject(new Error('Connection lost.'))

const noAttempt = { responseCode: '09', attempts: 0 }

const setUp = async (can: Capabilities, outcomeAfterMs = second) => {
  const fixture = await paymentFixture({ settings: { unreferencedCredits: true } }, { can, outcomeAfterMs })
  const operation = async (id: string) => (await fixture.operations()).find((each) => each.id === Number(id))!
  return {
    ...fixture,
    operation,
    /** Captures 4 of an authorization of 10.50. */
    captureSome: async () => {
      const payment = await fixture.newAuthorization()
      return { payment, captured: await fixture.capture(payment, { amount: 4 }) }
    },
  }
}

describe('a capture that the processor accepts and decides later', () => {
  test.each([
    ['looked up', found, 1],
    ['repeated', repeated, 2],
  ] as const)('an accepted capture returns code 09, and its outcome is %s', async (_, can, requests) => {
    const { captureSome, operation, read, clock, recover, ledger } = await setUp(can)
    const { payment, captured } = await captureSome()
    expect(captured).toMatchObject({ ...accepted, amount: 4 })
    expect(await operation(captured.transactionId)).toMatchObject({
      status: 'pending',
      responseCode: '09',
      attempts: 0,
    })
    clock.advance(2 * second)
    await recover()
    expect(await operation(captured.transactionId)).toMatchObject({ status: 'approved', responseCode: '00', due: null })
    expect(await read(payment)).toMatchObject({ amountCaptured: 4, needsAttention: null })
    expect(ledger.find(captured.transactionId)).toMatchObject({ effects: 1, requests })
  })

  test('an accepted capture keeps its amount reserved until its outcome', async () => {
    const { captureSome, capture, read } = await setUp(found)
    const { payment } = await captureSome()
    expect(await read(payment)).toMatchObject({ status: 'authorized', amountCaptured: 0, amountCapturable: 6.5 })
    expect(await thrownErrors(capture(payment, { amount: 7 }))).toMatchObject([{ type: 'amount_exceeds_authorized' }])
  })

  test('an accepted capture cannot be voided before its outcome, and neither can its payment', async () => {
    const fixture = await setUp(found)
    const { payment, captured } = await fixture.captureSome()
    expect(await thrownErrors(fixture.void(payment))).toMatchObject([{ type: 'operation_in_progress' }])
    // Nothing is captured yet.
    expect(await thrownErrors(fixture.void(captured.transactionId))).toMatchObject([{ type: 'invalid_state' }])
  })

  test('an accepted capture is looked up ever more rarely, without counting an attempt', async () => {
    const { captureSome, operation, clock, recover } = await setUp(found, 30 * day)
    const { captured } = await captureSome()
    const waits: number[] = []
    for (let polls = 0; polls < 8; polls++) {
      const { due } = await operation(captured.transactionId)
      waits.push((due! - clock.now()) / second)
      clock.advance(due! - clock.now())
      await recover()
    }
    // The operation's age also has the time that the test itself took.
    expect(waits.map((wait) => 2 ** Math.round(Math.log2(wait)))).toEqual([1, 1, 2, 4, 8, 16, 32, 64])
    expect(await operation(captured.transactionId)).toMatchObject({ attempts: 0, responseCode: '09' })
  })

  test('an accepted capture needs attention once after ten days, if its processor can only send a message', async () => {
    const fixture = await setUp(silent, 30 * day)
    const { payment, captured } = await fixture.captureSome()
    const { attentions, clock, read, recover, ledger } = fixture
    clock.advance(longestPendingMs - second)
    await recover()
    expect(await read(payment)).toMatchObject({ needsAttention: null })
    for (let days = 0; days < 3; days++) {
      clock.advance(day)
      await recover()
    }
    const { transactionId } = captured
    expect(await read(payment)).toMatchObject({
      needsAttention: { reason: 'pending_too_long', operation: { transactionId }, attempts: 0 },
    })
    expect(attentions).toMatchObject([{ id: Number(transactionId), attentionReason: 'pending_too_long' }])
    expect(ledger.find(transactionId)).toMatchObject({ effects: 1, requests: 1 })
  })

  test('an accepted capture stays accepted after a look-up or a repeat without a response', async () => {
    const looked = await setUp(found)
    const { captured } = await looked.captureSome()
    looked.clock.advance(2 * second)
    const needs = looked.sweepServices()
    await recoverOperations({ ...needs, processor: { ...needs.processor, lookup: connectionLost } })
    expect(await looked.operation(captured.transactionId)).toMatchObject({ status: 'pending', ...noAttempt })

    const sent = await setUp(repeated)
    const { captured: again } = await sent.captureSome()
    sent.faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'capture' })
    sent.clock.advance(2 * second)
    await sent.recover()
    expect(await sent.operation(again.transactionId)).toMatchObject({ status: 'pending', ...noAttempt })
  })

  test('an accepted capture is not part of a batch that closes before its outcome', async () => {
    const fixture = await setUp(found)
    const { payment } = await fixture.captureSome()
    const { batch } = await closeBatch(fixture.services())
    expect(batch).toBeNull()
    fixture.clock.advance(2 * second)
    await fixture.recover()
    expect(await fixture.read(payment)).toMatchObject({ status: 'partially_captured', amountSettled: 0 })
    const { batch: next } = await closeBatch(fixture.services())
    expect(next!.totals).toMatchObject([{ captures: { count: 1 } }])
  })

  test('an accepted capture has an event when its outcome is known, and none before', async () => {
    const fixture = await setUp(found)
    const { payment } = await fixture.captureSome()
    expect(await readEventTypes(fixture.merchant, payment)).toEqual(['transaction.authorized'])
    fixture.clock.advance(2 * second)
    await fixture.recover()
    expect(await readEventTypes(fixture.merchant, payment)).toEqual(['transaction.authorized', 'transaction.captured'])
  })
})

test('a refund that the processor accepts is credited by a later look-up', async () => {
  const { newCapture, refund, read, clock, recover } = await setUp(found)
  const { payment } = await newCapture()
  clock.advance(2 * second)
  await recover()
  expect(await refund(payment, 4)).toMatchObject(accepted)
  expect(await read(payment)).toMatchObject({ status: 'captured', amountCredited: 0 })
  clock.advance(2 * second)
  await recover()
  expect(await read(payment)).toMatchObject({ status: 'partially_refunded', amountCredited: 4 })
})

test('an unreferenced credit that the processor accepts is paid by a later look-up, and is not reversed', async () => {
  const { credit, read, clock, recover, ledger } = await setUp(found)
  const paid = await credit(cardSale(4))
  expect(paid).toMatchObject({ ...accepted, amount: 4 })
  expect(await read(paid.transactionId)).toMatchObject({ status: 'pending', responseCode: '09' })
  clock.advance(2 * second)
  await recover()
  expect(await read(paid.transactionId)).toMatchObject({ status: 'refunded', amountCredited: 4, responseCode: '00' })
  expect(ledger.find(paid.transactionId)).toMatchObject({ effects: 1, reversals: 0, requests: 1 })
})

test('a capture whose response was lost becomes accepted when a look-up finds it pending', async () => {
  const fixture = await setUp({ ...capabilitySets.findsAtOnce, answersLater: true }, 10 * 60 * second)
  const payment = await fixture.newAuthorization()
  fixture.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'capture' })
  const [error] = await thrownErrors(fixture.capture(payment))
  const id = String(error!.details!['transactionId'])
  fixture.clock.advance(2 * 60 * second)
  await fixture.recover()
  expect(await fixture.operation(id)).toMatchObject({ status: 'pending', responseCode: '09' })
  fixture.clock.advance(20 * 60 * second)
  await fixture.recover()
  expect(await fixture.operation(id)).toMatchObject({ status: 'approved' })
  expect(fixture.ledger.find(id)).toMatchObject({ effects: 1, requests: 1 })
})

test('an accepted capture that is declined later is free to be captured again', async () => {
  const { newAuthorization, capture, read, clock, recover, faultPlan, operation } = await setUp(found)
  const payment = await newAuthorization()
  faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'capture' })
  const { transactionId, responseCode } = await capture(payment)
  expect(responseCode).toBe('09')
  clock.advance(2 * second)
  await recover()
  expect(await operation(transactionId)).toMatchObject({ status: 'declined', responseCode: '51' })
  expect(await read(payment)).toMatchObject({ amountCapturable: 10.5 })
})
