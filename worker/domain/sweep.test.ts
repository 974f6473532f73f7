import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Processor } from '../processors/processor.ts'
import type { TimeLimits } from './timeLimits.ts'
import { inMemoryAcquirer } from '../proof/acquirer/memory.ts'
import type { Fault } from '../proof/acquirer/faultPlan.ts'
import { bindings } from '../testing/bindings.ts'
import { brokenDatabase } from '../testing/database/brokenDatabase.ts'
import type { Fate } from '../testing/database/brokenDatabase.ts'
import { byCard, card, createMerchant, startWorker, testClock } from '../testing/merchant.ts'

/** What becomes of payments whose outcome nobody heard: by the request itself, by the cron, and by both at once. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const minute = 60_000
const limits = { processorTimeoutMs: 5_000, reversalTimeoutMs: 5_000, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }
const impatient = { ...limits, processorTimeoutMs: 60 }

// Sweeps see the whole shard, so each test begins with nothing left to do, whatever other tests have left.
beforeEach(async () => {
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
})

const setUp = async (parts: { processor?: Partial<Processor>; limits?: TimeLimits } = {}) => {
  const clock = testClock()
  const { processor, ledger, faultPlan } = inMemoryAcquirer({ now: clock.now })
  const merchant = await createMerchant()
  const wired = { processor: { ...processor, ...parts.processor }, clock, limits: parts.limits ?? limits }
  const worker = startWorker(wired)
  const call = worker.as(merchant.secretKey)
  return {
    merchant,
    clock,
    ledger,
    faultPlan,
    processor,
    worker,
    authorize: () => call('POST', '/v1/transactions/authorize', { body: byCard() }),
    shown: async (id: string) =>
      (await startWorker(wired).as(merchant.secretKey)('GET', `/v1/transactions/${id}`)).json,
    onlyId: async () =>
      String((await merchant.rows('SELECT id FROM transactions WHERE account = ?', merchant.id))[0]?.['id']),
  }
}

describe('an answer that does not come is undone within the request', () => {
  test.each<[Fault, effects: number, reversals: number]>([
    [{ kind: 'silent' }, 1, 1],
    [{ kind: 'dropAfter' }, 1, 1],
    [{ kind: 'dropBefore' }, 0, 1],
    [{ kind: 'garbage' }, 1, 1],
    // An approval that comes after its reversal is undone once more.
    [{ kind: 'late', ms: 500 }, 1, 2],
    [{ kind: 'delay', ms: 500 }, 0, 1],
  ])('%o', async (fault, effects, reversals) => {
    const { authorize, shown, faultPlan, ledger, worker } = await setUp({ limits: impatient })
    faultPlan.add({ fault, on: 'authorize' })
    const { status, json } = await authorize()
    expect(status).toBe(200)
    expect(json).toMatchObject({
      responseCode: '68',
      authCode: null,
      errors: [{ type: 'processor_error', message: { code: 'processor_timeout' } }],
    })
    // An answer that is on its way arrives in this time.
    if ('ms' in fault) await new Promise((resolve) => setTimeout(resolve, fault.ms))
    await worker.sweep()
    expect(await shown(json.transactionId)).toMatchObject({
      status: 'reversed',
      responseCode: '68',
      amountAuthorized: 0,
    })
    expect(ledger.find(json.transactionId)).toMatchObject({ state: 'reversed', effects, reversals })
  })
})

describe('a processor that breaks its contract', () => {
  test.each([
    ['throws after its effect', () => Promise.reject(new Error('broken'))],
    ['never ends, whatever its deadline', () => new Promise<never>(() => undefined)],
  ])('and %s has not declined: the payment is undone', async (_what, ends) => {
    const { processor, ledger, clock, merchant } = await setUp()
    const breaking: Processor = {
      ...processor,
      authorize: async (op, ref) => {
        await processor.authorize(op, ref)
        return ends()
      },
    }
    const call = startWorker({ processor: breaking, clock, limits: impatient }).as(merchant.secretKey)
    const { json } = await call('POST', '/v1/transactions/authorize', { body: byCard() })
    expect(json).toMatchObject({ responseCode: '68', authCode: null, errors: [{ type: 'processor_error' }] })
    expect(ledger.find(json.transactionId)).toMatchObject({ state: 'reversed', effects: 1 })
  })
})

test('what was certainly not sent has failed, and nothing is undone', async () => {
  const { authorize, shown, faultPlan, ledger } = await setUp()
  faultPlan.add({ fault: { kind: 'busy' }, on: 'authorize' })
  const { json } = await authorize()
  expect(json).toMatchObject({ responseCode: '92', authCode: null, errors: [{ type: 'processor_error' }] })
  expect(await shown(json.transactionId)).toMatchObject({ status: 'failed', operations: [{ status: 'failed' }] })
  expect(ledger.entries()).toEqual([])
})

describe('a reversal that is not acknowledged', () => {
  test('leaves the payment pending, until it is', async () => {
    const { authorize, shown, faultPlan, ledger, worker, clock } = await setUp()
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse', times: 3 })
    const { json } = await authorize()
    expect(json.responseCode).toBe('68')
    expect(await shown(json.transactionId)).toMatchObject({
      status: 'pending',
      responseCode: '68',
      errors: [{ type: 'processor_error' }],
      operations: [
        { type: 'authorize', status: 'pending' },
        { type: 'reversal', status: 'pending' },
      ],
    })
    expect(ledger.find(json.transactionId)).toMatchObject({ state: 'approved' })
    for (const wait of [1, 1, 8]) {
      expect(await shown(json.transactionId)).toMatchObject({ status: 'pending' })
      clock.advance(wait * minute)
      await worker.sweep()
    }
    expect(await shown(json.transactionId)).toMatchObject({
      status: 'reversed',
      operations: [
        { type: 'authorize', status: 'reversed' },
        { type: 'reversal', status: 'approved' },
      ],
    })
    expect(ledger.find(json.transactionId)).toMatchObject({ state: 'reversed', reversals: 1 })
  })

  test('is repeated at 1, 2, 10 and 60 minutes, then every hour of a day, then left to a human', async () => {
    const start = Date.now()
    let ahead = 0
    const clock = { now: () => start + ahead }
    const { processor, faultPlan } = inMemoryAcquirer({ now: clock.now })
    const attempts: [minutes: number, attempt: number][] = []
    const refusing: Processor = {
      ...processor,
      reverse: async (ref, attempt) => {
        // Time goes by for other tests' authorizations, too.
        if (ref.account === merchant.id) attempts.push([ahead / minute, attempt])
        return 'retry'
      },
    }
    const merchant = await createMerchant()
    const worker = startWorker({ processor: refusing, clock, limits })
    const call = worker.as(merchant.secretKey)
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    const { json } = await call('POST', '/v1/transactions/authorize', { body: byCard() })
    const due = async () =>
      (await merchant.rows('SELECT due FROM operations WHERE account = ? AND undoes IS NOT NULL', merchant.id))[0]?.[
        'due'
      ] as number | null

    for (let next = await due(); next !== null; next = await due()) {
      const before = attempts.length
      // Once hourly, they are all alike.
      if (before < 6) {
        ahead = next - start - 1
        await worker.sweep()
        expect(attempts).toHaveLength(before)
      }
      ahead = next - start
      await worker.sweep()
      expect(attempts).toHaveLength(before + 1)
    }
    const hours = Array.from({ length: 23 }, (_, index) => (index + 2) * 60)
    expect(attempts.map(([at]) => at)).toEqual([0, 1, 2, 10, 60, ...hours])
    expect(attempts.map(([, attempt]) => attempt)).toEqual(attempts.map((_, index) => index + 1))

    ahead += 30 * 24 * 60 * minute
    await worker.sweep()
    expect(attempts).toHaveLength(28)
    expect((await call('GET', `/v1/transactions/${json.transactionId}`)).json).toMatchObject({
      status: 'pending',
      operations: [
        { type: 'authorize', status: 'pending' },
        { type: 'reversal', status: 'failed' },
      ],
    })
  })

  test('whose answer does not come in time is one that decided nothing', async () => {
    const { authorize, shown, faultPlan, worker, clock } = await setUp({
      processor: { reverse: () => new Promise(() => undefined) },
      limits: { ...limits, reversalTimeoutMs: 60 },
    })
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    const { json } = await authorize()
    expect(await shown(json.transactionId)).toMatchObject({ status: 'pending' })
    clock.advance(minute)
    await worker.sweep()
    expect(await shown(json.transactionId)).toMatchObject({
      status: 'pending',
      operations: [{}, { status: 'pending' }],
    })
  })

  test('that throws, against its contract, keeps no other from its turn', async () => {
    const broken = await setUp({ processor: { reverse: () => Promise.reject(new Error('broken')) } })
    broken.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    const { json } = await broken.authorize()
    expect(json.responseCode).toBe('68')
    expect(await broken.shown(json.transactionId)).toMatchObject({ status: 'pending' })
  })

  test('of an approval that a rule undid leaves the payment declined all the while', async () => {
    const { ledger, faultPlan, processor, clock } = await setUp()
    const strict = await createMerchant({ settings: { cvvReject: ['M'] } })
    const worker = startWorker({ processor, clock, limits })
    const call = worker.as(strict.secretKey)
    faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse' })
    const { json } = await call('POST', '/v1/transactions/authorize', { body: byCard() })
    const status = async () => (await call('GET', `/v1/transactions/${json.transactionId}`)).json.status
    expect(json.responseCode).toBe('G05')
    expect(await status()).toBe('declined')
    expect(ledger.find(json.transactionId)).toMatchObject({ state: 'approved' })
    clock.advance(minute)
    await worker.sweep()
    expect(await status()).toBe('declined')
    expect(ledger.find(json.transactionId)).toMatchObject({ state: 'reversed' })
  })
})

/** An authorize that stays where it is, before or after its effect at the acquirer, until it is let go. */
const slowAuthorize = async (effect: 'before' | 'after', reverse?: Processor['reverse']) => {
  const held = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const parts = await setUp()
  const slow: Processor = {
    ...parts.processor,
    ...(reverse && { reverse }),
    authorize: async (op, ref) => {
      if (effect === 'after') {
        const outcome = await parts.processor.authorize(op, ref)
        reached.resolve()
        await held.promise
        return outcome
      }
      reached.resolve()
      await held.promise
      return parts.processor.authorize(op, ref)
    },
  }
  const worker = startWorker({ processor: slow, clock: parts.clock, limits })
  const answering = worker.as(parts.merchant.secretKey)('POST', '/v1/transactions/authorize', { body: byCard() })
  await reached.promise
  return { ...parts, worker, answering, release: held.resolve, id: await parts.onlyId() }
}

describe('a payment that is still pending long after its request', () => {
  test('is not touched as long as the request may be at work', async () => {
    const { clock, worker, ledger, answering, release, id } = await slowAuthorize('after')
    clock.advance(limits.abandonAfterMs - 5_000)
    await worker.sweep()
    release()
    expect((await answering).json.responseCode).toBe('00')
    expect(ledger.find(id)).toMatchObject({ state: 'approved', reversals: 0 })
  })

  test('is undone, and a late approval is never shown as one, and undone once more', async () => {
    const { clock, worker, ledger, answering, release, shown, id } = await slowAuthorize('after')
    clock.advance(limits.abandonAfterMs + 1)
    await worker.sweep()
    expect(ledger.find(id)).toMatchObject({ state: 'reversed', reversals: 1 })
    expect(await shown(id)).toMatchObject({
      status: 'reversed',
      responseCode: '68',
      authCode: null,
      errors: [{ type: 'processor_error' }],
    })
    release()
    expect((await answering).json).toMatchObject({
      responseCode: '68',
      authCode: null,
      avs: null,
      errors: [{ type: 'processor_error' }],
    })
    await worker.sweep()
    expect(ledger.find(id)).toMatchObject({ state: 'reversed', reversals: 2 })
    expect(await shown(id)).toMatchObject({
      status: 'reversed',
      responseCode: '68',
      amountAuthorized: 0,
      amountCapturable: 0,
    })
  })

  test('is undone, and what arrives at the acquirer only then finds the door closed', async () => {
    const { clock, worker, ledger, answering, release, shown, id } = await slowAuthorize('before')
    clock.advance(limits.abandonAfterMs + 1)
    await worker.sweep()
    release()
    expect((await answering).json).toMatchObject({ responseCode: '68' })
    await worker.sweep()
    expect(ledger.find(id)).toMatchObject({ state: 'reversed', effects: 0 })
    expect(await shown(id)).toMatchObject({ status: 'reversed' })
  })

  test('is undone again where the acquirer forgot its reversal, and approved after all', async () => {
    const undone: number[] = []
    const { clock, worker, answering, release, shown, id } = await slowAuthorize('before', async (_ref, attempt) => {
      undone.push(attempt)
      return attempt === 1 ? 'notFound' : 'done'
    })
    clock.advance(limits.abandonAfterMs + 1)
    await worker.sweep()
    expect(undone).toEqual([1])
    release()
    expect((await answering).json).toMatchObject({ responseCode: '68', errors: [{ type: 'processor_error' }] })
    await worker.sweep()
    expect(undone).toEqual([1, 2])
    expect(await shown(id)).toMatchObject({ status: 'reversed' })
    await worker.sweep()
    expect(undone).toEqual([1, 2])
  })

  test('stays on its way to be undone where its approval comes before the reversal got through', async () => {
    const asked: number[] = []
    const { clock, worker, answering, release, shown, id } = await slowAuthorize('after', async (_ref, attempt) => {
      asked.push(attempt)
      return attempt === 1 ? 'retry' : 'done'
    })
    clock.advance(limits.abandonAfterMs + 1)
    await worker.sweep()
    expect(await shown(id)).toMatchObject({
      status: 'pending',
      responseCode: '68',
      errors: [{ type: 'processor_error' }],
    })
    release()
    expect((await answering).json).toMatchObject({ responseCode: '68', authCode: null, amount: 10.5 })
    expect(await shown(id)).toMatchObject({ status: 'pending', responseCode: '68', amountAuthorized: 0 })
    clock.advance(minute)
    await worker.sweep()
    expect(asked).toEqual([1, 2])
    expect(await shown(id)).toMatchObject({ status: 'reversed', responseCode: '68' })
  })

  test('is left alone where its answer comes between the look of the sweep and its hand', async () => {
    const { clock, worker: slow, ledger, answering, release, shown, id, processor } = await slowAuthorize('after')
    clock.advance(limits.abandonAfterMs + 1)
    // The sweep's first batch claims what is due. Before its second, the request ends.
    const sweeping = brokenDatabase(bindings.DB_00, async (call): Promise<Fate> => {
      if (call === 2) {
        release()
        await answering
      }
      return 'runs'
    })
    await startWorker({ processor, clock, limits }, { DB_00: sweeping.d1 }).sweep()
    await slow.sweep()
    expect((await answering).json.responseCode).toBe('00')
    expect(await shown(id)).toMatchObject({
      status: 'authorized',
      operations: [{ type: 'authorize', status: 'approved' }],
    })
    expect(ledger.find(id)).toMatchObject({ state: 'approved', reversals: 0 })
  })
})

/** Payments that a crash left pending, so many of them: their effect is at the acquirer, the answer nowhere. */
const abandoned = async (count: number) => {
  const parts = await setUp()
  const crash = async () => {
    let heard = false
    const processor: Processor = {
      ...parts.processor,
      authorize: async (op, ref) => {
        const outcome = await parts.processor.authorize(op, ref)
        heard = true
        return outcome
      },
    }
    const dying = brokenDatabase(bindings.DB_00, () => (heard ? 'fails before' : 'runs'))
    const worker = startWorker({ processor, clock: parts.clock, limits }, { DB_00: dying.d1 })
    const answer = await worker.as(parts.merchant.secretKey)('POST', '/v1/transactions/authorize', { body: byCard() })
    expect(answer.status).toBe(503)
  }
  // At once, since the pauses of repeated writes overlap then.
  await Promise.all(Array.from({ length: count }, crash))
  parts.clock.advance(limits.abandonAfterMs + 1)
  const states = async () =>
    (
      await parts.merchant.rows(
        'SELECT status, count(*) AS n FROM transactions WHERE account = ? GROUP BY status',
        parts.merchant.id,
      )
    ).map(({ status, n }) => `${n} ${status}`)
  return { ...parts, states }
}

const callsOfASweep = async (): Promise<number> => {
  const counted = brokenDatabase(bindings.DB_00, () => 'runs')
  await startWorker({ clock: testClock() }, { DB_00: counted.d1 }).sweep()
  return counted.calls()
}

describe('the sweep', () => {
  test('undoes what a crash left', async () => {
    const { worker, states, ledger } = await abandoned(3)
    expect(await states()).toEqual(['3 pending'])
    expect(ledger.entries().map(({ state }) => state)).toEqual(['approved', 'approved', 'approved'])
    await worker.sweep()
    expect(await states()).toEqual(['3 reversed'])
    expect(ledger.entries()).toMatchObject(Array.from({ length: 3 }, () => ({ state: 'reversed', reversals: 1 })))
  })

  test('takes 25 at a time and goes on where it stopped', async () => {
    const { worker, states } = await abandoned(27)
    await worker.sweep()
    expect(await states()).toEqual(['2 pending', '25 reversed'])
    await worker.sweep()
    expect(await states()).toEqual(['27 reversed'])
  })

  test('running twice at once does everything once', async () => {
    const { worker, states, ledger } = await abandoned(12)
    await Promise.all([worker.sweep(), worker.sweep(), worker.sweep()])
    expect(await states()).toEqual(['12 reversed'])
    for (const { reversals } of ledger.entries()) expect(reversals).toBe(1)
  })

  const faults = [1, 2, 3, 4, 5, 6].flatMap((call) =>
    (['fails before', 'fails after'] as const).map((fate): [number, Fate] => [call, fate]),
  )
  test.each(faults)('that dies where its call %d %s is made up for by the next', async (at, fate) => {
    const { worker, states, ledger, clock, processor } = await abandoned(2)
    const { d1 } = brokenDatabase(bindings.DB_00, (call) => (call >= at ? fate : 'runs'))
    await startWorker({ processor, clock, limits }, { DB_00: d1 })
      .sweep()
      .catch(() => undefined)
    clock.advance(limits.reversalLeaseMs + 1)
    for (let round = 0; round < 3; round++) {
      await worker.sweep()
      clock.advance(limits.reversalLeaseMs + 1)
    }
    expect(await states()).toEqual(['2 reversed'])
    for (const entry of ledger.entries()) expect(entry).toMatchObject({ state: 'reversed', effects: 1 })
  })

  test('that stumbles over one operation does the rest, and is heard of', async () => {
    const { worker, states, merchant, clock } = await abandoned(3)
    const [spoilt] = await merchant.rows('SELECT min(id) AS id FROM operations WHERE account = ?', merchant.id)
    await merchant.run("UPDATE operations SET processorRef = '{' WHERE id = ?", spoilt?.['id'])
    const { json } = await worker.as(merchant.publishableKey)('POST', '/v1/tokens', { body: { creditCard: card() } })
    clock.advance(16 * minute)
    await expect(worker.sweep()).rejects.toThrow('The sweep of 1 of')
    expect(await states()).toEqual(['1 pending', '2 reversed'])
    const [token] = await merchant.rows('SELECT sealedPan FROM tokens WHERE id = ?', json.token.slice(0, 22))
    expect(token).toEqual({ sealedPan: null })
  })

  test('asks a shard once what is due, and once for accounts with a clock of their own, where nothing is', async () => {
    // The first do what other tests have left, of which more may come due at any moment.
    let calls = Infinity
    for (let round = 0; round < 30 && calls > 2; round++) calls = await callsOfASweep()
    expect(calls).toBe(2)
  })

  test('that cannot ask what is due does what is, and is heard of', async () => {
    const { worker, states, clock, processor } = await abandoned(1)
    const { d1 } = brokenDatabase(bindings.DB_00, (call) => (call === 1 ? 'fails before' : 'runs'))
    const sweep = startWorker({ processor, clock, limits }, { DB_00: d1 }).sweep()
    await expect(sweep).rejects.toThrow('The sweep of 1 of')
    expect(await states()).toEqual(['1 reversed'])
    await expect(worker.sweep()).resolves.toBeUndefined()
  })

  test('of one shard that fails keeps no other from its sweep, and is heard of', async () => {
    const second = await createMerchant({ shard: '01' })
    const clock = testClock()
    const broken = brokenDatabase(bindings.DB_00, () => 'fails before').d1
    const worker = startWorker({ clock }, { DB_00: broken })
    const { json } = await startWorker({ clock }).as(second.secretKey)('POST', '/v1/tokens', {
      body: { creditCard: card() },
    })
    clock.advance(16 * minute)
    await expect(worker.sweep()).rejects.toThrow('The sweep of 1 of')
    const [row] = await second.rows('SELECT sealedPan FROM tokens WHERE id = ?', json.token.slice(0, 22))
    expect(row).toEqual({ sealedPan: null })
  })
})
