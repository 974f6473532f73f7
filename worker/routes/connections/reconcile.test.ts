import { describe, expect, test } from 'vitest'
import { builtInConnection } from '#contract/connections/builtInConnection'
import { capabilitySets } from '../../processors/conformance/capabilitySets.ts'
import { listErrors } from '../../testing/fixtures/walletFixture.ts'
import { createMerchant } from '../../testing/merchant.ts'
import { card } from '../../testing/requestDefaults.ts'
import { differencesOf, reconciliationFixture } from '../../testing/fixtures/reconciliationFixture.ts'

const clean = { differences: [], repairs: [] }
const minute = 60_000
const time = (ms: number): string => new Date(ms).toISOString()
const usd = (minor: bigint) => ({ minor, currency: 840, exponent: 2 })

describe('a comparison', () => {
  test('reconciliation of a processor that agrees returns no differences and repairs nothing', async () => {
    const { authorize, sale, capture, refund, void: cancel, reconcile } = await reconciliationFixture()
    const captured = await authorize()
    await capture(captured, 4)
    await refund(captured, 1)
    await cancel(await authorize())
    await sale()
    await authorize(10, { payment: { creditCard: card('4000000000000002') } })
    const { differences, repairs, compared } = await reconcile()
    expect({ differences, repairs }).toEqual(clean)
    // Seven operations of the processor, and those of the gateway that stand.
    expect(compared).toBe(7 + 5)
    expect(await reconcile({ repair: true })).toMatchObject(clean)
  })

  test('a comparison without repair changes no row', async () => {
    const { authorize, lose, reconcile, merchant } = await reconciliationFixture()
    await lose(await authorize(), { whole: true })
    const rows = () => merchant.rows('SELECT * FROM operations WHERE account = ?', merchant.id)
    const before = await rows()
    expect((await reconcile()).differences).toHaveLength(1)
    expect(await rows()).toEqual(before)
  })

  test('each difference shows both sides', async () => {
    const { authorize, book, reconcile } = await reconciliationFixture()
    const id = await authorize()
    await book.change(id, { approved: 900n })
    const [difference] = (await reconcile()).differences
    expect(difference).toEqual({
      kind: 'amount',
      repair: 'none',
      transactionId: id,
      originalTransactionId: id,
      type: 'authorize',
      currency: 840,
      gateway: { status: 'approved', amount: 10, created: expect.any(String) },
      processor: { reference: 'sim_1', status: 'approved', amount: 9, created: expect.any(String) },
    })
  })

  test.each(['voided', 'reversed'] as const)('a payment that is approved here and %s there differs', async (state) => {
    const { authorize, book, reconcile } = await reconciliationFixture()
    const id = await authorize()
    await book.change(id, { state })
    expect(differencesOf(await reconcile({ repair: true }))).toEqual([['state', 'authorize', 'none', id]])
  })

  test('a payment that is settled there and captured here agrees', async () => {
    const { sale, authorize, capture, book, reconcile } = await reconciliationFixture()
    await book.change(await sale(), { state: 'settled' })
    const id = await authorize()
    await book.change(await capture(id), { state: 'settled' })
    expect(await reconcile({ repair: true })).toMatchObject(clean)
  })

  test('an operation that was not made through the gateway is foreign and never touched', async () => {
    const { book, clock, reconcile, merchant } = await reconciliationFixture()
    await book.add({ type: 'authorize', money: usd(500n), at: clock.now() })
    await book.add({ type: 'credit', money: usd(300n), at: clock.now() })
    const found = differencesOf(await reconcile({ repair: true }))
    expect(found).toEqual([
      ['foreign', 'authorize', 'none', null],
      ['foreign', 'credit', 'none', null],
    ])
    const rows = await merchant.rows('SELECT id FROM operations WHERE account = ?', merchant.id)
    expect(rows).toEqual([])
  })

  test("another system's number is no id of the gateway", async () => {
    const { book, clock, reconcile } = await reconciliationFixture()
    // Ids contain the time: this one is a day in 2024.
    const request = {
      type: 'authorize',
      op: '12345678901234',
      original: null,
      money: usd(700n),
      captureNow: false,
      final: false,
      code: '00',
      approved: 700n,
      avs: null,
      cvv: null,
      networkTransactionId: null,
      mark: null,
    } as const
    const rules = {
      ...capabilitySets.isoLike,
      now: clock.now(),
      outcomeAfterMs: 0,
      settlesAfterMs: null,
      keepsReferenceOf: 'all',
    } as const
    await book.perform(request, rules)
    expect(differencesOf(await reconcile({ repair: true }))).toEqual([['foreign', 'authorize', 'none', null]])
    expect((await reconcile()).differences[0]?.processor?.status).toBe('approved')
  })

  test('an operation that the processor has lost is missing there, and stays here', async () => {
    const { authorize, capture, book, clock, reconcile, read } = await reconciliationFixture()
    const id = await authorize()
    const captured = await capture(id, 4)
    await book.forget(captured)
    clock.advance(minute)
    expect(differencesOf(await reconcile({ repair: true }))).toEqual([['missing_there', 'capture', 'none', captured]])
    expect(await read(id)).toMatchObject({ status: 'partially_captured' })
  })

  test('the void of the rest of a settled payment is no operation of the processor, and agrees', async () => {
    const { authorize, capture, void: cancel, call, clock, read, reconcile } = await reconciliationFixture()
    const id = await authorize()
    await capture(id, 4)
    await call('POST', '/v1/batches/close')
    await cancel(id)
    expect(await read(id)).toMatchObject({ status: 'settled', amountCapturable: 0 })
    clock.advance(minute)
    expect(await reconcile({ repair: true })).toMatchObject(clean)
  })

  test('the first id of the first millisecond of a span is compared', async () => {
    const { authorize, book, clock, merchant, connection, send } = await reconciliationFixture()
    const id = await authorize()
    await book.forget(id)
    // Ids count thousandths of milliseconds since 2024.
    const first = Math.floor(Number(id) / 1000) * 1000
    const ref = JSON.stringify({ connection, account: merchant.id, op: String(first), root: String(first), created: 1 })
    const { database } = merchant
    await database.batch([
      database.prepare('PRAGMA defer_foreign_keys = on'),
      database
        .prepare('UPDATE operations SET id = ?1, transactionId = ?1, storedRef = ?2 WHERE id = ?3')
        .bind(first, ref, Number(id)),
      database.prepare('UPDATE transactions SET id = ? WHERE id = ?').bind(first, Number(id)),
    ])
    clock.advance(minute)
    const from = Date.UTC(2024, 0, 1) + first / 1000
    let cursor: string | null = null
    const found: unknown[] = []
    do {
      const body: object = { from: time(from), to: time(clock.now()), ...(cursor !== null && { cursor }) }
      const page: { differences: unknown[]; cursor: string | null } = (await send(body)).json.reconciliation
      found.push(...page.differences)
      cursor = page.cursor
    } while (cursor !== null)
    expect(found).toMatchObject([{ kind: 'missing_there', transactionId: String(first) }])
  })

  test('an operation that the processor may not show yet is too recent to be missing', async () => {
    const { authorize, book, clock, reconcile } = await reconciliationFixture()
    await book.forget(await authorize())
    expect((await reconcile()).differences).toEqual([])
    clock.advance(minute)
    expect((await reconcile()).differences).toHaveLength(1)
  })

  test.each(['never', 'byOurReference', 'byTheirs'] as const)(
    'an operation that the processor has hours later is found (look-ups: %s)',
    async (finds) => {
      const { authorize, clock, merchant, reconcile } = await reconciliationFixture({ finds })
      const id = await authorize()
      // The gateway made it three hours before, and sent it again.
      const earlier = clock.now() - 3 * 60 * minute
      await merchant.run(`UPDATE operations SET created = ? WHERE id = ?`, earlier, Number(id))
      clock.advance(minute)
      expect(await reconcile({ since: 4 * 60 * minute })).toMatchObject(clean)
    },
  )

  test('operations at the edges of the span are no differences', async () => {
    const { sale, capture, authorize, clock, reconcile } = await reconciliationFixture()
    const id = await authorize()
    clock.advance(30 * minute)
    await capture(id)
    await sale()
    clock.advance(10 * minute)
    for (const [since, until] of [
      [41, 35],
      [40, 5],
      [12, 0],
      [10, 9],
    ] as const)
      expect(await reconcile({ since: since * minute, until: until * minute, repair: true })).toMatchObject(clean)
  })

  test('the span ends where the processor may not show operations yet', async () => {
    const { clock, send } = await reconciliationFixture({ visibleAfterMs: 10 * minute, finds: 'byOurReference' })
    const now = clock.now()
    const { json } = await send({ from: time(now - 60 * minute), to: time(now + 60 * minute) })
    const until = Date.parse(json.reconciliation.to)
    expect(until).toBeGreaterThanOrEqual(now - 10 * minute)
    expect(until).toBeLessThan(now - 9 * minute)
    const { json: earlier } = await send({ from: time(now - 60 * minute), to: time(now - 30 * minute) })
    expect(Date.parse(earlier.reconciliation.to)).toBe(now - 30 * minute)
  })

  test('a span without a moment is compared at once', async () => {
    const { sale, send, clock } = await reconciliationFixture()
    await sale()
    const at = new Date(clock.now()).toISOString()
    const { json } = await send({ from: at, to: at })
    expect(json.reconciliation).toMatchObject({ ...clean, compared: 0, cursor: null })
  })

  test('a payment whose request is running is not compared', async () => {
    const { authorize, book, merchant, clock, reconcile } = await reconciliationFixture()
    const id = await authorize()
    await book.change(id, { state: 'voided' })
    await merchant.run(
      `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, due, storedRequestId, created, updated)
       VALUES (?, ?, ?, 'test', 'void', 'pending', 1000, ?, 'r', ?, ?)`,
      Number(id) + 5_000,
      Number(id),
      merchant.id,
      clock.now() + minute,
      clock.now(),
      clock.now(),
    )
    expect((await reconcile()).differences).toEqual([])
    clock.advance(minute)
    expect((await reconcile()).differences).toHaveLength(1)
  })

  test('a report of several pages is compared whole, with few round trips for each page', async () => {
    const { authorize, book, clock, reconcile, lose } = await reconciliationFixture()
    const ids: string[] = []
    for (let count = 0; count < 130; count++) ids.push(await authorize())
    await lose(ids[120]!, { whole: true })
    await book.forget(ids[125]!)
    clock.advance(minute)
    const found = await reconcile()
    expect(differencesOf(found)).toEqual([
      ['missing_here', 'authorize', 'reverse', ids[120]],
      ['missing_there', 'authorize', 'none', ids[125]],
    ])
    expect(found.trips).toBeLessThanOrEqual(4)
    const repaired = await reconcile({ repair: true })
    expect(repaired.repairs).toHaveLength(1)
    expect(repaired.differences).toHaveLength(1)
    expect(repaired.trips).toBeLessThanOrEqual(6)
  })
})

describe('a request', () => {
  const span = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }

  test('reconciliation of the built-in simulator, which has no report, returns 409 not_supported_by_processor', async () => {
    const { call } = await reconciliationFixture()
    const response = await call('POST', `/v1/connections/${builtInConnection}/reconcile`, { body: span })
    expect([response.status, listErrors(response)]).toEqual([409, [['not_supported_by_processor', null]]])
  })

  test('reconciliation of an unknown connection and of another account returns 404', async () => {
    const { call, worker, path } = await reconciliationFixture()
    const foreign = worker.as((await createMerchant()).secretKey)
    for (const response of [
      await call('POST', '/v1/connections/00000000-0000-7000-8000-000000000001/reconcile', { body: span }),
      await foreign('POST', path, { body: span }),
    ])
      expect([response.status, listErrors(response)]).toEqual([404, [['not_found', null]]])
  })

  test('repair needs the scope transactions:write beside connections:admin', async () => {
    const { worker, merchant, send } = await reconciliationFixture()
    const key = async (...scopes: ('connections:admin' | 'transactions:write')[]) =>
      worker.as((await merchant.issue('rk', { scopes })).key)
    const admin = await key('connections:admin')
    expect((await send(span, admin)).status).toBe(200)
    expect((await send({ ...span, repair: true }, admin)).status).toBe(403)
    expect((await send({ ...span, repair: true }, await key('connections:admin', 'transactions:write'))).status).toBe(
      200,
    )
    expect((await send(span, await key('transactions:write'))).status).toBe(403)
  })

  test.each(['bm9uZQ', 'e30', btoa('{"pass":"repair"}').replaceAll('=', '')])(
    'the cursor %s of no response returns 400 query_invalid',
    async (cursor) => {
      const { send } = await reconciliationFixture()
      const response = await send({ ...span, cursor })
      expect([response.status, listErrors(response)]).toEqual([400, [['query_invalid', 'cursor']]])
    },
  )

  test('a processor whose report cannot be read returns 503 unavailable', async () => {
    const { send, book } = await reconciliationFixture()
    book.report = () => Promise.reject(new Error('Connection lost.'))
    const response = await send(span)
    expect([response.status, listErrors(response)]).toEqual([503, [['unavailable', null]]])
  })
})
