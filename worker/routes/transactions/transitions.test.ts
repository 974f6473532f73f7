import { expect, test } from 'vitest'
import type { TransactionState } from '#contract/transactions/transactions'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'

/**
 * Every operation in every state of a payment, with the state or the error that results. The expected results are written out here and not
 * read from the transition table of the code, so that a wrong table fails.
 */

const limits = { processorTimeoutMs: 5_000, reversalTimeoutMs: 5_000, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }
const { processor, faultPlan } = inMemoryAcquirer()
const worker = startWorker({ processor, limits })

const setUp = async () => {
  const merchant = await createMerchant()
  const call = worker.as(merchant.secretKey)
  return {
    merchant,
    post: (operation: string, body: object) => call('POST', `/v1/transactions/${operation}`, { body }),
    getTransaction: async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json,
    closeBatch: () => call('POST', '/v1/batches/close', { body: {} }),
    advance: (seconds: number) => call('POST', '/v1/testclock/advance', { body: { seconds } }),
  }
}
type Context = Awaited<ReturnType<typeof setUp>>

const ten = { amount: { value: 10 } }
const authorize = async ({ post }: Context) =>
  (await post('authorize', cardPayment(undefined, ten))).json.transactionId as string
const eightDays = 8 * 86_400

const after =
  (...steps: readonly ((context: Context, id: string) => Promise<unknown>)[]) =>
  async (context: Context): Promise<string> => {
    const id = await authorize(context)
    for (const step of steps) await step(context, id)
    return id
  }

const capture =
  (amount?: number) =>
  ({ post }: Context, id: string) =>
    post('capture', { transactionId: id, ...(amount !== undefined && { amount }) })

const credit =
  (value?: number) =>
  ({ post }: Context, id: string) =>
    post('credit', { referenceTransactionId: Number(id), ...(value !== undefined && { amount: { value } }) })

const voidTransaction = ({ post }: Context, id: string) => post('void', { transactionId: id })
const closeBatch = ({ closeBatch: close }: Context) => close()
const expire = ({ advance }: Context) => advance(eightDays)

/** Brings a payment of 10.00 into each state and returns its id. */
const createInState: Readonly<Record<TransactionState, (context: Context) => Promise<string>>> = {
  pending: async ({ post }) => {
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse' })
    return (await post('authorize', cardPayment(undefined, ten))).json.transactionId
  },
  authorized: after(),
  partially_captured: after(capture(4)),
  captured: after(capture()),
  settled: after(capture(), closeBatch),
  partially_refunded: after(capture(), credit(4)),
  refunded: after(capture(), credit()),
  voided: after(voidTransaction),
  declined: async ({ post }) => {
    faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
    return (await post('authorize', cardPayment(undefined, ten))).json.transactionId
  },
  failed: async ({ post }) => {
    faultPlan.add({ fault: { kind: 'busy' }, on: 'authorize' })
    return (await post('authorize', cardPayment(undefined, ten))).json.transactionId
  },
  reversed: async ({ post }) => {
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    return (await post('authorize', cardPayment(undefined, ten))).json.transactionId
  },
  expired: after(expire),
  returned: after(capture(), closeBatch, async ({ merchant }, id) => {
    // The settlement job writes this state when a bank returns the payment. Its own tests prove that.
    await merchant.run("UPDATE transactions SET status = 'returned' WHERE id = ?", Number(id))
  }),
}

const operations = {
  'partial capture': capture(1),
  'capture of the rest': capture(),
  void: voidTransaction,
  'partial credit': credit(1),
  'credit of the rest': credit(),
  'authorization expiry': expire,
  'batch close': closeBatch,
} as const
type Operation = keyof typeof operations
type ScheduledOperation = 'authorization expiry' | 'batch close'

/** The resulting state, or the status and the error type of the response. */
type Result = TransactionState | `${400 | 409} ${string}`

/** The results in a state that permits no modification. */
const rejected = (error: string): Readonly<Record<Exclude<Operation, ScheduledOperation>, Result>> => ({
  'partial capture': `409 ${error}`,
  'capture of the rest': `409 ${error}`,
  void: `409 ${error}`,
  'partial credit': `409 ${error}`,
  'credit of the rest': `409 ${error}`,
})

/** The results in a final state. */
const ended = (state: TransactionState, error = 'invalid_state'): Readonly<Record<Operation, Result>> => ({
  ...rejected(error),
  'authorization expiry': state,
  'batch close': state,
})

const table: Readonly<Record<TransactionState, Readonly<Record<Operation, Result>>>> = {
  pending: { ...rejected('operation_in_progress'), 'authorization expiry': 'reversed', 'batch close': 'pending' },
  authorized: {
    'partial capture': 'partially_captured',
    'capture of the rest': 'captured',
    void: 'voided',
    'partial credit': '409 invalid_state',
    'credit of the rest': '409 invalid_state',
    'authorization expiry': 'expired',
    'batch close': 'authorized',
  },
  partially_captured: {
    'partial capture': 'partially_captured',
    'capture of the rest': 'captured',
    void: 'voided',
    'partial credit': 'partially_refunded',
    'credit of the rest': 'refunded',
    // The batches of the skipped days have closed, so the captured part has settled.
    'authorization expiry': 'settled',
    'batch close': 'partially_captured',
  },
  captured: {
    'partial capture': '400 amount_exceeds_authorized',
    'capture of the rest': '409 already_captured',
    void: 'voided',
    'partial credit': 'partially_refunded',
    'credit of the rest': 'refunded',
    'authorization expiry': 'settled',
    'batch close': 'settled',
  },
  settled: {
    'partial capture': '409 invalid_state',
    'capture of the rest': '409 already_captured',
    void: '409 already_settled',
    'partial credit': 'partially_refunded',
    'credit of the rest': 'refunded',
    'authorization expiry': 'settled',
    'batch close': 'settled',
  },
  partially_refunded: {
    'partial capture': '409 invalid_state',
    'capture of the rest': '409 invalid_state',
    void: '409 invalid_state',
    'partial credit': 'partially_refunded',
    'credit of the rest': 'refunded',
    'authorization expiry': 'partially_refunded',
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

const cases = Object.entries(table).flatMap(([state, row]) =>
  Object.entries(row).map(([operation, result]) => {
    const change = result === state ? 'keeps' : 'results in'
    return [
      operation,
      state,
      result.startsWith('4') ? `returns ${result}` : `${change} state ${result}`,
      result,
    ] as const
  }),
) as [Operation, TransactionState, string, Result][]

test.each(cases)('%s of a payment in state %s %s', async (operation, state, _effect, result) => {
  const context = await setUp()
  const id = await createInState[state](context)
  expect((await context.getTransaction(id)).status).toBe(state)
  const { requestId: _before, ...before } = await context.getTransaction(id)
  const response = (await operations[operation](context, id)) as Awaited<ReturnType<typeof voidTransaction>>
  const { requestId: _after, ...after } = await context.getTransaction(id)
  if (!result.startsWith('4')) {
    expect(after.status).toBe(result)
    return
  }
  expect(`${response.status} ${response.json.errors[0].type}`).toBe(result)
  expect(after).toEqual(before)
})
