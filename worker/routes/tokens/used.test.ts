import { afterAll, expect, test, vi } from 'vitest'
import { tokenTime } from '#contract/tokens/tokenTime'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { bindings } from '../../testing/bindings.ts'
import { connectionLost, interceptD1 } from '../../testing/database/interceptD1.ts'
import { listErrors } from '../../testing/fixtures/walletFixture.ts'
import { card, createMerchant, startWorker, testClock, tokenPayment } from '../../testing/merchant.ts'
import type { ApiResponse, Call, Merchant } from '../../testing/merchant.ts'

// A sweep logs its results.
vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const hour = 3_600_000

const rowsOf = (merchant: Merchant, token: string) =>
  merchant.rows('SELECT * FROM tokens WHERE id = ?', token.slice(0, 22))

const tokenize = async (call: Call): Promise<string> =>
  (await call('POST', '/v1/tokens', { body: { creditCard: card() } })).json.token
const pay = (call: Call, token: string) => call('POST', '/v1/transactions/authorize', { body: tokenPayment(token) })

const newCustomer = async (call: Call): Promise<string> =>
  (await call('POST', '/v1/customers', { body: {} })).json.customers[0].id

const save = async (call: Call, token: string, customer?: string) =>
  call('POST', `/v1/customers/${customer ?? (await newCustomer(call))}/wallet`, { body: { token } })

const errorOf = (response: ApiResponse) => [response.status, ...listErrors(response).map(([type]) => type)]

/** The errors of a payment and a wallet entry by a token. */
const errorsOf = async (call: Call, token: string) => [
  errorOf(await pay(call, token)),
  errorOf(await save(call, token)),
]
const twice = (type: string) => [
  [400, type],
  [400, type],
]

const setUp = async () => {
  const merchant = await createMerchant()
  const clock = testClock()
  const { processor, ledger } = inMemoryAcquirer({ now: clock.now })
  const worker = startWorker({ clock, processor })
  return { merchant, clock, processor, ledger, worker, call: worker.as(merchant.secretKey) }
}

const refund = async (call: Call, token: string) => {
  const { json } = await pay(call, await tokenize(call))
  await call('POST', '/v1/transactions/capture', { body: { transactionId: json.transactionId } })
  return call('POST', '/v1/transactions/credit', {
    body: { referenceTransactionId: Number(json.transactionId), payment: { token }, amount: { value: 1 } },
  })
}

test.each([
  ['a payment', pay],
  ['a wallet entry', (call: Call, token: string) => save(call, token)],
  ['a refund', refund],
])(
  '%s deletes the row of its token, which returns token_used for 24 hours and then token_not_found',
  async (_use, use) => {
    const { merchant, clock, worker, call } = await setUp()
    const token = await tokenize(call)
    expect(await rowsOf(merchant, token)).toHaveLength(1)
    expect((await use(call, token)).status).toBe(200)
    expect(await merchant.rows('SELECT id FROM tokens WHERE account = ?', merchant.id)).toEqual([])
    expect(await errorsOf(call, token)).toEqual(twice('token_used'))
    clock.advance(23 * hour)
    await worker.sweep()
    expect(await errorsOf(call, token)).toEqual(twice('token_used'))
    clock.advance(hour + 1000)
    expect(await errorsOf(call, token)).toEqual(twice('token_not_found'))
  },
)

test.each([-40, 40])(
  'a used token returns token_used for 24 hours of real time when the test clock is changed by %i days',
  async (days) => {
    const { clock, call } = await setUp()
    const at = new Date(clock.now() + days * 24 * hour).toISOString()
    expect((await call('POST', '/v1/testclock', { body: { now: at } })).status).toBe(200)
    const token = await tokenize(call)
    expect((await pay(call, token)).json.responseCode).toBe('00')
    expect(await errorsOf(call, token)).toEqual(twice('token_used'))
    clock.advance(23 * hour)
    expect(await errorsOf(call, token)).toEqual(twice('token_used'))
    clock.advance(hour + 1000)
    expect(await errorsOf(call, token)).toEqual(twice('token_not_found'))
  },
)

test('a token with a wrong secret, another account or the other mode returns token_not_found while it is unused, then token_used', async () => {
  const { merchant, worker, call } = await setUp()
  const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
  const otherAccount = worker.as((await createMerchant()).secretKey)
  const token = await tokenize(call)
  const wrongSecret = token.slice(0, 22) + token.slice(22).split('').toReversed().join('')
  const attempts = async () => [
    ...(await errorsOf(call, wrongSecret)),
    ...(await errorsOf(live, token)),
    ...(await errorsOf(otherAccount, token)),
  ]
  expect(await attempts()).toEqual([
    ...twice('token_not_found'),
    ...twice('token_not_found'),
    ...twice('token_not_found'),
  ])
  expect((await pay(call, token)).status).toBe(200)
  // The row of a used token is gone, and with it who owned it.
  expect(await attempts()).toEqual([...twice('token_used'), ...twice('token_used'), ...twice('token_used')])
})

test('an expired token with a wrong secret or of another account returns token_not_found, cleared or not', async () => {
  const { clock, worker, call } = await setUp()
  const otherAccount = worker.as((await createMerchant()).secretKey)
  const token = await tokenize(call)
  const wrongSecret = token.slice(0, 22) + token.slice(22).split('').toReversed().join('')
  clock.advance(hour)
  for (const sweep of [() => undefined, () => worker.sweep()]) {
    await sweep()
    expect(await errorsOf(call, token)).toEqual(twice('token_expired'))
    expect(await errorsOf(call, wrongSecret)).toEqual(twice('token_not_found'))
    expect(await errorsOf(otherAccount, token)).toEqual(twice('token_not_found'))
  }
})

test.each([
  ['now', 0, 'token_used'],
  ['23 hours ago', -23 * hour, 'token_used'],
  ['25 hours ago', -25 * hour, 'token_not_found'],
  ['in one hour', hour, 'token_not_found'],
])('a token that was never issued, with an id of %s, returns %s', async (_when, byMs, type) => {
  const { clock, call } = await setUp()
  const token = tokenTime(clock.now() + byMs) + 'a'.repeat(38)
  expect(await errorsOf(call, token)).toEqual(twice(type))
})

/** How the response of the batch that spends the token is lost. */
const losses = ['is committed', 'is committed late, just before its repetition', 'is not committed'] as const

/** A database that loses the response of the first batch that spends a token. */
const losingDatabase = (loss: (typeof losses)[number]) => {
  let spending = 0
  let commitLate: (() => Promise<unknown>) | null = null
  const d1 = interceptD1(bindings.DB_00, {
    around: async ({ sql }, run) => {
      if (!sql.some((text) => text.startsWith('DELETE FROM tokens'))) return run()
      spending++
      if (spending > 1) {
        await commitLate?.()
        return run()
      }
      if (loss === 'is committed') await run()
      if (loss === 'is committed late, just before its repetition') commitLate = run
      throw connectionLost()
    },
  })
  return { d1, spending: () => spending }
}

test.each(losses)('a payment by token whose batch loses its response and %s is made once', async (loss) => {
  const { merchant, clock, processor, ledger, call } = await setUp()
  const token = await tokenize(call)
  const { d1, spending } = losingDatabase(loss)
  const { json } = await pay(startWorker({ clock, processor }, { DB_00: d1 }).as(merchant.secretKey), token)
  expect(json.responseCode).toBe('00')
  expect(spending()).toBe(loss === 'is committed' ? 1 : 2)
  expect(ledger.entries()).toHaveLength(1)
  const payments = await merchant.rows('SELECT id, status FROM transactions WHERE account = ?', merchant.id)
  expect(payments).toEqual([{ id: Number(json.transactionId), status: 'authorized' }])
  expect(await rowsOf(merchant, token)).toEqual([])
  expect(errorOf(await pay(call, token))).toEqual([400, 'token_used'])
})

test.each(losses)('a wallet entry by token whose batch loses its response and %s is counted once', async (loss) => {
  const { merchant, clock, processor, call } = await setUp()
  const [token, customer] = [await tokenize(call), await newCustomer(call)]
  const { d1, spending } = losingDatabase(loss)
  const losing = startWorker({ clock, processor }, { DB_00: d1 }).as(merchant.secretKey)
  const { json } = await save(losing, token, customer)
  expect(spending()).toBe(loss === 'is committed' ? 1 : 2)
  const entries = await merchant.rows('SELECT id, isDefault FROM walletEntries WHERE customer = ?', customer)
  expect(entries).toEqual([{ id: json.wallet[0].id, isDefault: 1 }])
  expect(await merchant.rows('SELECT stored FROM customers WHERE id = ?', customer)).toEqual([{ stored: 1 }])
  const events = 'SELECT type FROM events WHERE account = ? AND resource = ?'
  expect(await merchant.rows(events, merchant.id, json.wallet[0].id)).toEqual([{ type: 'wallet.created' }])
  expect(await rowsOf(merchant, token)).toEqual([])
  expect(errorOf(await save(call, token, customer))).toEqual([400, 'token_used'])
})

test.each(losses)('a refund by token whose batch loses its response and %s is made once', async (loss) => {
  const { merchant, clock, processor, ledger, call } = await setUp()
  const paid = (await pay(call, await tokenize(call))).json.transactionId
  await call('POST', '/v1/transactions/capture', { body: { transactionId: paid } })
  const token = await tokenize(call)
  const { d1, spending } = losingDatabase(loss)
  const losing = startWorker({ clock, processor }, { DB_00: d1 }).as(merchant.secretKey)
  const { json } = await losing('POST', '/v1/transactions/credit', {
    body: { referenceTransactionId: Number(paid), payment: { token }, amount: { value: 1 } },
  })
  expect(json.responseCode).toBe('00')
  expect(spending()).toBe(loss === 'is committed' ? 1 : 2)
  expect(ledger.entries().filter(({ type }) => type === 'credit')).toHaveLength(1)
  expect(await rowsOf(merchant, token)).toEqual([])
})

test('of payments, wallet entries and refunds at once with one token, one succeeds and deletes its row', async () => {
  const { merchant, call } = await setUp()
  const [token, customer] = [await tokenize(call), await newCustomer(call)]
  const paid = (await pay(call, await tokenize(call))).json.transactionId
  await call('POST', '/v1/transactions/capture', { body: { transactionId: paid } })
  const credit = () =>
    call('POST', '/v1/transactions/credit', {
      body: { referenceTransactionId: Number(paid), payment: { token }, amount: { value: 1 } },
    })
  const responses = await Promise.all(
    [0, 1, 2].flatMap(() => [pay(call, token), save(call, token, customer), credit()]),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await rowsOf(merchant, token)).toEqual([])
})
