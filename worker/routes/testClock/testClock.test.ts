import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { tokenTime } from '#contract/tokens/tokenTime'
import { bindings } from '../../testing/bindings.ts'
import { cardPayment, tokenPayment, card, createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Merchant } from '../../testing/merchant.ts'

vi.spyOn(console, 'log').mockReturnValue()

const hour = 3_600_000
const day = 24 * hour

// The cron does a limited amount of work for the whole shard, so rows of other tests must not be due.
beforeEach(async () => {
  await bindings.DB_00.batch(
    [
      'UPDATE accounts SET testClockOffset = 0, testClockTarget = NULL, testClockMoment = NULL, testClockHeld = 0',
      'UPDATE transactions SET expires = NULL',
      'UPDATE operations SET due = NULL',
    ].map((text) => bindings.DB_00.prepare(text)),
  )
})

// The cron of other tests also sweeps each account with a test clock.
afterAll(async () => {
  await bindings.DB_00.prepare(
    'UPDATE accounts SET testClockOffset = 0, testClockTarget = NULL, testClockMoment = NULL, testClockHeld = 0',
  ).run()
})

/** A sweep processes the whole shard and may fail on rows of other tests. */
const ignoreErrorsOfOtherAccounts = () => undefined

const createClient = (merchant: Merchant, worker = startWorker()) => {
  const call = worker.as(merchant.secretKey)
  return {
    merchant,
    worker,
    call,
    set: (now: unknown) => call('POST', '/v1/testclock', { body: { now } }),
    advance: (seconds: unknown) => call('POST', '/v1/testclock/advance', { body: { seconds } }),
    now: async () => Date.parse((await call('GET', '/v1/testclock')).json.testClock.now),
    authorize: async (): Promise<string> =>
      (await call('POST', '/v1/transactions/authorize', { body: cardPayment() })).json.transactionId,
    getTransaction: async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json,
    tokenize: async (key = merchant.secretKey) =>
      (await call('POST', '/v1/tokens', { key, body: { creditCard: card() } })).json,
  }
}

const setUp = async () => createClient(await createMerchant())

/** Milliseconds that a test may take while its clock runs. */
const slack = 20_000
const expectAbout = (ms: number, expected: number) => expect(Math.abs(ms - expected)).toBeLessThan(slack)

test('GET /v1/testclock returns the real time until the clock is set, and then runs on from the set time', async () => {
  const { call, set, now } = await setUp()
  expect((await call('GET', '/v1/testclock')).json.testClock.offsetMs).toBe(0)
  expectAbout(await now(), Date.now())
  const { json } = await set('2029-02-03T04:05:06+01:00')
  expect(json).toMatchObject({ complete: true, errors: null })
  expectAbout(Date.parse(json.testClock.now), Date.parse('2029-02-03T03:05:06Z'))
  expect(json.testClock.offsetMs).toBeGreaterThan(2 * 365 * day)
  const before = await now()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await now()).toBeGreaterThan(before)
})

test('advances of the test clock at once add up', async () => {
  const { advance, now } = await setUp()
  await Promise.all([advance(60), advance(3_600), advance(86_400)])
  expectAbout(await now(), Date.now() + day + hour + 60_000)
})

test('the test clock can be set to the past and reset to the real time', async () => {
  const { set, now, call, authorize, getTransaction } = await setUp()
  await set('2024-06-01')
  const id = await authorize()
  expect((await getTransaction(id)).created).toMatch(/^2024-06-01T/)
  const { json } = await call('DELETE', '/v1/testclock')
  expect(json).toMatchObject({ testClock: { offsetMs: 0 }, complete: true })
  expectAbout(await now(), Date.now())
})

test.each([
  ['2023-12-31T23:59:59Z', 'out_of_range'],
  ['2309-06-01', 'out_of_range'],
  ['2026-02-30', 'format_invalid'],
  ['tomorrow', 'format_invalid'],
  [1_800_000_000, 'type_invalid'],
  [undefined, 'required'],
])('POST /v1/testclock with %j returns 400 %s', async (now, type) => {
  const { set } = await setUp()
  const { status, json } = await set(now)
  expect([status, json.errors]).toMatchObject([400, [{ type, message: { field: 'now' } }]])
})

test.each([
  [-1, 'out_of_range'],
  [1.5, 'type_invalid'],
  [2_147_483_648, 'out_of_range'],
])('POST /v1/testclock/advance by %j seconds returns 400 %s', async (seconds, type) => {
  const { advance } = await setUp()
  expect((await advance(seconds)).json.errors).toMatchObject([{ type, message: { field: 'seconds' } }])
})

test('POST /v1/testclock/advance beyond the last time of transaction ids returns 400 out_of_range and keeps the time', async () => {
  const { set, advance, now } = await setUp()
  await set('2308-12-31T00:00:00Z')
  expect((await advance(86_401)).json.errors).toMatchObject([
    { type: 'out_of_range', message: { field: 'seconds', details: { max: '2309-01-01T00:00:00.000Z' } } },
  ])
  expectAbout(await now(), Date.UTC(2308, 11, 31))
})

test('POST /v1/testclock/advance ignores the idempotency key', async () => {
  const { call, now } = await setUp()
  const advance = () =>
    call('POST', '/v1/testclock/advance', { body: { seconds: 3_600 }, headers: { 'idempotency-key': 'once' } })
  expect([(await advance()).status, (await advance()).status]).toEqual([200, 200])
  expectAbout(await now(), Date.now() + 2 * hour)
})

test('changes of the test clock are recorded in the audit log', async () => {
  const { merchant, set, advance } = await setUp()
  await advance(60)
  await set('2309-06-01')
  expect(await merchant.rows('SELECT key, action, detail FROM audit WHERE account = ?', merchant.id)).toEqual([
    {
      key: merchant.secretKeyId,
      action: 'testclock.changed',
      detail: '{"changes":{"offsetMs":{"old":0,"new":60000}}}',
    },
  ])
})

test('tokens expire by the test clock', async () => {
  const { advance, tokenize, call } = await setUp()
  const { token } = await tokenize()
  await advance(15 * 60 + 1)
  const { json } = await call('POST', '/v1/transactions/authorize', { body: tokenPayment(token) })
  expect(json.errors).toMatchObject([{ type: 'token_expired' }])
})

test.each([
  ['authorize', '/v1/transactions/authorize', (token: string) => tokenPayment(token)],
  ['adding a payment method', null, (token: string) => ({ token })],
  ['unreferenced credit', '/v1/transactions/credit', (token: string) => ({ payment: { token }, amount: { value: 5 } })],
])(
  '%s with a token that has expired returns 400 token_expired after the test clock is set back',
  async (_operation, path, body) => {
    const { call, set, advance, tokenize } = await setUp()
    const { token } = await tokenize()
    const customer = (await call('POST', '/v1/customers', { body: {} })).json.customers[0].id
    await advance(16 * 60)
    await set(new Date(Date.now() - 86_400_000).toISOString())
    const { status, json } = await call('POST', path ?? `/v1/customers/${customer}/wallet`, { body: body(token) })
    expect([status, json.errors[0].type]).toEqual([400, 'token_expired'])
  },
)

test('an advance of the test clock returns after the due authorizations have expired', async () => {
  const { advance, authorize, getTransaction } = await setUp()
  const id = await authorize()
  await advance(7 * 86_400 - 60)
  expect((await getTransaction(id)).status).toBe('authorized')
  expect((await advance(120)).json.complete).toBe(true)
  expect(await getTransaction(id)).toMatchObject({ status: 'expired', amountCapturable: 0 })
})

test('a rotated API key expires by the test clock, and a revoked key stays revoked when the clock is set back', async () => {
  const { merchant, call, set, advance } = await setUp()
  const { keyId, key } = await merchant.issue('rk', { scopes: ['keys:admin'] })
  await call('POST', `/v1/apikeys/${keyId}/rotate`, { body: { overlapHours: 1 } })
  const revoked = await merchant.issue('sk')
  await call('DELETE', `/v1/apikeys/${revoked.keyId}`)
  expect((await call('GET', '/v1/apikeys', { key })).status).toBe(200)
  await advance(3_601)
  expect((await call('GET', '/v1/apikeys', { key })).json.errors).toMatchObject([{ type: 'key_expired' }])
  await set('2024-06-01')
  expect((await call('GET', '/v1/account', { key: revoked.key })).json.errors).toMatchObject([{ type: 'key_revoked' }])
})

test('an advance of the test clock with too much work returns complete false and a cursor that continues it', async () => {
  const { merchant, advance, call, now } = await setUp()
  await merchant.run(
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
     INSERT INTO tokens (id, account, mode, key, secretHash, method, sealedPan, network, last4, digits, expiry, fingerprint,
                         created, expires)
     SELECT ? || i, ?, 'test', 'k', 'h', 'creditCard', 'x', 'visa', '4242', 16, '1230', 'f', 0, ? FROM n`,
    // Within the retention of tokens, so that the sweep clears them.
    tokenTime(Date.now()) + crypto.randomUUID(),
    merchant.id,
    Date.now() + 60_000,
  )
  const { json } = await advance(61)
  expect(json).toMatchObject({ complete: false, cursor: expect.stringMatching(/^to6\d{4}$/) })
  const proceed = () => call('POST', '/v1/testclock/advance', { body: { cursor: json.cursor } })
  expect((await proceed()).json).toMatchObject({ complete: true, cursor: null })
  expectAbout(await now(), Date.now() + 61_000)
  // Repeated, it changes nothing.
  expect((await proceed()).json).toMatchObject({ complete: true, cursor: null })
  expectAbout(await now(), Date.now() + 61_000)
  expect(
    await merchant.rows('SELECT count(*) AS n FROM tokens WHERE account = ? AND sealedPan IS NOT NULL', merchant.id),
  ).toEqual([{ n: 0 }])
})

test('POST /v1/testclock/advance without seconds and cursor returns 400 required, with another cursor 400 pattern_mismatch', async () => {
  const { call } = await setUp()
  const errors = async (body: object) => (await call('POST', '/v1/testclock/advance', { body })).json.errors
  expect(await errors({})).toMatchObject([{ type: 'required', message: { field: 'seconds' } }])
  expect(await errors({ cursor: 'tomorrow' })).toMatchObject([
    { type: 'pattern_mismatch', message: { field: 'cursor' } },
  ])
})

test('the cron expires authorizations by the test clock of each account', async () => {
  const [ahead, behind, real] = [await setUp(), await setUp(), await setUp()]
  await ahead.advance(86_400)
  await behind.set(new Date(Date.now() - 30 * day).toISOString())
  const ids = [await ahead.authorize(), await behind.authorize(), await real.authorize()]
  const states = async () => [
    (await ahead.getTransaction(ids[0]!)).status,
    (await behind.getTransaction(ids[1]!)).status,
    (await real.getTransaction(ids[2]!)).status,
  ]
  await startWorker().sweep().catch(ignoreErrorsOfOtherAccounts)
  // By the real clock, the authorization of the account that is behind would have expired weeks ago.
  expect(await states()).toEqual(['authorized', 'authorized', 'authorized'])
  await startWorker({ clock: { now: () => Date.now() + 7 * day + 1_000 } })
    .sweep()
    .catch(ignoreErrorsOfOtherAccounts)
  expect(await states()).toEqual(['expired', 'expired', 'expired'])
})

test('an advance of the test clock changes no other account', async () => {
  const [one, other] = [await setUp(), await setUp()]
  const id = await other.authorize()
  await one.advance(8 * 86_400)
  expect((await other.getTransaction(id)).status).toBe('authorized')
})

test.each([
  ['GET', '/v1/testclock', undefined],
  ['POST', '/v1/testclock', { now: '2029-01-01' }],
  ['POST', '/v1/testclock/advance', { seconds: 1 }],
  ['DELETE', '/v1/testclock', undefined],
])('%s %s in live mode returns 403 mode_mismatch', async (method, path, body) => {
  const { call, merchant } = await setUp()
  const { key } = await merchant.issue('sk', { mode: 'live' })
  const { status, json } = await call(method, path, { key, body })
  expect([status, json.errors]).toMatchObject([403, [{ type: 'mode_mismatch' }]])
})

test('live mode uses the real time while the test clock of the account is ahead', async () => {
  const { advance, merchant, tokenize } = await setUp()
  await advance(30 * 86_400)
  const live = await merchant.issue('sk', { mode: 'live' })
  expectAbout(Date.parse((await tokenize()).expiresAt), Date.now() + 30 * day + hour / 4)
  expectAbout(Date.parse((await tokenize(live.key)).expiresAt), Date.now() + hour / 4)
})
