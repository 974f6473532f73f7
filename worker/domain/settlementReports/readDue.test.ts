import { beforeEach, describe, expect, test } from 'vitest'
import { capabilitySets } from '../../processors/conformance/capabilitySets.ts'
import type { ReportSpan } from '../../processors/processor.ts'
import type { SimulatorSettings } from '../../processors/simulator/settings.ts'
import { bindings } from '../../testing/bindings.ts'
import { reconciliationFixture } from '../../testing/fixtures/reconciliationFixture.ts'
import { card } from '../../testing/requestDefaults.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

// Settled at night, twelve hours after the first hours of the day in which the clock of the tests starts.
const overnight = 12 * hour

/** A sweep processes the whole shard, with the book of its own test: the accounts of other tests have no work. */
beforeEach(async () => {
  await bindings.DB_00.prepare('DELETE FROM dueWork').run()
})

/** A merchant with a connection whose processor settles payments, and reports the settlement. */
const setUp = async (settings: Partial<SimulatorSettings> = {}, more: { readonly visibleAfterMs?: number } = {}) => {
  const can = { ...capabilitySets.nmiLike, visibleAfterMs: 0, ...more }
  const fixture = await reconciliationFixture(can, {
    settlesAfterMs: overnight,
    keepsReferenceOf: 'transactions',
    ...settings,
  })
  const { book, clock, merchant, worker, call, connection, post } = fixture
  const spans: ReportSpan[] = []
  const { report } = book
  let failing = 0
  book.report = async (span, cursor, rules) => {
    spans.push(span)
    if (failing > 0 && failing-- > 0) throw new Error('Connection lost.')
    return report(span, cursor, rules)
  }
  /** What is due by the report may make a batch due, whose cut-off is calculated first. */
  const sweep = async () => {
    for (let round = 0; round < 3; round++) await worker.sweep()
  }
  return {
    ...fixture,
    spans,
    sweep,
    failNext: (count: number) => void (failing = count),
    /** Passes the time, with sweeps at most this far apart. */
    pass: async (ms: number, stepMs = 2 * hour) => {
      for (let passed = 0; passed < ms; passed += stepMs) {
        clock.advance(Math.min(stepMs, ms - passed))
        await sweep()
      }
    },
    check: async (accountNumber = '000123456789'): Promise<string> =>
      (
        await post('sale', {
          payment: { check: { accountNumber, routingNumber: '021000021' } },
          amount: { value: 40 },
        })
      ).transactionId,
    report: async () =>
      (await merchant.rows('SELECT * FROM settlementReports WHERE connection = ?', connection))[0] ?? null,
    batches: async () => (await call('GET', '/v1/batches')).json.batches,
    events: async (type: string) => (await call('GET', `/v1/events?type=${type}`)).json.events,
    closeByHand: async () => (await call('POST', '/v1/batches/close')).json.batch,
  }
}

describe('captures and credits that their processor settles', () => {
  test('a capture is left alone by the close of a batch, and settles once the report shows it', async () => {
    const { authorize, capture, read, closeByHand, pass, batches, events } = await setUp()
    const id = await authorize()
    await capture(id, 4)
    expect(await closeByHand()).toBeNull()
    await pass(11 * hour)
    expect(await read(id)).toMatchObject({ status: 'captured', amountSettled: 0 })
    await pass(2 * hour)
    // The day of its approval is not over.
    expect(await read(id)).toMatchObject({ status: 'captured' })
    await pass(8 * hour)
    expect(await read(id)).toMatchObject({ status: 'settled', amountSettled: 4 })
    const [batch] = await batches()
    expect(batch).toMatchObject({ status: 'closed', totals: [{ captures: { count: 1, amount: 4 }, net: 4 }] })
    expect(await batches()).toHaveLength(1)
    expect(await events('transaction.settled')).toHaveLength(1)
    expect(await events('batch.closed')).toHaveLength(1)
  })

  test('a capture that settles after the end of its day is settled at the next read', async () => {
    const { sale, read, pass, batches } = await setUp({ settlesAfterMs: day })
    const id = await sale()
    await pass(23 * hour)
    expect(await read(id)).toMatchObject({ status: 'captured' })
    await pass(90 * minute)
    expect(await read(id)).toMatchObject({ status: 'settled' })
    const [batch] = await batches()
    const { created } = await read(id)
    expect(batch.cutoff.slice(0, 10)).toBe(created.slice(0, 10))
  })

  test('a sale, a refund and a payout settle with their amounts', async () => {
    const { sale, refund, post, pass, read, batches } = await setUp({ settlesAfterMs: day })
    const id = await sale()
    await refund(id, 3)
    const { transactionId: payout } = await post('credit', {
      payment: { creditCard: card() },
      amount: { value: 2 },
    })
    await pass(26 * hour)
    const [batch] = await batches()
    expect(batch.totals).toMatchObject([
      { captures: { count: 1, amount: 10 }, credits: { count: 2, amount: 5 }, net: 5 },
    ])
    expect(await read(id)).toMatchObject({ status: 'partially_refunded', amountSettled: 10 })
    const { operations } = await read(payout)
    expect(operations).toMatchObject([{ type: 'credit', status: 'settled' }])
  })

  test('payments at the simulator settle at the end of the day, before those that await a report', async () => {
    const { sale, call, read, pass } = await setUp({ settlesAfterMs: 2 * day })
    const awaiting = await sale()
    await call('PUT', '/v1/account', { body: { routing: [] } })
    const simulated = await sale()
    await pass(21 * hour)
    expect(await read(simulated)).toMatchObject({ status: 'settled' })
    expect(await read(awaiting)).toMatchObject({ status: 'captured' })
    await pass(32 * hour)
    expect(await read(awaiting)).toMatchObject({ status: 'settled' })
  })

  test('a void before settlement undoes the payment, and nothing awaits the report any more', async () => {
    const { sale, void: cancel, read, pass, report } = await setUp()
    const id = await sale()
    expect(await report()).not.toBeNull()
    await cancel(id)
    await pass(hour)
    expect(await read(id)).toMatchObject({ status: 'voided' })
    expect(await report()).toBeNull()
  })

  test('a void of what the processor has settled since the last read is declined, and the capture settles', async () => {
    const { sale, post, read, pass, clock } = await setUp({ settlesAfterMs: day })
    const id = await sale()
    clock.advance(day)
    expect(await post('void', { transactionId: id })).toMatchObject({ approved: false, responseCode: '25' })
    await pass(hour)
    expect(await read(id)).toMatchObject({ status: 'settled' })
  })

  test('a capture without an outcome is not settled by the report, and settles once its outcome is known', async () => {
    const { authorize, capture, merchant, read, pass, clock, sweep } = await setUp({ settlesAfterMs: hour })
    // Another payment, so that the report is read meanwhile.
    const other = await authorize()
    await capture(other, 1)
    const id = await authorize()
    const captured = await capture(id, 4)
    await merchant.run(
      "UPDATE operations SET status = 'pending', due = ?, settlementCycle = NULL, released = 0 WHERE id = ?",
      clock.now() + 5 * hour,
      Number(captured),
    )
    await merchant.run('UPDATE transactions SET captured = 0, capturing = 400, released = 0 WHERE id = ?', Number(id))
    await pass(4 * hour)
    expect(await read(id)).toMatchObject({ amountCaptured: 0 })
    clock.advance(90 * minute)
    await sweep()
    expect(await read(id)).toMatchObject({ status: 'captured', amountCaptured: 4 })
    // The span of its settlement was read before.
    await pass(18 * hour)
    expect(await read(id)).toMatchObject({ status: 'settled' })
  })

  test('a suspended account settles, and so does a disabled connection', async () => {
    const { sale, call, connection, merchant, pass } = await setUp()
    const id = await sale()
    await call('PUT', `/v1/connections/${connection}`, { body: { disabled: true } })
    await merchant.run('UPDATE accounts SET suspended = 1 WHERE id = ?', merchant.id)
    await pass(21 * hour)
    const rows = await merchant.rows('SELECT status FROM transactions WHERE id = ?', Number(id))
    expect(rows).toEqual([{ status: 'settled' }])
  })

  test('what awaits the report of a connection that no longer settles by it is settled by the gateway', async () => {
    const { sale, read, merchant, connection, pass, report } = await setUp({ settlesAfterMs: null })
    const id = await sale()
    await pass(2 * hour)
    expect(await report()).not.toBeNull()
    const worker = await reconciliationFixture({}, {}, merchant)
    await merchant.run('UPDATE connections SET settlesByReport = 0 WHERE id = ?', connection)
    worker.clock.advance(3 * hour)
    await worker.worker.sweep()
    expect(await report()).toBeNull()
    worker.clock.advance(day)
    for (let round = 0; round < 3; round++) await worker.worker.sweep()
    expect(await read(id)).toMatchObject({ status: 'settled' })
  })
})

describe('returns', () => {
  test('a bank debit that the report shows as returned is returned once, with its code', async () => {
    const { check, read, pass, events } = await setUp({ settlesAfterMs: day })
    const id = await check('999000001')
    await pass(26 * hour)
    expect(await read(id)).toMatchObject({ status: 'settled' })
    await pass(7 * day, 12 * hour)
    expect(await read(id)).toMatchObject({
      status: 'returned',
      returns: [{ type: 'capture', code: 'R01', amount: 40 }],
    })
    expect(await events('transaction.returned')).toHaveLength(1)
    expect(await events('transaction.settled')).toHaveLength(1)
  })

  test('a return that is read before its settlement was applied follows the settlement', async () => {
    const { check, book, read, clock, sweep, events } = await setUp({ settlesAfterMs: null })
    const id = await check()
    clock.advance(3 * day)
    await book.change(id, { state: 'returned', returnCode: 'R29', at: clock.now() })
    clock.advance(minute)
    await sweep()
    await sweep()
    expect(await read(id)).toMatchObject({ status: 'returned', returns: [{ code: 'R29' }] })
    const found = (await events('transaction.settled')).concat(await events('transaction.returned'))
    expect(found.map(({ type }: { type: string }) => type)).toEqual(['transaction.settled', 'transaction.returned'])
  })

  test('a return before the end of the day waits for the batch, and keeps the lane idle meanwhile', async () => {
    const { check, book, read, clock, sweep, pass, merchant } = await setUp({ settlesAfterMs: null })
    const id = await check()
    await book.change(id, { state: 'returned', at: clock.now() + 1 })
    clock.advance(31 * minute)
    await sweep()
    expect(await read(id)).toMatchObject({ status: 'captured' })
    const [work] = await merchant.rows("SELECT due FROM dueWork WHERE account = ? AND lane = 'settlement'", merchant.id)
    expect(Number(work?.['due']) - clock.now()).toBeGreaterThan(5 * minute)
    await pass(21 * hour)
    expect(await read(id)).toMatchObject({ status: 'returned' })
  })

  test('bank debits are watched for 60 days after their settlement, every six hours, and cards are not', async () => {
    const { sale, check, book, read, pass, clock, report, spans, sweep } = await setUp({ settlesAfterMs: day })
    await sale()
    await pass(26 * hour)
    expect(await report()).toBeNull()
    const id = await check()
    await pass(26 * hour)
    expect(await read(id)).toMatchObject({ status: 'settled' })
    const before = spans.length
    await pass(day)
    expect(spans.length - before).toBeLessThanOrEqual(5)
    clock.advance(57 * day)
    await book.change(id, { state: 'returned', returnCode: 'R10', at: clock.now() })
    clock.advance(7 * hour)
    await sweep()
    expect(await read(id)).toMatchObject({ status: 'returned', returns: [{ code: 'R10' }] })
    clock.advance(62 * day)
    await sweep()
    expect(await report()).toBeNull()
  })
})

describe('a test clock', () => {
  test('a simulated connection settles and returns on the days that the test clock passes', async () => {
    const { check, call, read, spans } = await setUp({ settlesAfterMs: day })
    const id = await check('999000001')
    const advance = async (body: object) => (await call('POST', '/v1/testclock/advance', { body })).json
    let passage = await advance({ seconds: 9 * 86_400 })
    while (passage.complete === false) passage = await advance({ cursor: passage.cursor })
    expect(await read(id)).toMatchObject({ status: 'returned', returns: [{ code: 'R01' }] })
    const { created, returns } = await read(id)
    expect(Date.parse(returns[0].at) - Date.parse(created)).toBeLessThan(7 * day)
    expect(spans.length).toBeGreaterThan(48)
  })
})

describe('the job', () => {
  test('a report is read half an hour after the first approval, then every half hour, and never in between', async () => {
    const { sale, spans, clock, worker, report } = await setUp({ settlesAfterMs: null })
    await sale()
    const approved = clock.now()
    expect(Math.round((Number((await report())?.['due']) - approved) / minute)).toBe(30)
    for (let minutes = 0; minutes < 125; minutes += 5) {
      clock.advance(5 * minute)
      await worker.sweep()
    }
    expect(spans).toHaveLength(4)
    // The first span begins before the operation, each later one before the end of the last.
    expect(spans[0]!.from).toBeLessThan(approved - 4 * minute)
    for (const [index, { from }] of spans.slice(1).entries()) expect(from).toBe(spans[index]!.to - 5 * minute)
  })

  test('a report of a connection whose captures are older than three days is read every six hours', async () => {
    const { sale, spans, clock, sweep, report } = await setUp({ settlesAfterMs: null })
    await sale()
    clock.advance(4 * day)
    await sweep()
    expect(spans).toHaveLength(1)
    expect(Math.round((Number((await report())?.['due']) - clock.now()) / hour)).toBe(6)
  })

  test('spans overlap by the time after which the processor shows a change', async () => {
    const { sale, spans, pass } = await setUp({ settlesAfterMs: null }, { visibleAfterMs: 10 * minute })
    await sale()
    await pass(65 * minute, 31 * minute)
    expect(spans[1]!.from).toBe(spans[0]!.to - 15 * minute)
  })

  test('a report that cannot be read in its middle is read on from the same page later', async () => {
    const fixture = await setUp({ settlesAfterMs: day })
    const { authorize, clock, sweep, spans, failNext, report, merchant, connection, book } = fixture
    // More than a page.
    const ids: string[] = []
    for (let count = 0; count < 105; count++) ids.push(await authorize(1))
    const captured = await fixture.capture(ids[104]!)
    clock.advance(day + minute)
    const read = book.report
    let pages = 0
    book.report = async (span, cursor, rules) => {
      if (++pages === 2) failNext(1)
      return read(span, cursor, rules)
    }
    await sweep()
    expect(pages).toBe(2)
    expect(JSON.parse(String((await report())?.['reading']))).toMatchObject({ page: expect.any(String) })
    const health = 'SELECT lastSuccess < lastFailure AS isFailing FROM connections WHERE id = ?'
    expect(await merchant.rows(health, connection)).toEqual([{ isFailing: 1 }])
    clock.advance(29 * minute)
    await sweep()
    expect(pages).toBe(2)
    clock.advance(2 * minute)
    await sweep()
    expect(new Set(spans.map(({ to }) => to)).size).toBe(1)
    const rows = await merchant.rows('SELECT status FROM operations WHERE id = ?', Number(captured))
    expect(rows).toEqual([{ status: 'settled' }])
  })

  test('a read that has not ended in a day begins again with its first page', async () => {
    const { sale, clock, sweep, spans, failNext, merchant, connection, report, read } = await setUp({
      settlesAfterMs: day,
    })
    const id = await sale()
    clock.advance(2 * day)
    const reading = { span: { from: 0, to: 1 }, page: 'expired', began: clock.now() - day }
    await merchant.run(
      'UPDATE settlementReports SET reading = ? WHERE connection = ?',
      JSON.stringify(reading),
      connection,
    )
    failNext(1)
    await sweep()
    expect(await report()).toMatchObject({ reading: null })
    clock.advance(31 * minute)
    await sweep()
    expect(spans.at(-1)!.to).toBeGreaterThan(1)
    expect(await read(id)).toMatchObject({ status: 'settled' })
  })

  test('two runs at once settle and return each operation once', async () => {
    const { check, sale, clock, worker, merchant, connection, batches, events, sweep } = await setUp({
      settlesAfterMs: day,
    })
    const ids = [await check('999000001'), await sale()]
    clock.advance(9 * day)
    // Each claims the report, as after the end of a lease.
    const claimAgain = () => merchant.run('UPDATE settlementReports SET due = 0 WHERE connection = ?', connection)
    for (let round = 0; round < 3; round++) {
      await Promise.all([worker.sweep(), claimAgain().then(worker.sweep), claimAgain().then(worker.sweep)])
    }
    // A run that found nothing to do beside another one has put the lane off by a minute.
    clock.advance(2 * minute)
    await sweep()
    const totals = (await batches()).flatMap(({ totals }: { totals: object[] }) => totals)
    expect(totals).toMatchObject([{ captures: { count: ids.length, amount: 50 } }])
    expect(await events('transaction.settled')).toHaveLength(2)
    expect(await events('transaction.returned')).toHaveLength(1)
  })

  test('a page that is applied again changes nothing', async () => {
    const { sale, clock, sweep, merchant, connection, events, check } = await setUp({ settlesAfterMs: day })
    await sale()
    await check('999000001')
    clock.advance(9 * day)
    await sweep()
    await sweep()
    const rows = async () => [
      await merchant.rows('SELECT * FROM operations WHERE account = ?', merchant.id),
      await merchant.rows('SELECT * FROM transactions WHERE account = ?', merchant.id),
    ]
    const before = await rows()
    await merchant.run(
      'UPDATE settlementReports SET due = 0, reading = NULL, readUntil = 0, readAt = NULL WHERE connection = ?',
      connection,
    )
    await sweep()
    expect(await rows()).toEqual(before)
    expect(await events('transaction.settled')).toHaveLength(2)
    expect(await events('transaction.returned')).toHaveLength(1)
  })

  test('a report of operations of other accounts changes nothing of them', async () => {
    const mine = await setUp({ settlesAfterMs: day })
    const theirs = await mine.beside()
    const id = await theirs.sale()
    await mine.sale()
    await mine.merchant.run('DELETE FROM settlementReports WHERE connection = ?', theirs.connection)
    await mine.pass(26 * hour)
    expect(await theirs.read(id)).toMatchObject({ status: 'captured' })
  })
})
