import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { eventResource } from '../../testing/events.ts'
import { cardPayment, tokenPayment, card, startWorker } from '../../testing/merchant.ts'
import { createEventFixture, limits, minute } from './fixtures/transactionEvents.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

// A sweep processes the whole shard, so operations of earlier tests must not be due.
beforeEach(async () => {
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
})

test('authorize and capture repeated with their idempotency keys record one event each', async () => {
  const fixture = await createEventFixture()
  const { json } = await fixture.post('authorize', cardPayment(), 'first')
  for (let n = 0; n < 3; n++) await fixture.post('authorize', cardPayment(), 'first')
  const body = { transactionId: json.transactionId }
  const responses = await Promise.all(Array.from({ length: 4 }, () => fixture.post('capture', body, 'second')))
  expect(responses.some(({ status }) => status === 200)).toBe(true)
  expect(await fixture.types()).toEqual(['transaction.authorized', 'transaction.captured'])
})

test('captures at once record one event for each approved capture and none for the rejected ones', async () => {
  const fixture = await createEventFixture()
  const id = await fixture.authorized()
  const responses = await Promise.all(Array.from({ length: 20 }, () => fixture.capture(id, 1)))
  const approved = responses.filter(({ status }) => status === 200).map(({ json }) => json.transactionId)
  expect(approved).toHaveLength(10)
  const events = await fixture.next()
  expect(events.map(({ sequence }) => sequence)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(events.map((event) => eventResource(event).transactionId).toSorted()).toEqual(approved.toSorted())
  expect(events.map((event) => eventResource(event).amountCaptured)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

// The first database batch authenticates, the second inserts the operation, the third and its repetitions record its outcome.
test.each([
  ['fails once after its commit', [3], 'fails after', 200],
  ['fails each time after its commit', Array.from({ length: 60 }, (_, call) => 3 + call), 'fails after', 503],
  ['fails once before its commit', [3], 'fails before', 200],
] as const)(
  'authorize, capture and void whose recording batch %s record one event each',
  async (_failure, calls, fate, status) => {
    const fixture = await createEventFixture()
    const id = await fixture.authorized()
    for (const [operation, body, type] of [
      ['authorize', cardPayment(), 'authorized'],
      ['capture', { transactionId: id }, 'captured'],
      ['void', { transactionId: id }, 'voided'],
    ] as const) {
      const failing = await fixture.callWithFailingBatches(calls, fate)
      expect((await failing('POST', `/v1/transactions/${operation}`, { body })).status).toBe(status)
      await fixture.sweepAfter(limits.abandonAfterMs + minute)
      expect(await fixture.types()).toEqual([`transaction.${type}`])
    }
  },
)

test('an event snapshot contains no sealed data and no identifier of the card', async () => {
  const fixture = await createEventFixture()
  // The address of a browser is stored as a keyed hash unless the card is a documented test card.
  const browser = startWorker(fixture.parts).as(fixture.merchant.publishableKey)
  const headers = { 'cf-connecting-ip': '203.0.113.7' }
  const body = { creditCard: card('4539148803436467') }
  const { token } = (await browser('POST', '/v1/tokens', { body, headers })).json
  await fixture.post('authorize', tokenPayment(token))
  const [event] = await fixture.merchant.rows('SELECT snapshot FROM events WHERE account = ?', fixture.merchant.id)
  const [row] = await fixture.merchant.rows('SELECT * FROM transactions WHERE account = ?', fixture.merchant.id)
  for (const column of ['cardId', 'sealedPan', 'wrappedPanKey', 'fingerprint', 'cardRange', 'source']) {
    expect(row?.[column], column).toBeTypeOf('string')
    expect(event?.['snapshot']).not.toContain(column)
    expect(event?.['snapshot']).not.toContain(row?.[column])
  }
})

test('an event of a payment with more than 50 operations lists the first and the newest ones', async () => {
  const fixture = await createEventFixture()
  const id = await fixture.authorized()
  // A range of ids that no other test uses.
  const first = Number(id) - 1_000_000_000
  await fixture.merchant.run(
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < 150)
     INSERT INTO operations (id, transactionId, account, mode, type, status, amount, storedRequestId, created, updated)
     SELECT ? + i, ?, ?, 'test', 'capture', 'declined', 1, 'seeded', 1, 1 FROM n`,
    first,
    Number(id),
    fixture.merchant.id,
  )
  const { json } = await fixture.capture(id, 4)
  const [event] = await fixture.next()
  const { operations } = eventResource(event!)
  const ids = operations.map(({ transactionId }: { transactionId: string }) => transactionId)
  expect(ids).toHaveLength(50)
  expect([ids[0], ids.includes(json.transactionId)]).toEqual([id, true])
  const newest = Array.from({ length: 48 }, (_, i) => String(first + 149 - i))
  expect(newest.filter((one) => !ids.includes(one))).toEqual([])
})

test('an event omits an order above 8 KiB and stays below 20 KiB', async () => {
  const fixture = await createEventFixture()
  const ordered = async (length: number) => {
    const order = { metadata: Object.fromEntries(Array.from({ length }, (_, i) => [`k${i}`, 'ä'.repeat(400)])) }
    await fixture.post('authorize', cardPayment(undefined, { order }))
    const [event] = await fixture.next()
    expect(JSON.stringify(event).length).toBeLessThan(20 * 1024)
    return eventResource(event!).order
  }
  expect(Object.keys((await ordered(9)).metadata)).toHaveLength(9)
  expect(await ordered(11)).toBeNull()
})
