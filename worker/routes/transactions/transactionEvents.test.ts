import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { shownEvent } from '../../domain/events/toApi.ts'
import type { TimeLimits } from '../../domain/timeLimits.ts'
import { decodeEvent } from '../../store/events/decodeEvent.ts'
import { eventColumns } from '../../store/events/events.ts'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import type { Fault } from '../../proof/acquirer/faultPlan.ts'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import type { Fate } from '../../testing/database/brokenDatabase.ts'
import { dataOf, eventsOf } from '../../testing/events.ts'
import type { MerchantOptions } from '../../testing/merchant.ts'
import { byCard, byToken, card, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'
import { hearing } from '../../testing/eventRecorder.ts'

/** What is told of payments: each change once, and as GET shows it. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

// Sweeps see the whole shard, so each test begins with nothing left to do, whatever other tests have left.
beforeEach(async () => {
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
})

const minute = 60_000
const limits: TimeLimits = {
  processorTimeoutMs: 80,
  reversalTimeoutMs: 80,
  abandonAfterMs: 45_000,
  reversalLeaseMs: 60_000,
}

const setUp = async (options: MerchantOptions = {}) => {
  const clock = testClock()
  const { processor, ledger, faultPlan } = inMemoryAcquirer({ now: clock.now })
  const merchant = await createMerchant(options)
  const parts = { processor, clock, limits }
  const worker = startWorker(parts)
  const call = worker.as(merchant.secretKey)
  const post = (verb: string, body: object, key?: string) =>
    call('POST', `/v1/transactions/${verb}`, { body, headers: key === undefined ? {} : { 'idempotency-key': key } })
  const { next, types, typesAsRead } = hearing(merchant, call)
  const at = {
    merchant,
    clock,
    parts,
    worker,
    ledger,
    post,
    next,
    types,
    typesAsRead,
    /** What is to go wrong with the next request of a kind. */
    meets: (on: 'authorize' | 'capture' | 'void' | 'credit' | 'reverse', fault: Fault) => faultPlan.add({ fault, on }),
    authorize: (value = 10, more: object = {}) => post('authorize', byCard(undefined, { amount: { value }, ...more })),
    capture: (transactionId: string, amount?: number, more: object = {}) =>
      post('capture', { transactionId, ...(amount !== undefined && { amount }), ...more }),
    void: (transactionId: string) => post('void', { transactionId }),
    credit: (id: string, value?: number) =>
      post('credit', { referenceTransactionId: Number(id), ...(value !== undefined && { amount: { value } }) }),
    /** The id of an authorization, of which is heard already. */
    authorized: async (): Promise<string> => {
      const { json } = await at.authorize()
      await next()
      return json.transactionId
    },
    /** The id of a payment of 10.00, captured in full, of which is heard already. */
    captured: async (): Promise<string> => {
      const id = await at.authorized()
      await at.capture(id)
      await next()
      return id
    },
    /** Calls as somebody whose database meets this fate in so many batches of a request, its authentication being the first. */
    failing: async (calls: readonly number[], fate: Fate) => {
      let before = Infinity
      const { d1, calls: asked } = brokenDatabase(bindings.DB_00, (one) =>
        calls.includes(one - before) ? fate : 'runs',
      )
      const broken = startWorker(parts, { DB_00: d1 }).as(merchant.secretKey)
      // Notes that the key is used, which later requests of the same minute don't.
      await broken('GET', '/v1/account')
      before = asked()
      return broken
    },
    later: async (ms: number) => {
      clock.advance(ms)
      await worker.sweep()
    },
  }
  return at
}

type SetUp = Awaited<ReturnType<typeof setUp>>

const declined: Fault = { kind: 'decline', code: '05' }
const busy: Fault = { kind: 'busy' }
const lost: Fault = { kind: 'dropAfter' }

const withoutRequest = (json: string): string => json.replace(/"requestId":"[0-9a-f]+",/, '')

describe('a payment', () => {
  test.each<[string, Fault | null, string[]]>([
    ['that is approved', null, ['transaction.authorized']],
    ['that is approved in part', { kind: 'partial' }, ['transaction.partially_authorized']],
    ['that is declined', declined, ['transaction.declined']],
    ['that never reached the processor', busy, ['transaction.failed']],
    ['whose answer is lost, and that is undone', lost, ['transaction.reversed']],
  ])('%s is told once, as it is read', async (_which, fault, types) => {
    const at = await setUp()
    if (fault !== null) at.meets('authorize', fault)
    const { json } = await at.authorize()
    const [event] = await eventsOf(at.merchant)
    expect(event).toMatchObject({ requestId: json.requestId, sequence: 1, live: false, kind: 0 })
    expect(dataOf(event!).requestId).toBe(json.requestId)
    expect(await at.typesAsRead()).toEqual(types)
    expect(await at.types()).toEqual([])
  })

  test('that is undone later is told when it is, by the request that asked for it', async () => {
    const at = await setUp()
    at.meets('authorize', lost)
    at.meets('reverse', busy)
    const { json } = await at.authorize()
    expect(await at.types()).toEqual([])
    await at.later(minute)
    const [event, ...others] = await at.next()
    expect([event?.type, event?.requestId, others]).toEqual(['transaction.reversed', json.requestId, []])
    expect(dataOf(event!)).toMatchObject({ status: 'reversed', responseCode: '68', amountAuthorized: 0 })
  })

  test('whose approval comes after it was undone is not told again', async () => {
    const at = await setUp()
    at.meets('authorize', { kind: 'late', ms: 200 })
    const { transactionId } = (await at.authorize()).json
    expect(await at.types()).toEqual(['transaction.reversed'])
    const due = 'SELECT due FROM operations WHERE undoes = ? AND due IS NOT NULL'
    await vi.waitFor(async () => expect(await at.merchant.rows(due, Number(transactionId))).toHaveLength(1), 5_000)
    await at.later(minute)
    expect(at.ledger.find(transactionId)).toMatchObject({ reversals: 2 })
    expect(await at.types()).toEqual([])
  })

  test('that a crash left behind is told when the sweep has undone it', async () => {
    const at = await setUp()
    await at.authorized()
    const dying = await at.failing([3, 4, 5], 'fails before')
    expect((await dying('POST', '/v1/transactions/authorize', { body: byCard() })).status).toBe(503)
    expect(await at.types()).toEqual([])
    await at.later(limits.abandonAfterMs + minute)
    expect(await at.typesAsRead()).toEqual(['transaction.reversed'])
  })

  test('that a rule of the account declines is told as declined, and its reversal is no event', async () => {
    const at = await setUp({ settings: { cvvReject: ['N'] } })
    const worker = startWorker({ clock: at.clock })
    const { json } = await worker.as(at.merchant.secretKey)('POST', '/v1/transactions/authorize', {
      body: { payment: { creditCard: card(undefined, { verificationValue: '901' }) }, amount: { value: 10 } },
    })
    expect(json.responseCode).toBe('G05')
    const [event, ...others] = await at.next()
    expect([event?.type, others]).toEqual(['transaction.declined', []])
    expect(dataOf(event!)).toMatchObject({ status: 'declined', responseCode: 'G05' })
  })

  test('that doubles another is told with the error that was answered', async () => {
    const at = await setUp({ settings: { duplicateWindowSeconds: 60 } })
    await at.authorized()
    const { json } = await at.authorize()
    expect(json.responseCode).toBe('G01')
    const [event] = await at.next()
    expect(event?.type).toBe('transaction.declined')
    const [{ type, message }] = json.errors
    expect(dataOf(event!).errors).toEqual([{ type, message: { ...message, docs: `/errors#${type}` } }])
  })

  test('in cash, or by check, is told to be approved, and then to be captured', async () => {
    const at = await setUp()
    const simulated = startWorker({ clock: at.clock }).as(at.merchant.secretKey)
    const check = { accountNumber: '1234567', routingNumber: '021000021' }
    for (const payment of [{ cash: true }, { check }]) {
      const body = { payment, amount: { value: 3 } }
      const { json } = await simulated('POST', '/v1/transactions/authorize', { body })
      const events = await at.next()
      expect(events.map(({ type, kind, requestId }) => [type, kind, requestId])).toEqual([
        ['transaction.authorized', 0, json.requestId],
        ['transaction.captured', 1, json.requestId],
      ])
      const [approval, capture] = events.map(dataOf)
      expect(approval).toMatchObject({ transactionId: json.transactionId, type: 'authorize', status: 'captured' })
      expect(capture).toMatchObject({ originalTransactionId: json.transactionId, type: 'capture', amountCaptured: 3 })
      expect(capture.operations).toMatchObject([{ type: 'authorize' }, { type: 'capture' }])
    }
  })

  test('is told to the digit', async () => {
    const at = await setUp()
    const { json } = await at.post(
      'authorize',
      `{"payment":{"creditCard":${JSON.stringify(card())}},"amount":{"value":10.50},
        "order":{"referenceObjectId":9007199254740993,"total":10.50,"lines":null},"referenceTransactionId":null}` as never,
    )
    const { text } = await startWorker(at.parts).as(at.merchant.secretKey)(
      'GET',
      `/v1/transactions/${json.transactionId}`,
    )
    expect(text).toContain('9007199254740993')
    const [row] = await at.merchant.rows('SELECT * FROM events WHERE account = ?', at.merchant.id)
    const { data } = shownEvent(decodeEvent(eventColumns.decode(row!)))
    expect(withoutRequest(JSON.stringify(data['transaction']))).toBe(withoutRequest(text))
  })
})

describe('a payout', () => {
  test.each<[string, Fault | null, string]>([
    ['that is approved', null, 'transaction.credited'],
    ['that is declined', declined, 'transaction.credit_declined'],
    ['that never reached the processor', busy, 'transaction.credit_failed'],
    ['whose answer is lost, and that is taken back', lost, 'transaction.reversed'],
  ])('%s is told once', async (_which, fault, type) => {
    const at = await setUp()
    if (fault !== null) at.meets('credit', fault)
    await at.post('credit', byCard(undefined, { amount: { value: 5 } }))
    expect(await at.typesAsRead()).toEqual([type])
  })
})

describe('each operation of a payment', () => {
  test('is told when it is done, and the payment as it then stands', async () => {
    const at = await setUp()
    const id = (await at.authorize()).json.transactionId
    const steps: [() => Promise<{ json: any }>, string][] = [
      [() => at.capture(id, 4), 'transaction.captured'],
      [() => at.capture(id, 3), 'transaction.captured'],
      [() => at.credit(id, 2), 'transaction.credited'],
      [() => at.credit(id), 'transaction.credited'],
    ]
    expect(await at.typesAsRead()).toEqual(['transaction.authorized'])
    for (const [step, type] of steps) {
      const { json } = await step()
      const [event] = (await eventsOf(at.merchant)).slice(-1)
      expect(await at.typesAsRead()).toEqual([type])
      expect(event?.requestId).toBe(json.requestId)
      expect(dataOf(event!)).toMatchObject({
        transactionId: json.transactionId,
        originalTransactionId: id,
        requestId: json.requestId,
        amount: json.amount,
      })
    }
    const sequences = (await eventsOf(at.merchant)).map(({ sequence }) => sequence)
    expect(sequences).toEqual([1, 2, 3, 4, 5])
    // What the first credit gave up of the hold is given back, which is no event of its own.
    await at.later(minute)
    expect(await at.types()).toEqual([])
  })

  const voids = {
    'of a payment': (at: SetUp) => at.captured().then(at.void),
    'of one capture': async (at: SetUp) => {
      const capture = (await at.capture(await at.authorized(), 4)).json.transactionId
      await at.next()
      return at.void(capture)
    },
    'of a credit': async (at: SetUp) => {
      const credit = (await at.credit(await at.captured(), 4)).json.transactionId
      await at.next()
      return at.void(credit)
    },
  }
  test.each(Object.entries(voids))('a void %s is one event, whatever it undoes', async (_which, voided) => {
    const at = await setUp()
    const { json } = await voided(at)
    expect(json.responseCode).toBe('00')
    expect(await at.typesAsRead()).toEqual(['transaction.voided'])
  })

  test('a capture that gives the rest up is one event', async () => {
    const at = await setUp()
    await at.capture(await at.authorized(), 4, { final: true })
    expect(await at.typesAsRead()).toEqual(['transaction.captured'])
  })

  const verbs = [
    ['capture', (at: SetUp) => at.authorized(), 'captured', 'capture_failed', 'capture_failed'],
    ['void', (at: SetUp) => at.captured(), 'voided', 'void_failed', 'void_failed'],
    ['credit', (at: SetUp) => at.captured(), 'credited', 'credit_declined', 'credit_failed'],
  ] as const
  describe.each(verbs)('a %s', (verb, begin, done, whenDeclined, whenNotSent) => {
    test.each([
      ['that is declined', declined, whenDeclined],
      ['that never reached the processor', busy, whenNotSent],
    ])('%s is told so', async (_which, fault, type) => {
      const at = await setUp()
      const id = await begin(at)
      at.meets(verb, fault)
      await at[verb](id)
      expect(await at.typesAsRead()).toEqual([`transaction.${type}`])
    })

    test('of which nobody knows is told when the sweep has found out, by the request that asked for it', async () => {
      const at = await setUp()
      const id = await begin(at)
      at.meets(verb, lost)
      const { status, json } = await at[verb](id)
      expect(status).toBe(504)
      expect(await at.types()).toEqual([])
      await at.later(minute)
      const event = (await eventsOf(at.merchant)).at(-1)
      expect(event?.requestId).toBe(json.requestId)
      expect(await at.typesAsRead()).toEqual([`transaction.${done}`])
    })

    test('that is refused is no event', async () => {
      const at = await setUp()
      const id = await begin(at)
      await at[verb](id)
      await at.next()
      expect((await at[verb](id)).status).toBe(409)
      expect(await at.types()).toEqual([])
    })
  })
})

describe('an event is written once', () => {
  test('however often its request is repeated under its key', async () => {
    const at = await setUp()
    const { json } = await at.post('authorize', byCard(), 'first')
    for (let n = 0; n < 3; n++) await at.post('authorize', byCard(), 'first')
    const body = { transactionId: json.transactionId }
    const answers = await Promise.all(Array.from({ length: 4 }, () => at.post('capture', body, 'second')))
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(await at.types()).toEqual(['transaction.authorized', 'transaction.captured'])
  })

  test('for each of the parallel captures that took something, and for no other', async () => {
    const at = await setUp()
    const id = await at.authorized()
    const answers = await Promise.all(Array.from({ length: 20 }, () => at.capture(id, 1)))
    const took = answers.filter(({ status }) => status === 200).map(({ json }) => json.transactionId)
    expect(took).toHaveLength(10)
    const events = await at.next()
    expect(events.map(({ sequence }) => sequence)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(events.map((event) => dataOf(event).transactionId).toSorted()).toEqual(took.toSorted())
    expect(events.map((event) => dataOf(event).amountCaptured)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  // The first batch authenticates, the second opens; the third records, and is tried three times.
  test.each([
    ['fails once after its commit', [3], 'fails after', 200],
    ['fails each time after its commit', [3, 4, 5], 'fails after', 503],
    ['fails once before its commit', [3], 'fails before', 200],
  ] as const)('where the batch that records it %s', async (_how, calls, fate, status) => {
    const at = await setUp()
    const id = await at.authorized()
    for (const [verb, body, type] of [
      ['authorize', byCard(), 'authorized'],
      ['capture', { transactionId: id }, 'captured'],
      ['void', { transactionId: id }, 'voided'],
    ] as const) {
      const failing = await at.failing(calls, fate)
      expect((await failing('POST', `/v1/transactions/${verb}`, { body })).status).toBe(status)
      await at.later(limits.abandonAfterMs + minute)
      expect(await at.types()).toEqual([`transaction.${type}`])
    }
  })
})

describe('what an event keeps', () => {
  test('is nothing that is sealed, or that a card could be recognized by', async () => {
    const at = await setUp()
    // Of a browser at an address, which is kept as a keyed hash where the card is none of the documented ones.
    const browser = startWorker(at.parts).as(at.merchant.publishableKey)
    const headers = { 'cf-connecting-ip': '203.0.113.7' }
    const body = { creditCard: card('4539148803436467') }
    const { token } = (await browser('POST', '/v1/tokens', { body, headers })).json
    await at.post('authorize', byToken(token))
    const [event] = await at.merchant.rows('SELECT snapshot FROM events WHERE account = ?', at.merchant.id)
    const [row] = await at.merchant.rows('SELECT * FROM transactions WHERE account = ?', at.merchant.id)
    for (const column of ['cardId', 'sealedPan', 'wrappedPanKey', 'fingerprint', 'cardRange', 'source']) {
      expect(row?.[column], column).toBeTypeOf('string')
      expect(event?.['snapshot']).not.toContain(column)
      expect(event?.['snapshot']).not.toContain(row?.[column])
    }
  })

  test('lists the first operation and the newest of a payment that has more than fifty', async () => {
    const at = await setUp()
    const id = await at.authorized()
    // Of a time that no other test is at.
    const first = Number(id) - 1_000_000_000
    await at.merchant.run(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < 150)
       INSERT INTO operations (id, transactionId, account, mode, type, status, amount, requestId, created, updated)
       SELECT ? + i, ?, ?, 'test', 'capture', 'declined', 1, 'seeded', 1, 1 FROM n`,
      first,
      Number(id),
      at.merchant.id,
    )
    const { json } = await at.capture(id, 4)
    const [event] = await at.next()
    const { operations } = dataOf(event!)
    const ids = operations.map(({ transactionId }: { transactionId: string }) => transactionId)
    expect(ids).toHaveLength(50)
    expect([ids[0], ids.includes(json.transactionId)]).toEqual([id, true])
    const newest = Array.from({ length: 48 }, (_, i) => String(first + 149 - i))
    expect(newest.filter((one) => !ids.includes(one))).toEqual([])
  })

  test('leaves out an order that is longer than 8 KiB, and stays below 20 KiB', async () => {
    const at = await setUp()
    const ordered = async (length: number) => {
      const order = { metadata: Object.fromEntries(Array.from({ length }, (_, i) => [`k${i}`, 'ä'.repeat(400)])) }
      await at.post('authorize', byCard(undefined, { order }))
      const [event] = await at.next()
      expect(JSON.stringify(event).length).toBeLessThan(20 * 1024)
      return dataOf(event!).order
    }
    expect(Object.keys((await ordered(9)).metadata)).toHaveLength(9)
    expect(await ordered(11)).toBeNull()
  })
})
