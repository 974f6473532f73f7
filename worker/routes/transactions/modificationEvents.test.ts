import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { eventResource, readEvents } from '../../testing/events.ts'
import type { EventFixture } from './fixtures/transactionEvents.ts'
import { createEventFixture, declined, minute, notSent, responseLost } from './fixtures/transactionEvents.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

// A sweep processes the whole shard, so operations of earlier tests must not be due.
beforeEach(async () => {
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
})

test('capture and credit record one event each with the payment after the operation', async () => {
  const fixture = await createEventFixture()
  const id = (await fixture.authorize()).json.transactionId
  const steps: [() => Promise<{ json: any }>, string][] = [
    [() => fixture.capture(id, 4), 'transaction.captured'],
    [() => fixture.capture(id, 3), 'transaction.captured'],
    [() => fixture.credit(id, 2), 'transaction.credited'],
    [() => fixture.credit(id), 'transaction.credited'],
  ]
  expect(await fixture.typesAsRead()).toEqual(['transaction.authorized'])
  for (const [step, type] of steps) {
    const { json } = await step()
    const [event] = (await readEvents(fixture.merchant)).slice(-1)
    expect(await fixture.typesAsRead()).toEqual([type])
    expect(event?.requestId).toBe(json.requestId)
    expect(eventResource(event!)).toMatchObject({
      transactionId: json.transactionId,
      originalTransactionId: id,
      requestId: json.requestId,
      amount: json.amount,
    })
  }
  const sequences = (await readEvents(fixture.merchant)).map(({ sequence }) => sequence)
  expect(sequences).toEqual([1, 2, 3, 4, 5])
  // The first credit releases the uncaptured amount, which records no event.
  await fixture.sweepAfter(minute)
  expect(await fixture.types()).toEqual([])
})

const voids = {
  'of a captured payment': (fixture: EventFixture) => fixture.captured().then(fixture.void),
  'of one capture': async (fixture: EventFixture) => {
    const capture = (await fixture.capture(await fixture.authorized(), 4)).json.transactionId
    await fixture.next()
    return fixture.void(capture)
  },
  'of a credit': async (fixture: EventFixture) => {
    const credit = (await fixture.credit(await fixture.captured(), 4)).json.transactionId
    await fixture.next()
    return fixture.void(credit)
  },
}

test.each(Object.entries(voids))('void %s records transaction.voided once', async (_target, voided) => {
  const fixture = await createEventFixture()
  const { json } = await voided(fixture)
  expect(json.responseCode).toBe('00')
  expect(await fixture.typesAsRead()).toEqual(['transaction.voided'])
})

test('final capture records transaction.captured once', async () => {
  const fixture = await createEventFixture()
  await fixture.capture(await fixture.authorized(), 4, { final: true })
  expect(await fixture.typesAsRead()).toEqual(['transaction.captured'])
})

const operations = [
  ['capture', (fixture: EventFixture) => fixture.authorized(), 'captured', 'capture_failed', 'capture_failed'],
  ['void', (fixture: EventFixture) => fixture.captured(), 'voided', 'void_failed', 'void_failed'],
  ['credit', (fixture: EventFixture) => fixture.captured(), 'credited', 'credit_declined', 'credit_failed'],
] as const

describe.each(operations)('POST /v1/transactions/%s', (operation, createPayment, done, whenDeclined, whenNotSent) => {
  test.each([
    ['that is declined', `transaction.${whenDeclined}`, declined],
    ['that is not sent to the processor', `transaction.${whenNotSent}`, notSent],
  ])(`${operation} %s records the event %s`, async (_outcome, type, fault) => {
    const fixture = await createEventFixture()
    const id = await createPayment(fixture)
    fixture.plantFault(operation, fault)
    await fixture[operation](id)
    expect(await fixture.typesAsRead()).toEqual([type])
  })

  test(`${operation} with an unknown outcome records transaction.${done} with its request id when the sweep has resolved it`, async () => {
    const fixture = await createEventFixture()
    const id = await createPayment(fixture)
    fixture.plantFault(operation, responseLost)
    const { status, json } = await fixture[operation](id)
    expect(status).toBe(504)
    expect(await fixture.types()).toEqual([])
    await fixture.sweepAfter(minute)
    const event = (await readEvents(fixture.merchant)).at(-1)
    expect(event?.requestId).toBe(json.requestId)
    expect(await fixture.typesAsRead()).toEqual([`transaction.${done}`])
  })

  test(`${operation} rejected with 409 records no event`, async () => {
    const fixture = await createEventFixture()
    const id = await createPayment(fixture)
    await fixture[operation](id)
    await fixture.next()
    expect((await fixture[operation](id)).status).toBe(409)
    expect(await fixture.types()).toEqual([])
  })
})
