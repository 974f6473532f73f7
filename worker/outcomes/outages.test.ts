import { afterAll, describe, expect, test, vi } from 'vitest'
import { card } from '../testing/requestDefaults.ts'
import { cardPayment } from '../testing/merchant.ts'
import { outageFixture } from './outage.fixtures.ts'
import type { Answer, Outage, OutageFixture } from './outage.fixtures.ts'

/**
 * The database is away for a span of time that begins with each batch of a flow. The client is the published one, the acquirer has a ledger
 * of its own, and the clock is moved by everything that waits.
 */

for (const method of ['log', 'warn', 'error'] as const) vi.spyOn(console, method).mockReturnValue()
afterAll(() => vi.restoreAllMocks())

interface OutageFlow {
  readonly operation: string
  /** The status of the payment afterwards. */
  readonly status: string
  /** Prepares what the request needs. Returns its body. */
  prepare(fixture: OutageFixture): Promise<object>
}

const freshKey = (): string => crypto.randomUUID()

const authorized = async (fixture: OutageFixture): Promise<Answer> =>
  fixture.call('authorize', cardPayment(), freshKey())

const flows: Readonly<Record<string, OutageFlow>> = {
  'authorize by card': { operation: 'authorize', status: 'authorized', prepare: async () => cardPayment() },
  'authorize by token': {
    operation: 'authorize',
    status: 'authorized',
    prepare: async ({ call }) => {
      const { token } = (await call('tokens', { creditCard: card() }, freshKey())) as unknown as { token: string }
      return { payment: { token }, amount: { value: 10.5 } }
    },
  },
  sale: { operation: 'sale', status: 'captured', prepare: async () => cardPayment() },
  capture: {
    operation: 'capture',
    status: 'captured',
    prepare: async (fixture) => ({ transactionId: (await authorized(fixture)).transactionId }),
  },
  void: {
    operation: 'void',
    status: 'voided',
    prepare: async (fixture) => ({ transactionId: (await authorized(fixture)).transactionId }),
  },
  refund: {
    operation: 'credit',
    status: 'refunded',
    prepare: async ({ call }) => {
      const { transactionId } = await call('sale', cardPayment(), freshKey())
      return { referenceTransactionId: Number(transactionId) }
    },
  },
}

/** The status of the payment of an operation. */
const statusOf = async ({ get, merchant }: OutageFixture, { transactionId }: Answer): Promise<string> => {
  const [row] = await merchant.rows('SELECT transactionId FROM operations WHERE id = ?', Number(transactionId))
  return (await get(`/v1/transactions/${String(row!['transactionId'])}`)).status
}

const runCase = async (flow: OutageFlow, outage: Outage, first: 'keeper' | 'sweep'): Promise<void> => {
  const fixture = await outageFixture()
  const { call, arm, hasBegun, endOutage, recover, ledger, merchant, runKeeper } = fixture
  const body = await flow.prepare(fixture)
  const before = ledger.entries().length
  const key = freshKey()
  arm(outage)
  const answered = await call(flow.operation, body, key).catch(() => null)
  expect(hasBegun()).toBe(true)
  endOutage()
  await recover(first)
  // Nothing is kept any more: an alarm without an outcome sets no other.
  await runKeeper()
  expect(await runKeeper()).toBe(false)

  const final = await call(flow.operation, body, key)
  if (answered !== null) expect(final).toEqual(answered)
  const sent = ledger.entries().slice(before)
  const approved = sent.filter(({ effects }) => effects > 0)
  // Nothing is doubled, and no approval is lost.
  expect(approved.length).toBeLessThanOrEqual(1)
  for (const { op, reversals } of approved) expect([op, reversals]).toEqual([final.transactionId, 0])
  expect(final.responseCode).toBe(approved.length === 1 ? '00' : '68')
  expect(await statusOf(fixture, final)).toBe(approved.length === 1 ? flow.status : 'reversed')
  // Shorter outages than a request lives cost no approval and no answer.
  if (outage.ms <= 1_000) expect(answered?.responseCode).toBe('00')
  const [{ pending } = { pending: null }] = await merchant.rows(
    "SELECT count(*) AS pending FROM operations WHERE account = ? AND (status = 'pending' OR due IS NOT NULL)",
    merchant.id,
  )
  expect(pending).toBe(0)
}

const countCalls = async (flow: OutageFlow): Promise<number> => {
  const fixture = await outageFixture()
  const body = await flow.prepare(fixture)
  fixture.arm(null)
  await fixture.call(flow.operation, body, freshKey())
  return fixture.batches()
}

for (const [name, flow] of Object.entries(flows)) {
  const calls = await countCalls(flow)
  describe(`${name} while the database is away`, () => {
    for (let number = 1; number <= calls; number++)
      for (const when of ['before', 'after'] as const)
        for (const [ms, first] of [
          [100, 'keeper'],
          [1_000, 'sweep'],
          [10_000, 'keeper'],
          [80_000, 'keeper'],
          [80_000, 'sweep'],
        ] as const)
          test(`${name}, database away for ${ms} ms ${when} batch ${number}, ${first} first: the key returns what happened`, () =>
            runCase(flow, { call: number, ms, when }, first))
  })
}
