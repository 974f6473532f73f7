import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { toEvent } from '../../domain/events/toApi.ts'
import type { Fault } from '../../proof/acquirer/faultPlan.ts'
import { decodeEvent } from '../../store/events/decodeEvent.ts'
import { selectedEventColumns } from '../../store/events/eventReads.ts'
import { eventColumns } from '../../store/events/events.ts'
import { bindings } from '../../testing/bindings.ts'
import { eventResource, readEvents } from '../../testing/events.ts'
import { cardPayment, card, startWorker } from '../../testing/merchant.ts'
import { createEventFixture, declined, limits, minute, notSent, responseLost } from './fixtures/transactionEvents.ts'
import { noObjects } from '../../testing/runtime/noObjects.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

// A sweep processes the whole shard, so operations of earlier tests must not be due.
beforeEach(async () => {
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
})

const withoutRequest = (json: string): string => json.replace(/"requestId":"[0-9a-f]+",/, '')

test.each<[string, string, Fault | null]>([
  ['that is approved', 'transaction.authorized', null],
  ['that is partially approved', 'transaction.partially_authorized', { kind: 'partial' }],
  ['that is declined', 'transaction.declined', declined],
  ['that is not sent to the processor', 'transaction.failed', notSent],
  ['that is reversed after a lost response', 'transaction.reversed', responseLost],
])('authorize %s records the event %s', async (_outcome, type, fault) => {
  const fixture = await createEventFixture()
  if (fault !== null) fixture.plantFault('authorize', fault)
  const { json } = await fixture.authorize()
  const [event] = await readEvents(fixture.merchant)
  expect(event).toMatchObject({ requestId: json.requestId, sequence: 1, live: false, kind: 0 })
  expect(eventResource(event!).requestId).toBe(json.requestId)
  expect(await fixture.typesAsRead()).toEqual([type])
  expect(await fixture.types()).toEqual([])
})

test('authorize that a later sweep reverses records transaction.reversed with the request id of the authorize', async () => {
  const fixture = await createEventFixture()
  fixture.plantFault('authorize', responseLost)
  fixture.plantFault('reverse', notSent)
  const { json } = await fixture.authorize()
  expect(await fixture.types()).toEqual([])
  await fixture.sweepAfter(minute)
  const [event, ...others] = await fixture.next()
  expect([event?.type, event?.requestId, others]).toEqual(['transaction.reversed', json.requestId, []])
  expect(eventResource(event!)).toMatchObject({ status: 'reversed', responseCode: '68', amountAuthorized: 0 })
})

test('authorize approved after its reversal records no second event', async () => {
  const fixture = await createEventFixture()
  fixture.plantFault('authorize', { kind: 'late', ms: 200 })
  const { transactionId } = (await fixture.authorize()).json
  expect(await fixture.types()).toEqual(['transaction.reversed'])
  const due = 'SELECT due FROM operations WHERE undoes = ? AND due IS NOT NULL'
  await vi.waitFor(async () => expect(await fixture.merchant.rows(due, Number(transactionId))).toHaveLength(1), 5_000)
  await fixture.sweepAfter(minute)
  expect(fixture.ledger.find(transactionId)).toMatchObject({ reversals: 2 })
  expect(await fixture.types()).toEqual([])
})

test('authorize interrupted by a crash records transaction.reversed when the sweep has reversed it', async () => {
  const fixture = await createEventFixture()
  await fixture.authorized()
  const batches = Array.from({ length: 60 }, (_, call) => 3 + call)
  const failing = await fixture.callWithFailingBatches(batches, 'fails before', {
    OUTCOME_KEEPERS: noObjects.outcomeKeepers,
  })
  expect((await failing('POST', '/v1/transactions/authorize', { body: cardPayment() })).status).toBe(503)
  expect(await fixture.types()).toEqual([])
  await fixture.sweepAfter(limits.abandonAfterMs + minute)
  expect(await fixture.typesAsRead()).toEqual(['transaction.reversed'])
})

test('authorize declined by an account rule records transaction.declined and no event for its reversal', async () => {
  const fixture = await createEventFixture({ settings: { cvvReject: ['N'] } })
  const worker = startWorker({ clock: fixture.clock })
  const { json } = await worker.as(fixture.merchant.secretKey)('POST', '/v1/transactions/authorize', {
    body: { payment: { creditCard: card(undefined, { verificationValue: '901' }) }, amount: { value: 10 } },
  })
  expect(json.responseCode).toBe('G05')
  const [event, ...others] = await fixture.next()
  expect([event?.type, others]).toEqual(['transaction.declined', []])
  expect(eventResource(event!)).toMatchObject({ status: 'declined', responseCode: 'G05' })
})

test('authorize declined as a duplicate records transaction.declined with the error of the response', async () => {
  const fixture = await createEventFixture({ settings: { duplicateWindowSeconds: 60 } })
  await fixture.authorized()
  const { json } = await fixture.authorize()
  expect(json.responseCode).toBe('G01')
  const [event] = await fixture.next()
  expect(event?.type).toBe('transaction.declined')
  const [{ type, message }] = json.errors
  expect(eventResource(event!).errors).toEqual([{ type, message: { ...message, docs: `/errors#${type}` } }])
})

test('authorize by cash or check records transaction.authorized and then transaction.captured', async () => {
  const fixture = await createEventFixture()
  const simulated = startWorker({ clock: fixture.clock }).as(fixture.merchant.secretKey)
  const check = { accountNumber: '1234567', routingNumber: '021000021' }
  for (const payment of [{ cash: true }, { check }]) {
    const body = { payment, amount: { value: 3 } }
    const { json } = await simulated('POST', '/v1/transactions/authorize', { body })
    const events = await fixture.next()
    expect(events.map(({ type, kind, requestId }) => [type, kind, requestId])).toEqual([
      ['transaction.authorized', 0, json.requestId],
      ['transaction.captured', 1, json.requestId],
    ])
    const [approval, capture] = events.map(eventResource)
    expect(approval).toMatchObject({ transactionId: json.transactionId, type: 'authorize', status: 'captured' })
    expect(capture).toMatchObject({ originalTransactionId: json.transactionId, type: 'capture', amountCaptured: 3 })
    expect(capture.operations).toMatchObject([{ type: 'authorize' }, { type: 'capture' }])
  }
})

test('event of an authorize contains each digit of its numbers', async () => {
  const fixture = await createEventFixture()
  const { json } = await fixture.post(
    'authorize',
    `{"payment":{"creditCard":${JSON.stringify(card())}},"amount":{"value":10.50},
      "order":{"referenceObjectId":9007199254740993,"total":10.50,"lines":null},"referenceTransactionId":null}` as never,
  )
  const { text } = await startWorker(fixture.parts).as(fixture.merchant.secretKey)(
    'GET',
    `/v1/transactions/${json.transactionId}`,
  )
  expect(text).toContain('9007199254740993')
  const [row] = await fixture.merchant.rows(
    `SELECT ${selectedEventColumns} FROM events WHERE account = ?`,
    fixture.merchant.id,
  )
  const { data } = toEvent(decodeEvent(eventColumns.decode(row!)))
  // What only a read returns.
  const ofEvent = text.replace(/,"actor":\{[^}]*\}/, '').replace(/,"checkout":null,"resolutions":\[\]/, '')
  expect(withoutRequest(JSON.stringify(data['transaction']))).toBe(withoutRequest(ofEvent))
})

test.each<[string, string, Fault | null]>([
  ['that is approved', 'transaction.credited', null],
  ['that is declined', 'transaction.credit_declined', declined],
  ['that is not sent to the processor', 'transaction.credit_failed', notSent],
  ['that is reversed after a lost response', 'transaction.reversed', responseLost],
])('unreferenced credit %s records the event %s', async (_outcome, type, fault) => {
  const fixture = await createEventFixture()
  if (fault !== null) fixture.plantFault('credit', fault)
  await fixture.post('credit', cardPayment(undefined, { amount: { value: 5 } }))
  expect(await fixture.typesAsRead()).toEqual([type])
})
