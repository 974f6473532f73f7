import { afterAll, describe, expect, test, vi } from 'vitest'
import { simulator } from '../../processors/simulator/simulator.ts'
import type { GatewayParts } from '../../app/gateway.ts'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import type { Merchant, MerchantOptions } from '../../testing/merchant.ts'
import { byCard, createMerchant, startWorker } from '../../testing/merchant.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'

/** Settlement: what a day's captures and credits become, and what becomes of them afterwards. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

// Each account with a clock of its own is one more that the cron of other tests would drive.
afterAll(async () => {
  for (const shard of [bindings.DB_00, bindings.DB_01])
    await shard.prepare('UPDATE accounts SET testClockOffset = 0').run()
})

/** A sweep has the whole shard, and other tests leave behind what makes it fail. */
const othersFail = () => undefined

/** What a merchant does, each step with the answer that it must have. */
const acting = (merchant: Merchant, parts: GatewayParts = {}) => {
  const call = startWorker(parts).as(merchant.secretKey)
  const ok = async (...request: Parameters<typeof call>) => {
    await nextMillisecond()
    const { status, json } = await call(...request)
    expect([status, json.errors]).toEqual([200, null])
    return json
  }
  const authorize = async (body: object = byCard()): Promise<string> =>
    (await ok('POST', '/v1/transactions/authorize', { body })).transactionId
  const capture = async (transactionId: string, amount?: number): Promise<string> =>
    (await ok('POST', '/v1/transactions/capture', { body: { transactionId, amount } })).transactionId
  const credit = async (id: string, value?: number, more: object = {}): Promise<string> =>
    (
      await ok('POST', '/v1/transactions/credit', {
        body: { referenceTransactionId: Number(id), ...(value === undefined ? {} : { amount: { value } }), ...more },
      })
    ).transactionId
  return {
    call,
    authorize,
    capture,
    credit,
    payOut: async (value: number, number?: string): Promise<string> =>
      (await ok('POST', '/v1/transactions/credit', { body: byCard(number, { amount: { value } }) })).transactionId,
    /** A captured payment. */
    pay: async (body?: object): Promise<string> => {
      const id = await authorize(body)
      await capture(id)
      return id
    },
    voided: (transactionId: string) => ok('POST', '/v1/transactions/void', { body: { transactionId } }),
    shown: (id: string) => ok('GET', `/v1/transactions/${id}`),
    close: async () => (await ok('POST', '/v1/batches/close')).batch,
    /** Puts the account's clock to a time, after which everything due has run. */
    at: async (now: string) => expect((await ok('POST', '/v1/testclock', { body: { now } })).complete).toBe(true),
    batches: async () => (await ok('GET', '/v1/batches')).batches,
    batch: async (id: string) => (await ok('GET', `/v1/batches/${id}`)).batch,
  }
}

const setUp = async (options: MerchantOptions = {}, parts: GatewayParts = {}) => {
  const merchant = await createMerchant(options)
  return { merchant, ...acting(merchant, parts) }
}

const euros = byCard(undefined, { amount: { value: 7.25, currency: 978 } })
const yen = byCard(undefined, { amount: { value: 1200, currency: 392 } })
const byCheck = (accountNumber: string) => ({
  payment: { check: { accountNumber, routingNumber: '021000021' } },
  amount: { value: 10.5 },
})

describe('the batch of a day', () => {
  test("closes at 23:59:59 by the account's time zone, and adds up captures and credits of each currency", async () => {
    const act = await setUp({ settings: { timeZone: 'Europe/Vienna' } })
    await act.at('2026-11-20T10:00:00Z')
    const refunded = await act.pay()
    await act.credit(refunded, 2)
    await act.pay()
    await act.pay(euros)
    await act.pay(yen)
    await act.at('2026-11-20T22:55:00Z')
    expect(await act.batches()).toEqual([])
    await act.at('2026-11-20T22:59:59Z')
    const [batch, ...others] = await act.batches()
    expect(others).toEqual([])
    expect(batch).toMatchObject({
      status: 'closed',
      cutoff: '2026-11-20T22:59:59.000Z',
      totals: [
        { currency: 392, captures: { count: 1, amount: 1200 }, credits: { count: 0, amount: 0 }, net: 1200 },
        { currency: 840, captures: { count: 2, amount: 21 }, credits: { count: 1, amount: 2 }, net: 19 },
        { currency: 978, captures: { count: 1, amount: 7.25 }, credits: { count: 0, amount: 0 }, net: 7.25 },
      ],
    })
    expect(await act.batch(batch.id)).toEqual(batch)
    expect(await act.shown(refunded)).toMatchObject({
      status: 'partially_refunded',
      amountSettled: 10.5,
      batchId: batch.id,
      operations: [
        { status: 'approved' },
        { type: 'capture', status: 'settled' },
        { type: 'credit', status: 'settled' },
      ],
    })
  })

  test('has what was approved on it, however late it is closed', async () => {
    const act = await setUp()
    for (const day of ['20', '21', '23']) {
      await act.at(`2026-11-${day}T12:00:00Z`)
      await act.pay()
    }
    await act.at('2026-11-30T12:00:00Z')
    expect((await act.batches()).map(({ cutoff }: { cutoff: string }) => cutoff)).toEqual([
      '2026-11-23T23:59:59.000Z',
      '2026-11-21T23:59:59.000Z',
      '2026-11-20T23:59:59.000Z',
    ])
  })

  test('leaves what came after it to the next, where the sweep is late', async () => {
    const act = await setUp()
    const day = 86_400_000
    await act.at('2026-11-20T12:00:00Z')
    await act.pay()
    // Time passes, and no sweep comes by.
    await act.merchant.run(
      'UPDATE accounts SET testClockOffset = testClockOffset + ? WHERE id = ?',
      day,
      act.merchant.id,
    )
    await act.pay()
    await act.pay()
    await act.at('2026-11-22T12:00:00Z')
    const byCutoff = Object.groupBy(await act.batches(), ({ cutoff }: { cutoff: string }) => cutoff)
    expect(byCutoff).toMatchObject({
      '2026-11-20T23:59:59.000Z': [{ totals: [{ captures: { count: 1 } }] }],
      '2026-11-21T23:59:59.000Z': [{ totals: [{ captures: { count: 2 } }] }],
    })
    expect(Object.keys(byCutoff)).toHaveLength(2)
  })

  test('is none where nothing was captured, or all of it was voided', async () => {
    const act = await setUp()
    await act.at('2026-11-20T12:00:00Z')
    await act.voided(await act.pay())
    await act.authorize()
    await act.at('2026-11-21T12:00:00Z')
    expect(await act.batches()).toEqual([])
    expect(await act.close()).toBeNull()
  })

  test('of each account and mode is its own', async () => {
    const [one, other] = [await setUp(), await setUp()]
    await one.pay()
    await other.pay()
    const batch = await one.close()
    expect(batch.totals).toMatchObject([{ captures: { count: 1 } }])
    expect((await other.call('GET', `/v1/batches/${batch.id}`)).status).toBe(404)
    expect((await other.call('GET', `/v1/batches?cursor=${batch.id}`)).json.errors).toMatchObject([
      { type: 'query_invalid', message: { field: 'cursor' } },
    ])
    expect(await other.batches()).toEqual([])
    const live = (await one.merchant.issue('sk', { mode: 'live' })).key
    expect((await one.call('GET', `/v1/batches/${batch.id}`, { key: live })).status).toBe(404)
    expect((await one.call('POST', '/v1/batches/close', { key: live })).json.errors).toMatchObject([
      { type: 'mode_mismatch' },
    ])
  })
})

describe('a payment, once its batch has closed', () => {
  type Acting = Awaited<ReturnType<typeof setUp>>
  test.each<[string, (act: Acting) => Promise<string>, status: string, amountSettled: number]>([
    ['captured: settled', ({ pay }) => pay(), 'settled', 10.5],
    ['a check: settled', ({ authorize }) => authorize(byCheck('1234567')), 'settled', 10.5],
    ['cash: settled', ({ authorize }) => authorize({ payment: { cash: true }, amount: { value: 3 } }), 'settled', 3],
    [
      'partially captured: as it was, its captured part settled',
      async ({ authorize, capture }) => {
        const id = await authorize()
        await capture(id, 4)
        return id
      },
      'partially_captured',
      4,
    ],
    [
      'partially refunded: as it was',
      async ({ pay, credit }) => {
        const id = await pay()
        await credit(id, 4)
        return id
      },
      'partially_refunded',
      10.5,
    ],
    [
      'refunded: as it was',
      async ({ pay, credit }) => {
        const id = await pay()
        await credit(id)
        return id
      },
      'refunded',
      10.5,
    ],
    ['paid out: as it was', ({ payOut }) => payOut(5), 'refunded', 0],
  ])('%s', async (_what, prepare, status, amountSettled) => {
    const act = await setUp()
    const id = await prepare(act)
    const batch = await act.close()
    expect(await act.shown(id)).toMatchObject({ status, amountSettled, batchId: batch.id })
  })

  test('can be voided no more, and its money given back', async () => {
    const { pay, close, call, credit, shown } = await setUp()
    const id = await pay()
    await close()
    const voided = await call('POST', '/v1/transactions/void', { body: { transactionId: id } })
    expect([voided.status, voided.json.errors[0].type]).toEqual([409, 'already_settled'])
    await credit(id)
    expect(await shown(id)).toMatchObject({ status: 'refunded' })
    expect((await close()).totals).toMatchObject([{ captures: { count: 0 }, credits: { count: 1 }, net: -10.5 }])
  })

  test('that captures more goes into the next batch, too', async () => {
    const { authorize, capture, close, shown } = await setUp()
    const id = await authorize()
    await capture(id, 4)
    await close()
    await capture(id)
    const second = await close()
    expect(second.totals).toMatchObject([{ captures: { count: 1, amount: 6.5 } }])
    expect(await shown(id)).toMatchObject({ status: 'settled', amountSettled: 10.5, batchId: second.id })
  })
})

test('what is in flight waits for the next batch', async () => {
  const voiding = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const ships = simulator()
  const act = await setUp(
    {},
    {
      processor: {
        ...ships,
        void: async (op, ref) => {
          reached.resolve()
          await voiding.promise
          return ships.void(op, ref)
        },
      },
    },
  )
  const [held, other] = [await act.pay(), await act.pay()]
  const voided = act.voided(held)
  await reached.promise
  expect((await act.close()).totals).toMatchObject([{ captures: { count: 1, amount: 10.5 } }])
  expect(await act.close()).toBeNull()
  voiding.resolve()
  await voided
  expect(await act.shown(held)).toMatchObject({ status: 'voided', amountSettled: 0, batchId: null })
  expect(await act.shown(other)).toMatchObject({ status: 'settled' })
  expect(await act.close()).toBeNull()
})

/** Captured payments without the work of making them: each of 1.00 in the account's test mode. */
const seed = async (merchant: Merchant, count: number, approved = Date.now()) => {
  const first = 91_000_000_000_000 + Math.floor(Math.random() * 1_000_000_000_000)
  const numbers = 'WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)'
  await merchant.run(
    `${numbers} INSERT INTO transactions (id, account, mode, status, method, currency, requested, approved, captured,
                                          initiatedBy, initial, created, updated)
     SELECT ? + i * 2, ?, 'test', 'captured', 'creditCard', 840, 100, 100, 100, 'customer', 'first', ?, ? FROM n`,
    count,
    first,
    merchant.id,
    approved,
    approved,
  )
  await merchant.run(
    `${numbers} INSERT INTO operations (id, transactionId, account, mode, type, status, amount, processorRef, requestId,
                                        created, updated)
     SELECT ? + i * 2 + 1, ? + i * 2, ?, 'test', 'capture', 'approved', 100, '{}', 'seed', ?, ? FROM n`,
    count,
    first,
    first,
    merchant.id,
    approved,
    approved,
  )
}

/** What the books say, batch by batch and payment by payment: each capture in one batch, and in its totals. */
const expectBooksToAgree = async (merchant: Merchant, captures: number) => {
  const { batches } = acting(merchant)
  const list: { id: string; status: string; totals: { captures: { count: number; amount: number } }[] }[] =
    await batches()
  for (const { id, status, totals } of list) {
    const [own] = await merchant.rows(
      "SELECT count(*) AS n, sum(amount) AS amount FROM operations WHERE batchId = ? AND status = 'settled'",
      id,
    )
    expect(status).toBe('closed')
    expect(totals).toMatchObject([{ captures: { count: own?.['n'], amount: own?.['amount'] / 100 } }])
  }
  const counted = list.reduce((sum, { totals }) => sum + (totals[0]?.captures.count ?? 0), 0)
  expect(counted).toBe(captures)
  const unlike = await merchant.rows(
    "SELECT id FROM transactions WHERE account = ? AND (status <> 'settled' OR settled <> 100 OR batchId IS NULL)",
    merchant.id,
  )
  expect(unlike).toEqual([])
}

describe('closing', () => {
  test('takes a large batch piece by piece, and goes on where it stopped', async () => {
    const { merchant, close, batches } = await setUp()
    await seed(merchant, 2_600)
    expect(await close()).toMatchObject({ status: 'closing', totals: [{ captures: { count: 2_000 } }] })
    expect(await close()).toBeNull()
    expect(await batches()).toMatchObject([
      { status: 'closed', totals: [{ captures: { count: 2_600, amount: 2_600 } }] },
    ])
    await expectBooksToAgree(merchant, 2_600)
  })

  test('by several at once counts everything once', async () => {
    const { merchant, close } = await setUp()
    await seed(merchant, 1_200)
    const answers = await Promise.all([close(), close(), close(), close()])
    expect(answers.filter((batch) => batch !== null).length).toBeGreaterThan(0)
    await close()
    await expectBooksToAgree(merchant, 1_200)
  })

  const faults = [2, 3, 4, 5, 6].flatMap((call) =>
    (['fails before', 'fails after'] as const).map((fate): [number, typeof fate] => [call, fate]),
  )
  test.each(faults)('that dies where its call %d %s is made up for by the next', async (at, fate) => {
    const { merchant, close } = await setUp()
    await seed(merchant, 3)
    const { d1 } = brokenDatabase(bindings.DB_00, (call) => (call >= at ? fate : 'runs'))
    await startWorker({}, { DB_00: d1 }).as(merchant.secretKey)('POST', '/v1/batches/close')
    await close()
    await close()
    await expectBooksToAgree(merchant, 3)
  })

  test('is done by the cron, on the real clock and on that of each account that has its own', async () => {
    const [real, own] = [await createMerchant({ shard: '01' }), await createMerchant({ shard: '01' })]
    const [onReal, onOwn] = [acting(real), acting(own)]
    await onOwn.at('2029-05-05T12:00:00Z')
    await onReal.pay()
    await onOwn.pay()
    const day = 86_400_000
    const worker = startWorker({ clock: { now: () => Date.now() + day } })
    // The first sweep looks up when the days end, the second one closes.
    await worker.sweep().catch(othersFail)
    await worker.sweep().catch(othersFail)
    expect(await onOwn.batches()).toMatchObject([{ cutoff: '2029-05-05T23:59:59.000Z', status: 'closed' }])
    expect(await onReal.batches()).toMatchObject([{ status: 'closed' }])
  })
})

describe('after the settlement', () => {
  test('a refund that the bank sends back counts no more', async () => {
    const { at, pay, credit, shown } = await setUp()
    await at('2026-11-20T12:00:00Z')
    const [whole, half] = [await pay(byCard('4000000000005126')), await pay(byCard('4000000000005126'))]
    await credit(whole)
    await credit(half, 5)
    await credit(half, 1)
    await at('2026-11-21T01:00:00Z')
    expect((await shown(whole)).status).toBe('refunded')
    await at('2026-11-22T01:00:00Z')
    expect(await shown(whole)).toMatchObject({ status: 'settled', amountCredited: 0, amountSettled: 10.5 })
    expect(await shown(half)).toMatchObject({ status: 'settled', amountCredited: 0 })
    expect((await shown(whole)).operations).toMatchObject([{}, { status: 'settled' }, { status: 'returned' }])
  })

  test('a payout that the bank sends back is returned', async () => {
    const { at, payOut, shown } = await setUp()
    await at('2026-11-20T12:00:00Z')
    const [id, other] = [await payOut(5, '4000000000005126'), await payOut(5)]
    await at('2026-11-22T01:00:00Z')
    expect(await shown(id)).toMatchObject({ status: 'returned', amountCredited: 0 })
    expect(await shown(other)).toMatchObject({ status: 'refunded', amountCredited: 5 })
  })

  test('a check is returned on the second banking day', async () => {
    const { at, authorize, shown, credit, call } = await setUp()
    // A Friday.
    await at('2026-11-20T12:00:00Z')
    const [check, refunded] = [await authorize(byCheck('999000002')), await authorize(byCheck('999000001'))]
    await credit(refunded, 4)
    await at('2026-11-23T23:00:00Z')
    expect((await shown(check)).status).toBe('settled')
    await at('2026-11-24T23:59:00Z')
    expect(await shown(check)).toMatchObject({ status: 'returned', amountCaptured: 10.5 })
    expect((await shown(check)).operations.at(-1)).toMatchObject({
      type: 'capture',
      status: 'returned',
      responseCode: 'R02',
    })
    expect(await shown(refunded)).toMatchObject({ status: 'returned', amountCredited: 4 })
    const credited = await call('POST', '/v1/transactions/credit', { body: { referenceTransactionId: Number(check) } })
    expect(credited.json.errors).toMatchObject([{ type: 'invalid_state' }])
  })

  test('a dispute is noted, and the payment stays where it is', async () => {
    const { at, pay, shown, merchant } = await setUp()
    await at('2026-11-20T12:00:00Z')
    const [id, other] = [await pay(byCard('4000000000000259')), await pay()]
    await at('2026-11-23T12:00:00Z')
    expect((await shown(id)).status).toBe('settled')
    const disputed = await merchant.rows(
      'SELECT disputed FROM transactions WHERE id IN (?, ?) ORDER BY id = ?',
      Number(id),
      Number(other),
      Number(other),
    )
    expect(disputed).toEqual([{ disputed: expect.any(Number) }, { disputed: null }])
  })
})

test('the list has pages, newest first, by number and by cursor', async () => {
  const { pay, close, call } = await setUp()
  const ids: string[] = []
  for (let n = 0; n < 3; n++) {
    await pay()
    ids.unshift((await close()).id)
  }
  const page = async (query: string) => {
    const { json, headers } = await call('GET', `/v1/batches?pageSize=2${query}`)
    return {
      ids: json.batches.map(({ id }: { id: string }) => id),
      link: headers.get('link'),
      total: headers.get('x-total-count'),
    }
  }
  const first = await page('')
  expect(first).toMatchObject({ ids: ids.slice(0, 2), total: '3' })
  expect(first.link).toContain(`cursor=${ids[1]}>; rel="next"`)
  expect((await page('&pageNumber=2')).ids).toEqual(ids.slice(2))
  expect((await page(`&pageNumber=2&cursor=${ids[1]}`)).ids).toEqual(ids.slice(2))
  expect((await page('&pageNumber=3')).ids).toEqual([])
})
