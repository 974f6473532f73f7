import { describe, expect, test } from 'vitest'
import { findForgottenWork } from '../../testing/database/forgottenWork.ts'
import { createMerchant } from '../../testing/merchant.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { readIntervals } from '../../domain/settlementReports/readDue.ts'
import { retentionMs } from '../events/eventRetention.ts'
import { enter, entriesOf, insertOperation, insertPayment, newId, now, scopeOf } from './dueWork.fixture.ts'
import { settleLanes } from './dueWork.ts'
import type { Lane } from './nextDue.ts'

/** An approved capture in the current settlement cycle. */
const insertCapture = async (merchant: Merchant, payment: number): Promise<number> => {
  const capture = newId()
  await merchant.run(
    `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, storedRequestId, settlementCycle, created, updated)
     VALUES (?, ?, ?, 'test', 'capture', 'approved', 100, '', 0, 0, 5)`,
    capture,
    payment,
    merchant.id,
  )
  return capture
}

describe('entries of due work', () => {
  test('a pending first operation and a reversal are due in the lane of reversals, a capture in that of follow-ups', async () => {
    const merchant = await createMerchant()
    const payment = await insertPayment(merchant, { due: 50 })
    expect(await entriesOf(merchant)).toEqual({ reversals: 50 })
    await insertOperation(merchant, payment, 'capture', 70)
    await insertOperation(merchant, payment, 'reversal', 40)
    expect(await entriesOf(merchant)).toEqual({ reversals: 40, followUps: 70 })
  })

  test('an operation that the processor accepted becomes a follow-up', async () => {
    const merchant = await createMerchant()
    const payment = await insertPayment(merchant, { due: 50 })
    await merchant.run("UPDATE operations SET responseCode = '09', due = 90 WHERE id = ?", payment)
    expect(await entriesOf(merchant)).toEqual({ reversals: 50, followUps: 90 })
  })

  test('rows that await their scan have no entry until it indexes them', async () => {
    const merchant = await createMerchant()
    const payment = await insertPayment(merchant, { status: 'authorized', due: 50, expires: 80, awaitsScan: 1 })
    expect(await entriesOf(merchant)).toEqual({})
    await merchant.run('UPDATE operations SET awaitsScan = 0 WHERE id = ?', payment)
    await merchant.run('UPDATE transactions SET awaitsScan = 0 WHERE id = ?', payment)
    expect(await entriesOf(merchant)).toEqual({ reversals: 50, expiries: 80 })
  })

  test('an approved capture, a closing batch and a foreseen return are due in the lane of settlement', async () => {
    const merchant = await createMerchant()
    const payment = await insertPayment(merchant)
    const capture = await insertCapture(merchant, payment)
    expect(await entriesOf(merchant)).toEqual({ settlement: 0 })
    await merchant.run('UPDATE unsettled SET cutoff = 100 WHERE account = ?', merchant.id)
    await settleLanes(scopeOf(merchant), ['settlement'], { hadEffect: true, nowMs: 10, retryAt: 20 })
    expect(await entriesOf(merchant)).toEqual({ settlement: 100 })
    await merchant.run('UPDATE operations SET foreseenAt = 60 WHERE id = ?', capture)
    expect(await entriesOf(merchant)).toEqual({ settlement: 60 })
  })

  test('a capture that awaits the report of its connection is due half an hour later, and unsettled once it joins a cycle', async () => {
    const merchant = await createMerchant()
    const payment = await insertPayment(merchant)
    await merchant.run(
      `INSERT INTO connections (id, account, mode, processor, label, settings, settlesByReport, created, updated)
       VALUES ('awaited ' || ?1, ?1, 'test', 'simulator', 'Shop', '{}', 1, 0, 0)`,
      merchant.id,
    )
    const capture = newId()
    await merchant.run(
      `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, storedRef, storedRequestId, settlementCycle, created, updated)
       VALUES (?2, ?3, ?1, 'test', 'capture', 'approved', 100, json_object('connection', 'awaited ' || ?1), '', -1, 0, 5)`,
      merchant.id,
      capture,
      payment,
    )
    const unsettled = () => merchant.rows('SELECT since FROM unsettled WHERE account = ?', merchant.id)
    expect([await entriesOf(merchant), await unsettled()]).toEqual([{ settlement: readIntervals.soonMs + 5 }, []])
    await merchant.run('UPDATE operations SET settlementCycle = 0 WHERE id = ?', capture)
    expect([await entriesOf(merchant), await unsettled()]).toEqual([{ settlement: 0 }, [{ since: 5 }]])
  })

  test('the return of a capture is no work before its settlement', async () => {
    const merchant = await createMerchant()
    const payment = await insertPayment(merchant)
    const capture = await insertCapture(merchant, payment)
    await merchant.run('DELETE FROM unsettled WHERE account = ?', merchant.id)
    const foreseen = `UPDATE operations SET foreseen = '{"event":"returned"}', foreseenAt = 60 WHERE id = ?`
    await merchant.run(foreseen, capture)
    await settleLanes(scopeOf(merchant), ['settlement'], { hadEffect: true, nowMs: 100, retryAt: 200 })
    expect(await entriesOf(merchant)).toEqual({})
    await merchant.run("UPDATE operations SET status = 'settled' WHERE id = ?", capture)
    expect(await entriesOf(merchant)).toEqual({ settlement: 60 })
  })

  test('the bills of a suspended account are no work, and are due at once when it is active again', async () => {
    const merchant = await createMerchant()
    await enter(merchant, 'bills', 10)
    await merchant.run('UPDATE accounts SET suspended = 1 WHERE id = ?', merchant.id)
    await settleLanes(scopeOf(merchant), ['bills'], { hadEffect: false, nowMs: 10, retryAt: 20 })
    expect(await entriesOf(merchant)).toEqual({})
    await merchant.run('UPDATE accounts SET suspended = 0 WHERE id = ?', merchant.id)
    expect(await entriesOf(merchant)).toEqual({ bills: 0 })
  })

  test('a payment that never waits writes no entry', async () => {
    const merchant = await createMerchant()
    const payment = await insertPayment(merchant, { due: 50, awaitsScan: 1 })
    await merchant.run("UPDATE operations SET status = 'approved', due = NULL WHERE id = ?", payment)
    await merchant.run("UPDATE transactions SET status = 'authorized', expires = 5 WHERE id = ?", payment)
    expect(await entriesOf(merchant)).toEqual({})
  })
})

/** Rows of each kind, with the statement that makes them due earlier. `?1` is the account, `?2` the time. */
const kinds: readonly {
  readonly kind: string
  readonly lane: Lane
  readonly insert: readonly string[]
  readonly earlier: string
  /** Milliseconds by which the row comes due after its time. */
  readonly laterMs?: number
}[] = [
  {
    kind: 'subscription',
    lane: 'bills',
    insert: [
      `INSERT INTO customers (id, account, mode, firstName, lastName, company, phoneNumber, emailAddress, shippingAddress, metadata, created, updated)
       VALUES ('customer ' || ?1, ?1, 'test', '', '', '', '', '', '{}', '{}', 0, 0)`,
      `INSERT INTO plans (id, account, mode, label, unit, interval, dayOfCycle, currency, amount, installments, created)
       VALUES ('plan ' || ?1, ?1, 'test', 'Plan', 'day', 1, 0, 840, 1, 0, 0)`,
      `INSERT INTO subscriptions (id, account, mode, customer, plan, label, unit, interval, firstDate, installments, currency, total, tax, surcharge, shipping,
                                  status, starts, due, created, updated)
       VALUES ('subscription ' || ?1, ?1, 'test', 'customer ' || ?1, 'plan ' || ?1, 'Plan', 'day', 1, '2026-01-01', 0, 840, 1, 0, 0, 0, 'active', 0, ?2, 0, 0)`,
    ],
    earlier: 'UPDATE subscriptions SET due = ?2 WHERE account = ?1',
  },
  ...(['due', 'announceExpiry', 'forget'] as const).map((column) => ({
    kind: `checkout with ${column}`,
    lane: column === 'forget' ? ('purges' as const) : ('checkouts' as const),
    insert: [
      `INSERT INTO checkouts (id, account, mode, key, origin, currency, total, offer, created, expires, ${column})
       VALUES ('checkout ' || ?1, ?1, 'test', '', '', 840, 1, '{}', 0, 0, ?2)`,
    ],
    earlier: `UPDATE checkouts SET ${column} = ?2 WHERE account = ?1`,
  })),
  {
    kind: 'account with unsettled operations',
    lane: 'settlement',
    insert: ["INSERT INTO unsettled (account, mode, since, cutoff) VALUES (?1, 'test', 0, ?2)"],
    earlier: 'UPDATE unsettled SET cutoff = ?2 WHERE account = ?1',
  },
  {
    kind: 'connection that settles by its report',
    lane: 'settlement',
    insert: [
      `INSERT INTO connections (id, account, mode, processor, label, settings, settlesByReport, created, updated)
       VALUES ('connection ' || ?1, ?1, 'test', 'simulator', 'Shop', '{}', 1, 0, 0)`,
      "INSERT INTO settlementReports (connection, account, mode, due) VALUES ('connection ' || ?1, ?1, 'test', ?2)",
    ],
    earlier: 'UPDATE settlementReports SET due = ?2 WHERE account = ?1',
  },
  {
    kind: 'account with events',
    lane: 'purges',
    insert: ["INSERT INTO eventRetention (account, mode, oldest) VALUES (?1, 'test', ?2)"],
    earlier: 'UPDATE eventRetention SET oldest = ?2 WHERE account = ?1',
    laterMs: retentionMs,
  },
]

describe('entries of each kind of row', () => {
  test.each(kinds)('a $kind is entered when it is inserted, and when it becomes due earlier', async (row) => {
    const { lane, insert, earlier, laterMs = 0 } = row
    const merchant = await createMerchant()
    const run = (text: string, time: number) =>
      merchant.run(text, ...[merchant.id, time].slice(0, text.includes('?2') ? 2 : 1))
    for (const text of insert) await run(text, 500)
    expect(await entriesOf(merchant)).toEqual({ [lane]: 500 + laterMs })
    await run(earlier, 300)
    expect(await entriesOf(merchant)).toEqual({ [lane]: 300 + laterMs })
    // It is not delayed by a later time, which the next work of the lane finds.
    await run(earlier, 900)
    expect(await entriesOf(merchant)).toEqual({ [lane]: 300 + laterMs })
    await settleLanes(scopeOf(merchant), [lane], { hadEffect: true, nowMs: 400 + laterMs, retryAt: 0 })
    const [settled] = Object.values(await entriesOf(merchant))
    expect(settled! - laterMs).toBeGreaterThanOrEqual(900)
    expect(settled! - laterMs).toBeLessThanOrEqual(901)
    const forgotten = await findForgottenWork(merchant.database, now)
    expect(forgotten.filter(({ account }) => account === merchant.id)).toEqual([])
  })

  test('a batch that is still closing keeps the lane of settlement due', async () => {
    const merchant = await createMerchant()
    await merchant.run(
      "INSERT INTO batches (id, account, mode, status, cutoff, created, cycle) VALUES (?1, ?1, 'test', 'closing', 0, 0, 0)",
      merchant.id,
    )
    expect(await entriesOf(merchant)).toEqual({ settlement: 0 })
    await settleLanes(scopeOf(merchant), ['settlement'], { hadEffect: true, nowMs: now, retryAt: now + 1 })
    expect(await entriesOf(merchant)).toEqual({ settlement: 0 })
    await merchant.run("UPDATE batches SET status = 'closed' WHERE id = ?", merchant.id)
    await settleLanes(scopeOf(merchant), ['settlement'], { hadEffect: true, nowMs: now, retryAt: now + 1 })
    expect(await entriesOf(merchant)).toEqual({})
  })
})
