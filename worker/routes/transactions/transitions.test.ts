import { describe, expect, test } from 'vitest'
import type { TransactionState } from '#contract/transactions/transactions'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { byCard, createMerchant, startWorker } from '../../testing/merchant.ts'

/**
 * Every event in every state of a payment: what it becomes, or the error that says why not. The expectations are spelled out here and not
 * read from the code's own table, so that the two are compared.
 */

const limits = { processorTimeoutMs: 5_000, reversalTimeoutMs: 5_000, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }
const { processor, faultPlan } = inMemoryAcquirer()
const worker = startWorker({ processor, limits })

const setUp = async () => {
  const merchant = await createMerchant()
  const call = worker.as(merchant.secretKey)
  return {
    merchant,
    call,
    post: (verb: string, body: object) => call('POST', `/v1/transactions/${verb}`, { body }),
    shown: async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json,
    closeBatch: () => call('POST', '/v1/batches/close', { body: {} }),
    advance: (seconds: number) => call('POST', '/v1/testclock/advance', { body: { seconds } }),
  }
}
type At = Awaited<ReturnType<typeof setUp>>

const ten = { amount: { value: 10 } }
const authorize = async ({ post }: At) => (await post('authorize', byCard(undefined, ten))).json.transactionId as string
const eightDays = 8 * 86_400

const after =
  (...steps: readonly ((at: At, id: string) => Promise<unknown>)[]) =>
  async (at: At): Promise<string> => {
    const id = await authorize(at)
    for (const step of steps) await step(at, id)
    return id
  }

const capture =
  (amount?: number) =>
  ({ post }: At, id: string) =>
    post('capture', { transactionId: id, ...(amount !== undefined && { amount }) })
const credit =
  (value?: number) =>
  ({ post }: At, id: string) =>
    post('credit', { referenceTransactionId: Number(id), ...(value !== undefined && { amount: { value } }) })
const voidIt = ({ post }: At, id: string) => post('void', { transactionId: id })
const closeBatch = ({ closeBatch: close }: At) => close()
const lapse = ({ advance }: At) => advance(eightDays)

/** How a payment of 10.00 comes into each state. */
const begin: Readonly<Record<TransactionState, (at: At) => Promise<string>>> = {
  pending: async ({ post }) => {
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse' })
    return (await post('authorize', byCard(undefined, ten))).json.transactionId
  },
  authorized: after(),
  partially_captured: after(capture(4)),
  captured: after(capture()),
  settled: after(capture(), closeBatch),
  partially_refunded: after(capture(), credit(4)),
  refunded: after(capture(), credit()),
  voided: after(voidIt),
  declined: async ({ post }) => {
    faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
    return (await post('authorize', byCard(undefined, ten))).json.transactionId
  },
  failed: async ({ post }) => {
    faultPlan.add({ fault: { kind: 'busy' }, on: 'authorize' })
    return (await post('authorize', byCard(undefined, ten))).json.transactionId
  },
  reversed: async ({ post }) => {
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    return (await post('authorize', byCard(undefined, ten))).json.transactionId
  },
  expired: after(lapse),
  returned: after(capture(), closeBatch, async ({ merchant }, id) => {
    // The bank took the money back: what the settlement job writes when it hears of it is proved where that stands.
    await merchant.run("UPDATE transactions SET status = 'returned' WHERE id = ?", Number(id))
  }),
}

const events = {
  'capture part': capture(1),
  'capture rest': capture(),
  void: voidIt,
  'credit part': credit(1),
  'credit rest': credit(),
  'auth expiry': lapse,
  'batch close': closeBatch,
} as const
type Event = keyof typeof events

/** A state that comes of it, or status and error of a refusal. Expiry and batch close are nobody's request: the state that comes of them. */
type Outcome = TransactionState | `${400 | 409} ${string}`

const refused = (error: string): Readonly<Record<Exclude<Event, 'auth expiry' | 'batch close'>, Outcome>> => ({
  'capture part': `409 ${error}`,
  'capture rest': `409 ${error}`,
  void: `409 ${error}`,
  'credit part': `409 ${error}`,
  'credit rest': `409 ${error}`,
})
const ended = (state: TransactionState, error = 'invalid_state'): Readonly<Record<Event, Outcome>> => ({
  ...refused(error),
  'auth expiry': state,
  'batch close': state,
})

const table: Readonly<Record<TransactionState, Readonly<Record<Event, Outcome>>>> = {
  pending: { ...refused('operation_in_progress'), 'auth expiry': 'reversed', 'batch close': 'pending' },
  authorized: {
    'capture part': 'partially_captured',
    'capture rest': 'captured',
    void: 'voided',
    'credit part': '409 invalid_state',
    'credit rest': '409 invalid_state',
    'auth expiry': 'expired',
    'batch close': 'authorized',
  },
  partially_captured: {
    'capture part': 'partially_captured',
    'capture rest': 'captured',
    void: 'voided',
    'credit part': 'partially_refunded',
    'credit rest': 'refunded',
    // The clock closes batches, too: what was captured has settled by then.
    'auth expiry': 'settled',
    'batch close': 'partially_captured',
  },
  captured: {
    'capture part': '400 amount_exceeds_authorized',
    'capture rest': '409 already_captured',
    void: 'voided',
    'credit part': 'partially_refunded',
    'credit rest': 'refunded',
    'auth expiry': 'settled',
    'batch close': 'settled',
  },
  settled: {
    'capture part': '409 invalid_state',
    'capture rest': '409 already_captured',
    void: '409 already_settled',
    'credit part': 'partially_refunded',
    'credit rest': 'refunded',
    'auth expiry': 'settled',
    'batch close': 'settled',
  },
  partially_refunded: {
    'capture part': '409 invalid_state',
    'capture rest': '409 invalid_state',
    void: '409 invalid_state',
    'credit part': 'partially_refunded',
    'credit rest': 'refunded',
    'auth expiry': 'partially_refunded',
    'batch close': 'partially_refunded',
  },
  refunded: ended('refunded'),
  voided: ended('voided', 'already_voided'),
  declined: ended('declined'),
  failed: ended('failed'),
  reversed: ended('reversed'),
  expired: ended('expired', 'authorization_expired'),
  returned: ended('returned'),
}

const cells = Object.entries(table).flatMap(([state, row]) =>
  Object.entries(row).map(([event, outcome]) => [state, event, outcome] as const),
) as [TransactionState, Event, Outcome][]

describe('a payment that is', () => {
  test.each(cells)('%s, on %s: %s', async (state, event, outcome) => {
    const at = await setUp()
    const id = await begin[state](at)
    expect((await at.shown(id)).status).toBe(state)
    const before = await at.shown(id)
    const answer = (await events[event](at, id)) as Awaited<ReturnType<typeof voidIt>>
    const { requestId: _fresh, ...now } = await at.shown(id)
    if (!outcome.startsWith('4')) {
      expect(now.status).toBe(outcome)
      return
    }
    expect(`${answer.status} ${answer.json.errors[0].type}`).toBe(outcome)
    const { requestId: _old, ...then } = before
    expect(now).toEqual(then)
  })
})

describe('a refusal of a state', () => {
  test('says what can be done instead: a settled payment is given back by a credit', async () => {
    const at = await setUp()
    const id = await begin.settled(at)
    const { json } = await voidIt(at, id)
    expect(json.errors[0].message.details).toEqual({ state: 'settled', allowed: ['credit'] })
  })

  test('Void of a settled payment 409 with hint credit; of a captured unsettled one 200.', async () => {
    const at = await setUp()
    const settled = await begin.settled(at)
    expect((await voidIt(at, settled)).status).toBe(409)
    const captured = await begin.captured(at)
    expect((await voidIt(at, captured)).status).toBe(200)
  })
})

describe('a payment of which a part has settled', () => {
  test('gives back the rest of its hold when it is voided, and stays settled', async () => {
    const at = await setUp()
    const id = await after(capture(4), closeBatch)(at)
    expect(await at.shown(id)).toMatchObject({ status: 'partially_captured', amountSettled: 4 })
    expect((await voidIt(at, id)).json).toMatchObject({ responseCode: '00', amount: 6 })
    expect(await at.shown(id)).toMatchObject({ status: 'settled', amountCaptured: 4, amountCapturable: 0 })
    expect((await voidIt(at, id)).json.errors[0].type).toBe('already_settled')
  })

  test('lets what has not settled be voided by itself, and only that', async () => {
    const at = await setUp()
    const id = await after(capture(4), closeBatch)(at)
    const settled = (await at.shown(id)).operations[1].transactionId
    const fresh = (await capture(6)(at, id)).json.transactionId
    expect((await voidIt(at, settled)).json.errors[0].type).toBe('already_settled')
    expect((await voidIt(at, id)).json.errors[0].type).toBe('already_settled')
    expect((await voidIt(at, fresh)).json).toMatchObject({ responseCode: '00', amount: 6 })
    expect(await at.shown(id)).toMatchObject({ status: 'partially_captured', amountCaptured: 4, amountCapturable: 6 })
  })
})
