import { describe, expect, test } from 'vitest'
import { eventResource, readEvents, readEventTypes } from '../../../testing/events.ts'
import { attentionFixture } from '../../../testing/fixtures/attentionFixture.ts'
import type { AttentionFixture } from '../../../testing/fixtures/attentionFixture.ts'
import { cardSale } from '../../../testing/fixtures/paymentFixture.ts'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { markAttention } from './attention.ts'

const day = 24 * 3_600_000

type Lost = (fixture: AttentionFixture) => Promise<string>

/** Operations without an outcome: how to lose one, its reason, and the kind of its event. */
const lost: readonly (readonly [name: string, lose: Lost, reason: string, kind: number, status: string])[] = [
  ['reversal of an authorization', (f) => f.lostPayment('dropAfter'), 'no_acknowledgement', 0, 'pending'],
  ['capture', (f) => f.lostModification('capture', 'dropBefore'), 'outcome_unknown', 1, 'authorized'],
  ['void', (f) => f.lostModification('void', 'dropBefore'), 'outcome_unknown', 2, 'authorized'],
  ['credit', (f) => f.lostModification('credit', 'dropBefore'), 'outcome_unknown', 3, 'captured'],
  ['release of the rest of a hold', (f) => f.lostRelease(), 'no_acknowledgement', 0, 'expired'],
  [
    'reversal of an unreferenced credit',
    async (f) => {
      f.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'credit' })
      f.faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'reverse', times: 10_000 })
      await thrownErrors(f.credit(cardSale(10)))
      return String((await f.operations())[0]!.id)
    },
    'no_acknowledgement',
    3,
    'pending',
  ],
]

describe('operation without an outcome at the end of its schedule', () => {
  test.each(lost)('a %s needs attention after 28 attempts, once', async (_name, lose, reason, kind, status) => {
    const fixture = await attentionFixture()
    const { merchant, clock, read, unclear, passSchedule, recoverNext, attentions } = fixture
    const payment = await lose(fixture)
    expect(await read(payment)).toMatchObject({ needsAttention: null })
    const operation = await passSchedule()
    const row = (await unclear())!
    const since = row.attention
    expect(row).toMatchObject({ status: 'pending', attempts: 28, due: since + day })
    const shown = {
      since: new Date(since).toISOString(),
      reason,
      operation: { transactionId: operation, type: row.type, amount: 10, created: expect.stringMatching(/Z$/) },
      attempts: 28,
      nextAttempt: new Date(since + day).toISOString(),
    }
    expect(await read(payment)).toMatchObject({ status, needsAttention: shown, updated: shown.since })
    const [event, ...others] = (await readEvents(merchant)).filter(({ type }) => type === 'transaction.needs_attention')
    expect(others).toEqual([])
    expect(event).toMatchObject({ kind, timestamp: shown.since })
    expect(eventResource(event!)).toMatchObject({
      transactionId: operation,
      originalTransactionId: payment,
      type: row.type,
      needsAttention: shown,
    })
    expect(attentions).toMatchObject([{ id: row.id, attentionReason: reason, type: row.type, attempts: 28 }])

    // Daily, without another event or log line.
    for (const attempts of [29, 30, 31]) {
      await recoverNext()
      expect(Math.round((clock.now() - since) / day)).toBe(attempts - 28)
      expect(await unclear()).toMatchObject({ status: 'pending', attempts, attention: since })
    }
    expect(await read(payment)).toMatchObject({ needsAttention: { since: shown.since, attempts: 31 } })
    expect((await readEventTypes(merchant)).filter((type) => type === 'transaction.needs_attention')).toHaveLength(1)
    expect(attentions).toHaveLength(1)
  })

  test.each(lost)('a %s that the processor answers after a month needs attention no more', async (_name, lose) => {
    const fixture = await attentionFixture()
    const { read, passSchedule, recoverNext, faultPlan, unclear, clock, merchant } = fixture
    const payment = await lose(fixture)
    await passSchedule()
    for (let days = 0; days < 30; days++) await recoverNext()
    faultPlan.clear()
    await recoverNext()
    expect(await unclear()).toBeUndefined()
    const { needsAttention, updated } = await read(payment)
    expect(needsAttention).toBeNull()
    expect(Math.abs(Date.parse(String(updated)) - clock.now())).toBeLessThan(5_000)
    const rows = await merchant.rows(
      'SELECT attention, attentionReason FROM operations WHERE account = ? AND attentionReason IS NOT NULL',
      merchant.id,
    )
    expect(rows).toEqual([])
    expect(
      await merchant.rows('SELECT id FROM transactions WHERE account = ? AND attention IS NOT NULL', merchant.id),
    ).toEqual([])
  })

  test('a payment with two unclear captures shows the older one, then the other', async () => {
    const fixture = await attentionFixture()
    const { newAuthorization, capture, faultPlan, clock, passSchedule, recoverNext, read, resolve, unclear, merchant } =
      fixture
    const payment = await newAuthorization(10)
    faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'capture', times: 10_000 })
    await thrownErrors(capture(payment, { amount: 3 }))
    clock.advance(10_000)
    await thrownErrors(capture(payment, { amount: 4 }))
    const first = await passSchedule()
    await recoverNext()
    expect(
      await merchant.rows('SELECT id FROM operations WHERE account = ? AND attention IS NOT NULL', merchant.id),
    ).toHaveLength(2)
    expect(await read(payment)).toMatchObject({ needsAttention: { operation: { transactionId: first, amount: 3 } } })
    await resolve(payment, first, 'happened')
    const second = String((await unclear())!.id)
    expect(await read(payment)).toMatchObject({
      amountCaptured: 3,
      needsAttention: { operation: { transactionId: second, amount: 4 } },
    })
  })
})

describe('markAttention', () => {
  test('an operation is marked before its schedule is over, once, and stays due daily', async () => {
    const fixture = await attentionFixture()
    const {
      lostModification,
      sweepServices,
      unclear,
      clock,
      attentions,
      read,
      operations,
      merchant,
      recoverNext,
      faultPlan,
    } = fixture
    const payment = await lostModification('capture', 'dropBefore')
    const { id } = (await operations())[1]!
    await markAttention({ id }, 'cannot_be_repeated', sweepServices())
    const { attention } = (await unclear())!
    clock.advance(60_000)
    await markAttention({ id }, 'outcome_unknown', sweepServices())
    const marked = (await unclear())!
    expect(marked).toMatchObject({ id, attempts: 1, attention })
    expect(Math.round((marked.due - attention - day) / 60_000)).toBe(1)
    expect(await read(payment)).toMatchObject({ needsAttention: { reason: 'cannot_be_repeated', attempts: 1 } })
    expect(attentions).toMatchObject([{ id, attentionReason: 'cannot_be_repeated' }])
    faultPlan.clear()
    await recoverNext()
    expect(await read(payment)).toMatchObject({ status: 'captured', needsAttention: null })
    await markAttention({ id }, 'cannot_be_repeated', sweepServices())
    expect(await unclear()).toBeUndefined()
    expect((await readEventTypes(merchant)).filter((type) => type === 'transaction.needs_attention')).toHaveLength(1)
  })
})
