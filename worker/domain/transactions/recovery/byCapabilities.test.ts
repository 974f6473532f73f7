import { describe, expect, test } from 'vitest'
import type { Capabilities, Ref } from '../../../processors/processor.ts'
import { capabilitySets } from '../../../processors/conformance/capabilitySets.ts'
import { cardSale, paymentFixture } from '../../../testing/fixtures/paymentFixture.ts'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { recoverOperations } from '../../../testing/fixtures/recoverOperations.ts'
import { sweepUntilIdle } from './sweepUntilIdle.fixture.ts'

const minute = 60_000

/** A processor without idempotency that shows its operations ten minutes late, and reverses by its own reference only. */
const late: Capabilities = { ...capabilitySets.nmiLike, visibleAfterMs: 10 * minute }

const connectionLost = () => Promise.reject(new Error('Connection lost.'))

const setUp = async (can: Capabilities) => {
  const fixture = await paymentFixture({}, { can })
  const { authorize, capture, faultPlan, read, refund } = fixture
  return {
    ...fixture,
    /** Sends an operation whose request or response is lost, and returns its id. */
    lose: async (type: 'authorize' | 'capture' | 'credit', kind: 'dropBefore' | 'dropAfter'): Promise<string> => {
      if (type === 'authorize') {
        faultPlan.add({ fault: { kind }, on: 'authorize' })
        return (await authorize(cardSale())).transactionId
      }
      const { transactionId } = await authorize(cardSale())
      if (type === 'credit') await capture(transactionId)
      faultPlan.add({ fault: { kind }, on: type })
      const [error] = await thrownErrors(type === 'capture' ? capture(transactionId) : refund(transactionId, 4))
      expect(error).toMatchObject({ type: 'processor_timeout' })
      return String(error!.details!['transactionId'])
    },
    statusOf: async (id: string) => {
      const { operations } = await read(id)
      const listed = operations as readonly { readonly transactionId: string; readonly status: string }[]
      return listed.find(({ transactionId }) => transactionId === id)?.status
    },
  }
}

describe('a processor without idempotency that finds operations late', () => {
  test('an authorization whose response was lost is reversed once it is found', async () => {
    const fixture = await setUp(late)
    const id = await fixture.lose('authorize', 'dropAfter')
    fixture.clock.advance(minute)
    expect(await fixture.recover()).toMatchObject({ deferred: 1, reversed: 0 })
    expect((await fixture.read(id))['status']).toBe('pending')
    await sweepUntilIdle(fixture)
    expect((await fixture.read(id))['status']).toBe('reversed')
    expect(fixture.ledger.find(id)).toMatchObject({ state: 'reversed', effects: 1 })
  })

  test('an authorization that never arrived is reversed only after it would be visible', async () => {
    const fixture = await setUp(late)
    const id = await fixture.lose('authorize', 'dropBefore')
    fixture.clock.advance(minute)
    await fixture.recover()
    fixture.clock.advance(5 * minute)
    await fixture.recover()
    expect((await fixture.read(id))['status']).toBe('pending')
    await sweepUntilIdle(fixture)
    expect((await fixture.read(id))['status']).toBe('reversed')
    expect(fixture.ledger.find(id)).toBeUndefined()
  })

  test.each(['capture', 'credit'] as const)(
    'a %s whose response was lost is found and not sent again',
    async (type) => {
      const fixture = await setUp(late)
      const id = await fixture.lose(type, 'dropAfter')
      await sweepUntilIdle(fixture)
      expect(await fixture.statusOf(id)).toBe('approved')
      expect(fixture.ledger.find(id)).toMatchObject({ effects: 1, requests: 1 })
    },
  )

  test.each(['capture', 'credit'] as const)('a %s that never arrived is sent again once', async (type) => {
    const fixture = await setUp(late)
    const id = await fixture.lose(type, 'dropBefore')
    fixture.clock.advance(2 * minute)
    await fixture.recover()
    expect(fixture.ledger.find(id)).toBeUndefined()
    await sweepUntilIdle(fixture)
    expect(await fixture.statusOf(id)).toBe('approved')
    expect(fixture.ledger.find(id)).toMatchObject({ effects: 1, requests: 1 })
  })

  test('a capture that was sent again before a crash is not sent a third time until it would be visible', async () => {
    const fixture = await setUp(late)
    const id = await fixture.lose('capture', 'dropBefore')
    // The response to the second request is lost too, so that nothing but its sending is recorded.
    fixture.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'capture' })
    await sweepUntilIdle(fixture)
    expect(await fixture.statusOf(id)).toBe('approved')
    expect(fixture.ledger.find(id)).toMatchObject({ effects: 1, requests: 1 })
  })

  test('a look-up that fails decides nothing', async () => {
    const fixture = await setUp(late)
    const id = await fixture.lose('capture', 'dropBefore')
    const needs = fixture.sweepServices()
    fixture.clock.advance(60 * minute)
    expect(
      await recoverOperations({ ...needs, processor: { ...needs.processor, lookup: connectionLost } }),
    ).toMatchObject({
      deferred: 1,
      repeated: 0,
    })
    expect(await fixture.statusOf(id)).toBe('pending')
    expect(fixture.ledger.find(id)).toBeUndefined()
  })
})

describe('a processor that can neither repeat nor find operations', () => {
  test.each(['capture', 'credit', 'authorize'] as const)(
    'a %s without an outcome is not sent again and needs attention at once',
    async (type) => {
      const fixture = await setUp(capabilitySets.blind)
      const id = await fixture.lose(type, 'dropAfter')
      fixture.clock.advance(2 * minute)
      await fixture.recover()
      expect(await fixture.read(id)).toMatchObject({ needsAttention: { reason: 'cannot_be_repeated' } })
      for (let day = 0; day < 3; day++) {
        fixture.clock.advance(24 * 60 * minute)
        await fixture.recover()
      }
      expect(fixture.ledger.find(id)).toMatchObject({ effects: 1, requests: 1, reversals: 0 })
    },
  )
})

test('a processor that cannot release a rest gets no reversal of a payment that was voided after a refund', async () => {
  const fixture = await setUp(capabilitySets.fixedCaptures)
  const { authorize, capture, ledger, recover, refund, void: voidIt } = fixture
  const { transactionId } = await authorize(cardSale(10))
  await capture(transactionId, { amount: 4 })
  // The refund gives up the rest of the hold. Its release waits for the sweep.
  const credit = await refund(transactionId, 4)
  await voidIt(credit.transactionId)
  await voidIt(transactionId)
  expect(await recover()).toMatchObject({ released: 1 })
  expect(ledger.find(transactionId)).toMatchObject({ state: 'voided', reversals: 0 })
})

test('a reversal whose authorization the processor has approved is sent by its reference without a look-up', async () => {
  const { authorize, clock, faultPlan, ledger, read, sweepServices } = await paymentFixture(
    { settings: { avsReject: ['I'] } },
    { can: late },
  )
  faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'reverse' })
  const { transactionId } = await authorize(cardSale())
  expect((await read(transactionId))['status']).toBe('declined')
  const needs = sweepServices()
  const processor = { ...needs.processor, lookup: () => Promise.reject(new Error('A look-up.')) }
  clock.advance(minute)
  expect(await recoverOperations({ ...needs, processor })).toMatchObject({ reversed: 1, deferred: 0 })
  expect(ledger.find(transactionId)).toMatchObject({ state: 'reversed', reversals: 1 })
})

test.each(['capture', 'authorize'] as const)(
  'a %s without an outcome is deferred while its connection cannot be opened',
  async (type) => {
    const { clock, ledger, lose, operations, sweepServices } = await setUp(late)
    const id = await lose(type, 'dropBefore')
    const needs = sweepServices()
    const processor = {
      ...needs.processor,
      capabilities: () => Promise.resolve(null),
      capture: async (_op: unknown, ref: Ref) => ({ result: 'notSent', ref, reason: 'link_down' }) as const,
    }
    clock.advance(2 * minute)
    expect(await recoverOperations({ ...needs, processor })).toMatchObject({ deferred: 1 })
    const due = (await operations()).filter((operation) => operation.due !== null)
    expect(due).toMatchObject([{ status: 'pending', attempts: 2 }])
    expect(ledger.find(id)).toBeUndefined()
  },
)

test('a processor that recognizes repeats gets a capture without an outcome again', async () => {
  const fixture = await setUp(capabilitySets.isoLike)
  const id = await fixture.lose('capture', 'dropAfter')
  await sweepUntilIdle(fixture)
  expect(await fixture.statusOf(id)).toBe('approved')
  expect(fixture.ledger.find(id)).toMatchObject({ effects: 1, requests: 2 })
})
