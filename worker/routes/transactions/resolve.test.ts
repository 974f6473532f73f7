import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { bindings } from '../../testing/bindings.ts'
import { cardPayment, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { readEvents } from '../../testing/events.ts'

const errorLog = vi.spyOn(console, 'error').mockReturnValue()
vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

// A sweep processes the whole shard, so operations of earlier tests must not be due.
beforeEach(async () => {
  errorLog.mockClear()
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
})

const minute = 60_000
const note = 'Looked up in the portal of the processor. Ann'

const lines = () => errorLog.mock.calls.map(([line]) => JSON.parse(String(line)) as object)

/** A shop whose processor loses captures and reversals. */
const setUp = async () => {
  const clock = testClock()
  const { processor, ledger, faultPlan } = inMemoryAcquirer({ now: clock.now })
  const merchant = await createMerchant()
  const worker = startWorker({ processor, clock })
  const call = worker.as(merchant.secretKey)
  const post = (operation: string, body: object) => call('POST', `/v1/transactions/${operation}`, { body })
  const get = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json
  const list = async (query: string) => (await call('GET', `/v1/transactions?${query}`)).json.transactions
  const authorized = async (): Promise<string> => (await post('authorize', cardPayment())).json.transactionId

  /** Makes the next attempt of an operation the last one of its schedule. */
  const exhaust = async ({ run, id }: Merchant) => {
    await run("UPDATE operations SET attempts = 27 WHERE account = ? AND status = 'pending' AND due IS NOT NULL", id)
    clock.advance(61 * minute)
    await worker.sweep()
  }

  /** A payment whose capture needs attention, and the id of the capture. */
  const unclearCapture = async () => {
    const payment = await authorized()
    faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'capture', times: 100 })
    await post('capture', { transactionId: payment })
    await exhaust(merchant)
    return { payment, operation: (await get(payment)).needsAttention.operation.transactionId as string }
  }
  const resolve = (payment: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    call('POST', `/v1/transactions/${payment}/resolve`, { body, headers })

  return {
    clock,
    ledger,
    faultPlan,
    merchant,
    worker,
    call,
    post,
    get,
    list,
    authorized,
    exhaust,
    unclearCapture,
    resolve,
  }
}

describe('payment that needs attention', () => {
  test('a payment whose capture has no outcome is shown with it by read, list and filter', async () => {
    const { authorized, unclearCapture, get, list, call } = await setUp()
    const other = await authorized()
    const { payment, operation } = await unclearCapture()
    const { needsAttention, updated } = await get(payment)
    expect(needsAttention).toEqual({
      since: updated,
      reason: 'outcome_unknown',
      operation: { transactionId: operation, type: 'capture', amount: 10.5, created: expect.stringMatching(/^20.*Z$/) },
      attempts: 28,
      nextAttempt: new Date(Date.parse(updated) + 24 * 60 * minute).toISOString(),
    })
    // By the id of any of its operations.
    expect(await get(operation)).toMatchObject({ type: 'capture', needsAttention })
    expect(await list('')).toMatchObject([
      { transactionId: payment, needsAttention },
      { transactionId: other, needsAttention: null },
    ])
    expect(await list('needsAttention=true')).toMatchObject([{ transactionId: payment, needsAttention }])
    expect(await list('needsAttention=true&status=captured')).toEqual([])
    expect(await list('needsAttention=false')).toMatchObject([{ transactionId: other }])
    const csv = (await call('GET', '/v1/transactions?needsAttention=true&format=csv')).text.split('\r\n')
    expect(csv[0]).toMatch(/,approved,disputes,returns,needsAttention$/)
    expect(csv[1]).toMatch(new RegExp(`,true,,,"${updated}"$`))
    expect(csv[2]).toBe('')
  })

  test.each(['needsAttention=no', 'needsAttention=1', 'needsAttention='])(
    'GET /v1/transactions?%s returns 400 query_invalid',
    async (query) => {
      const { call } = await setUp()
      const { status, json } = await call('GET', `/v1/transactions?${query}`)
      expect([status, json.errors[0].type, json.errors[0].message.field]).toEqual([
        400,
        'query_invalid',
        'needsAttention',
      ])
    },
  )

  test('pages of payments that need attention follow each other', async () => {
    const { unclearCapture, call } = await setUp()
    const ids = [(await unclearCapture()).payment, (await unclearCapture()).payment, (await unclearCapture()).payment]
    const page = async (query: string) => {
      const { json } = await call('GET', `/v1/transactions?needsAttention=true&limit=2${query}`)
      return [json.transactions.map(({ transactionId }: { transactionId: string }) => transactionId), json.nextCursor]
    }
    const [first, cursor] = await page('')
    expect(first).toEqual([ids[2], ids[1]])
    expect(await page(`&cursor=${cursor}`)).toEqual([[ids[0]], null])
  })

  test('one line at error level is logged, without data of the payment', async () => {
    const { unclearCapture, merchant, worker, clock } = await setUp()
    const { payment, operation } = await unclearCapture()
    expect(lines()).toEqual([
      {
        attention: 'outcome_unknown',
        operation,
        type: 'capture',
        transactionId: payment,
        account: merchant.id,
        mode: 'test',
        attempts: 28,
      },
    ])
    clock.advance(25 * 60 * minute)
    await worker.sweep()
    expect(lines()).toHaveLength(1)
  })

  test('the list of events filters transaction.needs_attention by the kind of its operation', async () => {
    const { unclearCapture, faultPlan, post, exhaust, merchant, call } = await setUp()
    const { operation } = await unclearCapture()
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'reverse', times: 100 })
    await post('authorize', cardPayment())
    await exhaust(merchant)
    const type = 'transaction.needs_attention'
    const kinds = (await readEvents(merchant)).filter((event) => event.type === type).map(({ kind }) => kind)
    expect(kinds).toEqual([1, 0])
    const listed = async (query: string) =>
      (await call('GET', `/v1/events?${query}`)).json.events
        .filter((event: { type: string }) => event.type === type)
        .map((event: any) => [event.kind, event.data.transaction.type])
    expect(await listed(`type=${type}`)).toEqual([
      [0, 'reversal'],
      [1, 'capture'],
    ])
    expect(await listed('kind=1')).toEqual([[1, 'capture']])
    expect(await listed(`kind=0&type=${type}`)).toEqual([[0, 'reversal']])
    expect(await listed('kind=2,3')).toEqual([])
    expect(await listed('kind=0,1')).toHaveLength(2)
    expect(operation).toMatch(/^\d+$/)
  })
})

describe('POST /v1/transactions/{id}/resolve', () => {
  test('a verdict returns the payment, as a read does, and answers repetitions by its key', async () => {
    const { unclearCapture, resolve, get, list, merchant } = await setUp()
    const { payment, operation } = await unclearCapture()
    const body = { operation, outcome: 'happened', note }
    const first = await resolve(payment, body, { 'idempotency-key': 'verdict' })
    expect([first.status, first.d1]).toEqual([200, 6])
    expect(first.json).toMatchObject({ status: 'captured', amountCaptured: 10.5, needsAttention: null, errors: null })
    const { requestId: _first, errors: _errors, ...resolved } = first.json
    const { requestId: _read, errors: _none, ...read } = await get(payment)
    expect(resolved).toEqual(read)
    const second = await resolve(payment, body, { 'idempotency-key': 'verdict' })
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    const other = await resolve(payment, { ...body, note: 'Ben' }, { 'idempotency-key': 'verdict' })
    expect([other.status, other.json.errors[0].type]).toEqual([422, 'idempotency_mismatch'])
    expect(await list('needsAttention=true')).toEqual([])
    const audit = await merchant.rows(
      "SELECT key FROM audit WHERE account = ? AND action = 'transaction.resolved'",
      merchant.id,
    )
    expect(audit).toEqual([{ key: merchant.secretKeyId }])
  })

  test('a read of the payment returns each verdict with its note and who gave it, and that of another payment none', async () => {
    const { unclearCapture, resolve, get, authorized, merchant, worker, call, clock, faultPlan } = await setUp()
    const other = await authorized()
    const { payment, operation } = await unclearCapture()
    expect(await get(payment)).toMatchObject({ resolutions: [] })
    const { json } = await resolve(payment, { operation, outcome: 'did_not_happen', note })
    const first = {
      operation,
      outcome: 'did_not_happen',
      note,
      at: expect.stringMatching(/^20.*Z$/),
      actor: { kind: 'key', id: merchant.secretKeyId, name: null },
    }
    expect(json.resolutions).toEqual([first])

    // Of another operation of the payment, by a key with a name.
    const till = await call('POST', '/v1/apikeys', {
      body: { kind: 'restricted', name: 'Till', scopes: ['transactions:write'] },
    })
    faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'void', times: 100 })
    await call('POST', '/v1/transactions/void', { body: { transactionId: payment } })
    clock.advance(minute)
    await merchant.run("UPDATE operations SET attempts = 27 WHERE account = ? AND status = 'pending'", merchant.id)
    clock.advance(61 * minute)
    await worker.sweep()
    const second = (await get(payment)).needsAttention.operation.transactionId
    const body = { operation: second, outcome: 'happened', note: 'Voided, says Ann' }
    await worker.as(till.json.key)('POST', `/v1/transactions/${payment}/resolve`, { body })
    expect((await get(payment)).resolutions).toEqual([
      first,
      { ...body, at: first.at, actor: { kind: 'key', id: expect.any(String), name: 'Till' } },
    ])
    expect(await get(second)).toMatchObject({ resolutions: [{ operation }, { operation: second }] })
    expect(await get(other)).toMatchObject({ resolutions: [] })
  })

  test('the verdict is in the events, with the id of its request', async () => {
    const { unclearCapture, resolve, merchant } = await setUp()
    const { payment, operation } = await unclearCapture()
    const { json } = await resolve(payment, { operation, outcome: 'did_not_happen', note })
    expect((await readEvents(merchant)).at(-1)).toMatchObject({
      type: 'transaction.capture_failed',
      requestId: json.requestId,
      data: { transaction: { transactionId: operation, status: 'authorized', needsAttention: null } },
    })
  })

  test('a second verdict without a key returns 409 attention_not_needed', async () => {
    const { unclearCapture, resolve, authorized } = await setUp()
    const { payment, operation } = await unclearCapture()
    await resolve(payment, { operation, outcome: 'happened', note })
    for (const outcome of ['happened', 'did_not_happen']) {
      const { status, json } = await resolve(payment, { operation, outcome, note })
      expect([status, json.errors[0].type]).toEqual([409, 'attention_not_needed'])
    }
    const fine = await authorized()
    const { status, json } = await resolve(fine, { operation: fine, outcome: 'happened', note })
    expect([status, json.errors[0].type]).toEqual([409, 'attention_not_needed'])
  })

  test.each([
    [{ outcome: 'happened', note }, 'required', 'operation'],
    [{ operation: '1', note }, 'required', 'outcome'],
    [{ operation: '1', outcome: 'happened' }, 'required', 'note'],
    [{ operation: '1', outcome: 'approved', note }, 'enum_invalid', 'outcome'],
    [{ operation: 'a', outcome: 'happened', note }, 'pattern_mismatch', 'operation'],
    [{ operation: '1', outcome: 'happened', note: '' }, 'length_invalid', 'note'],
    [{ operation: '1', outcome: 'happened', note: 'a'.repeat(501) }, 'length_invalid', 'note'],
    [{ operation: '1', outcome: 'happened', note, amount: 5 }, 'unknown_member', 'amount'],
  ])('a verdict %j returns 400 %s of %s', async (body, type, field) => {
    const { resolve, authorized } = await setUp()
    const { status, json } = await resolve(await authorized(), body)
    expect([status, json.errors[0].type, json.errors[0].message.field]).toEqual([400, type, field])
  })

  test('a key without transactions:write, a publishable key and a key of the other mode cannot resolve', async () => {
    const { unclearCapture, merchant, worker, get } = await setUp()
    const { payment, operation } = await unclearCapture()
    const body = { operation, outcome: 'happened', note }
    const by = async (key: string) => {
      const response = await worker.as(key)('POST', `/v1/transactions/${payment}/resolve`, { body })
      return [response.status, response.json.errors[0].type]
    }
    const reader = await merchant.issue('rk', { scopes: ['transactions:read', 'transactions:credit'] })
    expect(await by(reader.key)).toEqual([403, 'scope_missing'])
    expect(await by(merchant.publishableKey)).toEqual([403, 'publishable_key_not_allowed'])
    const live = await merchant.issue('sk', { mode: 'live' })
    expect(await by(live.key)).toEqual([404, 'not_found'])
    expect(await get(payment)).toMatchObject({
      status: 'authorized',
      needsAttention: { operation: { transactionId: operation } },
    })
    const writer = await merchant.issue('rk', { scopes: ['transactions:write'] })
    const response = await worker.as(writer.key)('POST', `/v1/transactions/${payment}/resolve`, { body })
    expect(response.status).toBe(200)
  })
})
