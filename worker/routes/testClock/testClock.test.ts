import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { byCard, byToken, card, createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Merchant } from '../../testing/merchant.ts'

/** The clock of an account's test mode: what it shows, what it drives, and whom it does not touch. */

vi.spyOn(console, 'log').mockReturnValue()

const hour = 3_600_000
const day = 24 * hour

// The cron does a bounded number of things for the whole shard: what other tests left shall not stand in the queue.
beforeEach(async () => {
  await bindings.DB_00.batch(
    [
      'UPDATE accounts SET testClockOffset = 0',
      'UPDATE transactions SET expires = NULL',
      'UPDATE operations SET due = NULL',
    ].map((text) => bindings.DB_00.prepare(text)),
  )
})

// Each account with a clock of its own is one more that the cron of other tests would drive.
afterAll(async () => {
  await bindings.DB_00.prepare('UPDATE accounts SET testClockOffset = 0').run()
})

/** A sweep has the whole shard, and other tests leave behind what makes it fail. */
const othersFail = () => undefined

const acting = (merchant: Merchant, worker = startWorker()) => {
  const call = worker.as(merchant.secretKey)
  return {
    merchant,
    worker,
    call,
    set: (now: unknown) => call('POST', '/v1/testclock', { body: { now } }),
    advance: (seconds: unknown) => call('POST', '/v1/testclock/advance', { body: { seconds } }),
    now: async () => Date.parse((await call('GET', '/v1/testclock')).json.testClock.now),
    authorize: async (): Promise<string> =>
      (await call('POST', '/v1/transactions/authorize', { body: byCard() })).json.transactionId,
    shown: async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json,
    tokenize: async (key = merchant.secretKey) =>
      (await call('POST', '/v1/tokens', { key, body: { creditCard: card() } })).json,
  }
}

const setUp = async () => acting(await createMerchant())

/** As long as a test may take: clocks run. */
const slack = 20_000
const expectAbout = (ms: number, wanted: number) => expect(Math.abs(ms - wanted)).toBeLessThan(slack)

describe('the test clock', () => {
  test('shows the real time until it is set, then runs on from where it was put', async () => {
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

  test('goes forward, by the sum of what is asked for at once', async () => {
    const { advance, now } = await setUp()
    await Promise.all([advance(60), advance(3_600), advance(86_400)])
    expectAbout(await now(), Date.now() + day + hour + 60_000)
  })

  test('goes back, and back to the real time', async () => {
    const { set, now, call, authorize, shown } = await setUp()
    await set('2024-06-01')
    const id = await authorize()
    expect((await shown(id)).created).toMatch(/^2024-06-01T/)
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
  ])('cannot be set to %j: %s', async (now, type) => {
    const { set } = await setUp()
    const { status, json } = await set(now)
    expect([status, json.errors]).toMatchObject([400, [{ type, message: { field: 'now' } }]])
  })

  test.each([
    [-1, 'out_of_range'],
    [1.5, 'type_invalid'],
    [2_147_483_648, 'out_of_range'],
  ])('cannot be advanced by %j: %s', async (seconds, type) => {
    const { advance } = await setUp()
    expect((await advance(seconds)).json.errors).toMatchObject([{ type, message: { field: 'seconds' } }])
  })

  test('cannot be advanced beyond the last time that ids have room for, and stays where it is', async () => {
    const { set, advance, now } = await setUp()
    await set('2308-12-31T00:00:00Z')
    expect((await advance(86_401)).json.errors).toMatchObject([
      { type: 'out_of_range', message: { field: 'seconds', details: { max: '2309-01-01T00:00:00.000Z' } } },
    ])
    expectAbout(await now(), Date.UTC(2308, 11, 31))
  })

  test('heeds no Idempotency-Key: it would be over by the very change', async () => {
    const { call, now } = await setUp()
    const advance = () =>
      call('POST', '/v1/testclock/advance', { body: { seconds: 3_600 }, headers: { 'idempotency-key': 'once' } })
    expect([(await advance()).status, (await advance()).status]).toEqual([200, 200])
    expectAbout(await now(), Date.now() + 2 * hour)
  })

  test('each change of it is in the audit table', async () => {
    const { merchant, set, advance } = await setUp()
    await advance(60)
    await set('2309-06-01')
    expect(await merchant.rows('SELECT key, action, detail FROM audit WHERE account = ?', merchant.id)).toEqual([
      { key: merchant.secretKeyId, action: 'testclock.changed', detail: '{"byMs":60000}' },
    ])
  })
})

describe('what the test clock drives', () => {
  test('tokens expire by it', async () => {
    const { advance, tokenize, call } = await setUp()
    const { token } = await tokenize()
    await advance(15 * 60 + 1)
    const { json } = await call('POST', '/v1/transactions/authorize', { body: byToken(token) })
    expect(json.errors).toMatchObject([{ type: 'token_expired' }])
  })

  test.each([
    ['a payment', '/v1/transactions/authorize', (token: string) => byToken(token)],
    ['a payment method', null, (token: string) => ({ token })],
    ['a payout', '/v1/transactions/credit', (token: string) => ({ payment: { token }, amount: { value: 5 } })],
  ])(
    'a token that has expired does so for good, and %s of it is refused where the clock goes back',
    async (_what, path, body) => {
      const { call, set, advance, tokenize } = await setUp()
      const { token } = await tokenize()
      const customer = (await call('POST', '/v1/customers', { body: {} })).json.customers[0].id
      await advance(16 * 60)
      await set(new Date(Date.now() - 86_400_000).toISOString())
      const { status, json } = await call('POST', path ?? `/v1/customers/${customer}/wallet`, { body: body(token) })
      expect([status, json.errors[0].type]).toEqual([400, 'token_expired'])
    },
  )

  test('authorizations expire by it, and the answer comes when they have', async () => {
    const { advance, authorize, shown } = await setUp()
    const id = await authorize()
    await advance(7 * 86_400 - 60)
    expect((await shown(id)).status).toBe('authorized')
    expect((await advance(120)).json.complete).toBe(true)
    expect(await shown(id)).toMatchObject({ status: 'expired', amountCapturable: 0 })
  })

  test('a key in its overlap ends by it, and a revoked one never works again', async () => {
    const { merchant, call, set, advance } = await setUp()
    const { keyId, key } = await merchant.issue('rk', { scopes: ['keys:admin'] })
    await call('POST', `/v1/apikeys/${keyId}/rotate`, { body: { overlapHours: 1 } })
    const revoked = await merchant.issue('sk')
    await call('DELETE', `/v1/apikeys/${revoked.keyId}`)
    expect((await call('GET', '/v1/apikeys', { key })).status).toBe(200)
    await advance(3_601)
    expect((await call('GET', '/v1/apikeys', { key })).json.errors).toMatchObject([{ type: 'key_expired' }])
    await set('2024-06-01')
    expect((await call('GET', '/v1/account', { key: revoked.key })).json.errors).toMatchObject([
      { type: 'key_revoked' },
    ])
  })

  test('more than one request can do is done by the next, and the answer says so', async () => {
    const { merchant, advance } = await setUp()
    await merchant.run(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
       INSERT INTO tokens (id, account, mode, key, secretHash, method, sealedPan, network, last4, digits, expiry, fingerprint,
                           created, expires)
       SELECT ? || i, ?, 'test', 'k', 'h', 'creditCard', 'x', 'visa', '4242', 16, '1230', 'f', 0, ? FROM n`,
      crypto.randomUUID(),
      merchant.id,
      Date.now() + 60_000,
    )
    expect((await advance(61)).json.complete).toBe(false)
    expect((await advance(0)).json.complete).toBe(true)
    expect(
      await merchant.rows('SELECT count(*) AS n FROM tokens WHERE account = ? AND sealedPan IS NOT NULL', merchant.id),
    ).toEqual([{ n: 0 }])
  })

  test('the cron drives it, too, for each account by its own', async () => {
    const [ahead, behind, real] = [await setUp(), await setUp(), await setUp()]
    await ahead.advance(86_400)
    await behind.set(new Date(Date.now() - 30 * day).toISOString())
    const ids = [await ahead.authorize(), await behind.authorize(), await real.authorize()]
    const states = async () => [
      (await ahead.shown(ids[0]!)).status,
      (await behind.shown(ids[1]!)).status,
      (await real.shown(ids[2]!)).status,
    ]
    await startWorker().sweep().catch(othersFail)
    // By the real clock, the one that is behind would have expired weeks ago.
    expect(await states()).toEqual(['authorized', 'authorized', 'authorized'])
    await startWorker({ clock: { now: () => Date.now() + 7 * day + 1_000 } })
      .sweep()
      .catch(othersFail)
    expect(await states()).toEqual(['expired', 'expired', 'expired'])
  })

  test('the cron has ten accounts a minute, those first that have waited longest', async () => {
    const merchants = await Promise.all(Array.from({ length: 12 }, () => setUp()))
    await Promise.all(merchants.map(({ set }) => set('2027-01-01')))
    const waiting = async () =>
      (
        await merchants[0]!.merchant.rows(
          'SELECT count(*) AS n FROM accounts WHERE testClockOffset <> 0 AND testClockSwept = 0',
        )
      )[0]?.['n']
    const left: number[] = []
    for (let minute = 0; minute < 2; minute++) {
      await startWorker().sweep().catch(othersFail)
      left.push(await waiting())
    }
    expect(left).toEqual([2, 0])
  })

  test('a sweep of one account leaves all others as they are', async () => {
    const [one, other] = [await setUp(), await setUp()]
    const id = await other.authorize()
    await one.advance(8 * 86_400)
    expect((await other.shown(id)).status).toBe('authorized')
  })
})

describe('live mode', () => {
  test.each([
    ['GET', '/v1/testclock', undefined],
    ['POST', '/v1/testclock', { now: '2029-01-01' }],
    ['POST', '/v1/testclock/advance', { seconds: 1 }],
    ['DELETE', '/v1/testclock', undefined],
  ])('has none: %s %s is refused', async (method, path, body) => {
    const { call, merchant } = await setUp()
    const { key } = await merchant.issue('sk', { mode: 'live' })
    const { status, json } = await call(method, path, { key, body })
    expect([status, json.errors]).toMatchObject([403, [{ type: 'mode_mismatch' }]])
  })

  test('keeps the real time, whatever the test mode of the account has', async () => {
    const { advance, merchant, tokenize } = await setUp()
    await advance(30 * 86_400)
    const live = await merchant.issue('sk', { mode: 'live' })
    expectAbout(Date.parse((await tokenize()).expiresAt), Date.now() + 30 * day + hour / 4)
    expectAbout(Date.parse((await tokenize(live.key)).expiresAt), Date.now() + hour / 4)
  })
})
