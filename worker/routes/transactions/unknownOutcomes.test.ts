import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Processor, Ref } from '../../processors/processor.ts'
import type { TimeLimits } from '../../domain/timeLimits.ts'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import type { Fault } from '../../proof/acquirer/faultPlan.ts'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import { byCard, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'

/** Captures, voids and credits whose answer is lost, late or doubled: in the gateway's rows and in the acquirer's ledger. */

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())
vi.spyOn(console, 'error').mockReturnValue()

const minute = 60_000
const limits: TimeLimits = {
  processorTimeoutMs: 80,
  reversalTimeoutMs: 80,
  abandonAfterMs: 45_000,
  reversalLeaseMs: 60_000,
}

// Sweeps see the whole shard, so each test begins with nothing left to do, whatever other tests have left.
beforeEach(async () => {
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
})

/** What a message is found by: fields 11 and 37 of ISO 8583. */
const references = ({ stan, rrn }: Ref) => ({ ...(stan && { stan }), ...(rrn && { rrn }) })

const setUp = async () => {
  const clock = testClock()
  const { processor: acquirer, ledger, faultPlan } = inMemoryAcquirer({ now: clock.now })
  const sent: { message: 'authorize' | 'reverse'; stan?: string; rrn?: string; attempt?: number }[] = []
  const processor: Processor = {
    ...acquirer,
    authorize: (op, ref) => {
      sent.push({ message: 'authorize', ...references(ref) })
      return acquirer.authorize(op, ref)
    },
    reverse: (ref, attempt, rest) => {
      sent.push({ message: 'reverse', ...references(ref), attempt })
      return acquirer.reverse(ref, attempt, rest)
    },
  }
  const merchant = await createMerchant()
  const worker = startWorker({ processor, clock, limits })
  const call = worker.as(merchant.secretKey)
  const post = (verb: string, body: object, key?: string) =>
    call('POST', `/v1/transactions/${verb}`, { body, headers: key === undefined ? {} : { 'idempotency-key': key } })
  const authorized = async () =>
    (await post('authorize', byCard(undefined, { amount: { value: 10 } }))).json.transactionId
  const captured = async () => {
    const id = await authorized()
    await post('capture', { transactionId: id })
    return id
  }
  return {
    clock,
    processor,
    ledger,
    faultPlan,
    sent,
    merchant,
    worker,
    post,
    authorized,
    captured,
    shown: async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json,
  }
}

type SetUp = Awaited<ReturnType<typeof setUp>>

/** Each verb, on a payment that bears it, and how the payment stands once it is done. */
const verbs = [
  {
    verb: 'capture',
    begin: (at: SetUp) => at.authorized(),
    body: (id: string) => ({ transactionId: id, amount: 4 }),
    pending: { status: 'authorized', amountCaptured: 0, amountCapturable: 6 },
    done: { status: 'partially_captured', amountCaptured: 4, amountCapturable: 6 },
  },
  {
    verb: 'void',
    begin: (at: SetUp) => at.captured(),
    body: (id: string) => ({ transactionId: id }),
    pending: { status: 'captured', amountCaptured: 10 },
    done: { status: 'voided', amountCaptured: 0 },
  },
  {
    verb: 'credit',
    begin: (at: SetUp) => at.captured(),
    body: (id: string) => ({ referenceTransactionId: Number(id), amount: { value: 4 } }),
    pending: { status: 'captured', amountCredited: 0 },
    done: { status: 'partially_refunded', amountCredited: 4 },
  },
] as const

describe.each(verbs)('a $verb', ({ verb, begin, body, pending, done }) => {
  test.each<[Fault, string]>([
    [{ kind: 'silent' }, 'had effect and never answered'],
    [{ kind: 'dropAfter' }, 'had effect and lost its answer'],
    [{ kind: 'dropBefore' }, 'never arrived'],
    [{ kind: 'garbage' }, 'answered what nobody can read'],
  ])(
    'of which %o (%o) is a 504, keeps what it reserved, and is repeated until it is known: one effect',
    async (fault) => {
      const at = await setUp()
      const id = await begin(at)
      at.faultPlan.add({ fault, on: verb })
      const answer = await at.post(verb, body(id), 'key')
      expect(answer.status).toBe(504)
      const [{ type, message }] = answer.json.errors
      expect(type).toBe('processor_timeout')
      const own = message.details.transactionId
      expect(await at.shown(id)).toMatchObject(pending)
      expect(await at.shown(own)).toMatchObject({ type: verb, responseCode: '68', originalTransactionId: id })

      // Until then the key answers the same, and nothing else may come between.
      const replayed = await at.post(verb, body(id), 'key')
      expect([replayed.status, replayed.text]).toEqual([504, answer.text])
      expect(replayed.headers.get('idempotent-replayed')).toBe('true')
      expect((await at.post('void', { transactionId: id })).status).toBe(409)

      at.clock.advance(minute)
      await at.worker.sweep()
      expect(await at.shown(id)).toMatchObject(done)
      expect(await at.shown(own)).toMatchObject({ responseCode: '00' })
      expect(at.ledger.entries().filter((entry) => entry.root === id && entry.type === verb)).toMatchObject([
        { effects: 1 },
      ])
      const resolved = await at.post(verb, body(id), 'key')
      expect(resolved.status).toBe(200)
      expect(resolved.json).toMatchObject({ requestId: answer.json.requestId, transactionId: own, responseCode: '00' })
    },
  )

  test('that stays unknown is repeated at 1, 2, 10 and 60 minutes and every hour, with the same references', async () => {
    const at = await setUp()
    const id = await begin(at)
    at.faultPlan.add({ fault: { kind: 'dropAfter' }, on: verb, times: 7 })
    const own = (await at.post(verb, body(id))).json.errors[0].message.details.transactionId
    const requests = () => at.ledger.find(own)?.requests
    for (const [minutes, repeats] of [
      [1, 1],
      [1, 2],
      [8, 3],
      [50, 4],
      [59, 4],
      [1, 5],
      [60, 6],
    ] as const) {
      at.clock.advance(minutes * minute)
      await at.worker.sweep()
      expect(requests()).toBe(1 + repeats)
    }
    expect(await at.shown(id)).toMatchObject(pending)
    at.clock.advance(60 * minute)
    await at.worker.sweep()
    expect(await at.shown(id)).toMatchObject(done)
    expect(at.ledger.find(own)).toMatchObject({ effects: 1 })
  })

  test('that the repetition finds declined moves nothing, and gives back what it reserved', async () => {
    const at = await setUp()
    const id = await begin(at)
    const before = await at.shown(id)
    at.faultPlan.add({ fault: { kind: 'dropBefore' }, on: verb })
    at.faultPlan.add({ fault: { kind: 'decline', code: '05' }, on: verb })
    await at.post(verb, body(id), 'key')
    at.clock.advance(minute)
    await at.worker.sweep()
    const { status, amountCaptured, amountCapturable, amountCredited } = before
    expect(await at.shown(id)).toMatchObject({ status, amountCaptured, amountCapturable, amountCredited })
    expect((await at.post(verb, body(id), 'key')).json).toMatchObject({
      responseCode: '05',
      errors: [{ type: 'card_declined' }],
    })
    expect((await at.post(verb, body(id))).json.responseCode).toBe('00')
  })

  test('whose answer comes twice is applied once', async () => {
    const at = await setUp()
    const id = await begin(at)
    at.faultPlan.add({ fault: { kind: 'double' }, on: verb })
    expect((await at.post(verb, body(id))).json.responseCode).toBe('00')
    await at.worker.sweep()
    expect(await at.shown(id)).toMatchObject(done)
  })

  test('that was certainly not sent has failed: nothing is reserved, and the key is free for another try', async () => {
    const at = await setUp()
    const id = await begin(at)
    at.faultPlan.add({ fault: { kind: 'busy' }, on: verb })
    expect((await at.post(verb, body(id), 'key')).json).toMatchObject({
      responseCode: '92',
      errors: [{ type: 'processor_error' }],
    })
    const again = await at.post(verb, body(id), 'key')
    expect(again.json.responseCode).toBe('00')
    expect(again.headers.has('idempotent-replayed')).toBe(false)
    expect(await at.shown(id)).toMatchObject(done)
  })

  // The first batch authenticates, the second opens; the third records, and is tried three times.
  test.each([
    ['that opens it', [2], 'fails before'],
    ['that opens it', [2], 'fails after'],
    ['that records it', [3, 4, 5], 'fails before'],
    ['that records it', [3, 4, 5], 'fails after'],
  ] as const)(
    'whose batch %s (%j) %s its commit loses nothing: the books agree after the sweep',
    async (_which, calls, fate) => {
      const at = await setUp()
      const id = await begin(at)
      let before = Infinity
      const isCall = (call: number) => calls.some((one) => one === call - before)
      const { d1, calls: asked } = brokenDatabase(bindings.DB_00, (call) => (isCall(call) ? fate : 'runs'))
      const failing = startWorker({ processor: at.processor, clock: at.clock, limits }, { DB_00: d1 }).as(
        at.merchant.secretKey,
      )
      // Notes that the key is used, which later requests of the same minute don't.
      await failing('GET', '/v1/account')
      before = asked()
      const answer = await failing('POST', `/v1/transactions/${verb}`, { body: body(id) })
      at.clock.advance(limits.abandonAfterMs + minute)
      await at.worker.sweep()
      const after = await at.shown(id)
      const effects = at.ledger
        .entries()
        .filter((entry) => entry.root === id && entry.type === verb && entry.effects > 0)
      expect(effects.length).toBeLessThanOrEqual(1)
      expect(after).toMatchObject(
        effects.length === 1
          ? done
          : pending.status === 'authorized'
            ? { status: 'authorized', amountCapturable: 10 }
            : pending,
      )
      expect(answer.status).toBe(503)
      expect(effects).toHaveLength(calls.length === 3 || fate === 'fails after' ? 1 : 0)
      // Nothing is left under way, so the next operation is not in anybody's way.
      expect(after.operations.filter(({ status }: any) => status === 'pending')).toEqual([])
    },
  )
})

test('No answer: client gets 200/68 inside 26 s, a 0420 is sent with DE90 matching the stored 0100, status `reversed`.', async () => {
  const at = await setUp()
  at.faultPlan.add({ fault: { kind: 'silent' }, on: 'authorize' })
  const answer = await at.post('authorize', byCard(), 'key')
  expect([answer.status, answer.json.responseCode]).toEqual([200, '68'])
  const id = answer.json.transactionId
  expect(await at.shown(id)).toMatchObject({ status: 'reversed', amountAuthorized: 0 })
  expect(at.ledger.find(id)).toMatchObject({ state: 'reversed', reversals: 1 })
  // 0420 is the first attempt of a reversal, and what DE90 repeats are the references that were stored before anything was sent.
  const stored = JSON.parse(
    (await at.merchant.rows('SELECT processorRef FROM operations WHERE id = ?', Number(id)))[0]!['processorRef'],
  )
  expect(at.sent).toEqual([
    { message: 'authorize', ...references(stored) },
    { message: 'reverse', ...references(stored), attempt: 1 },
  ])
  expect((await at.post('authorize', byCard(), 'key')).text).toBe(answer.text)
})

test('Approval 45 s late: status never becomes authorized; a second 0420/0421 follows.', async () => {
  const at = await setUp()
  at.faultPlan.add({ fault: { kind: 'late', ms: 200 }, on: 'authorize' })
  const id = (await at.post('authorize', byCard())).json.transactionId
  expect((await at.shown(id)).status).toBe('reversed')
  const due = 'SELECT due FROM operations WHERE undoes = ? AND due IS NOT NULL'
  await vi.waitFor(async () => expect(await at.merchant.rows(due, Number(id))).toHaveLength(1), 5_000)
  expect((await at.shown(id)).status).toBe('reversed')
  await at.worker.sweep()
  expect(at.ledger.find(id)).toMatchObject({ state: 'reversed', reversals: 2 })
  expect(await at.shown(id)).toMatchObject({ status: 'reversed', amountAuthorized: 0 })
})

test('Reversal peer down for 10 min: reversals are delivered later, repeats carry MTI 0421, same RRN; one only has effect.', async () => {
  const at = await setUp()
  at.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
  at.faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse', times: 4 })
  const id = (await at.post('authorize', byCard())).json.transactionId
  for (const minutes of [1, 1, 8]) {
    expect((await at.shown(id)).status).toBe('pending')
    at.clock.advance(minutes * minute)
    await at.worker.sweep()
  }
  expect((await at.shown(id)).status).toBe('pending')
  at.clock.advance(50 * minute)
  await at.worker.sweep()
  expect((await at.shown(id)).status).toBe('reversed')
  expect(at.ledger.find(id)).toMatchObject({ state: 'reversed', reversals: 1 })
  // From the second attempt on a reversal is a repeat: 0421 instead of 0420.
  const reversals = at.sent.filter(({ message }) => message === 'reverse')
  expect(reversals.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5])
  expect(new Set(reversals.map(({ rrn, stan }) => `${rrn} ${stan}`)).size).toBe(1)
})
