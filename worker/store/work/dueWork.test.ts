import { afterEach, describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { createMerchant } from '../../testing/merchant.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { findForgottenWork } from '../../testing/database/forgottenWork.ts'
import { retentionMs } from '../events/eventRetention.ts'
import { Database } from '../sql/database.ts'
import { claimDueAccounts, readOwnerWork, settleLanes } from './dueWork.ts'
import type { Lane } from './nextDue.ts'

const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })
const now = 1_000_000

// Claims concern the whole shard.
afterEach(async () => {
  await database.rows({ sql: 'DELETE FROM dueWork', values: [] })
})

const scopeOf = ({ id }: Merchant, mode: 'test' | 'live' = 'test') => ({ database, owner: { account: id, mode } })

/** The entries of an account's test mode, by lane. */
const entriesOf = async ({ rows, id }: Merchant): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries(
    (await rows("SELECT lane, due FROM dueWork WHERE account = ? AND mode = 'test'", id)).map(({ lane, due }) => [
      lane,
      due,
    ]),
  )

const enter = (merchant: Merchant, lane: Lane, due: number, mode = 'test') =>
  merchant.run('INSERT INTO dueWork (account, mode, lane, due) VALUES (?, ?, ?, ?)', merchant.id, mode, lane, due)

let ids = 0

/** Inserts a payment with its first operation. */
const insertPayment = async (
  { id, run }: Merchant,
  { status = 'pending', due = null as number | null, expires = null as number | null, awaitsScan = 0 } = {},
): Promise<number> => {
  const payment = ++ids
  await run(
    `INSERT INTO transactions (id, account, mode, status, method, currency, requested, approved, expires, awaitsScan, initiatedBy, initial, created, updated)
     VALUES (?, ?, 'test', ?, 'creditCard', 840, 100, 100, ?, ?, 'customer', 'first', 0, 0)`,
    payment,
    id,
    status,
    expires,
    awaitsScan,
  )
  await run(
    `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, due, awaitsScan, storedRequestId, created, updated)
     VALUES (?, ?, ?, 'test', 'authorize', 'pending', 100, ?, ?, '', 0, 0)`,
    payment,
    payment,
    id,
    due,
    awaitsScan,
  )
  return payment
}

const insertOperation = async (
  { id, run }: Merchant,
  payment: number,
  type: 'capture' | 'reversal',
  due: number,
): Promise<number> => {
  const operation = ++ids
  await run(
    `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, due, storedRequestId, created, updated)
     VALUES (?, ?, ?, 'test', ?, 'pending', 100, ?, '', 0, 0)`,
    operation,
    payment,
    id,
    type,
    due,
  )
  return operation
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
    await merchant.run(
      `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, storedRequestId, settlementCycle, created, updated)
       VALUES (?, ?, ?, 'test', 'capture', 'approved', 100, '', 0, 0, 5)`,
      ++ids,
      payment,
      merchant.id,
    )
    expect(await entriesOf(merchant)).toEqual({ settlement: 0 })
    await merchant.run('UPDATE unsettled SET cutoff = 100 WHERE account = ?', merchant.id)
    await settleLanes(scopeOf(merchant), ['settlement'], { hadEffect: true, nowMs: 10, retryAt: 20 })
    expect(await entriesOf(merchant)).toEqual({ settlement: 100 })
    await merchant.run('UPDATE operations SET foreseenAt = 60 WHERE id = ?', ids)
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

describe('settleLanes', () => {
  const done = { hadEffect: true, nowMs: now, retryAt: now + 1 }

  test('a lane without rows loses its entry, and others are due with their first row', async () => {
    const merchant = await createMerchant()
    const payment = await insertPayment(merchant, { due: 50 })
    const later = await insertOperation(merchant, payment, 'reversal', now + 500)
    await merchant.run('UPDATE operations SET due = NULL WHERE id = ?', payment)
    await enter(merchant, 'bills', 10)
    const left = await settleLanes(scopeOf(merchant), ['reversals', 'bills'], done)
    expect([...left]).toEqual([])
    expect(await entriesOf(merchant)).toEqual({ reversals: now + 500 })
    expect(later).toBeGreaterThan(payment)
  })

  test('a lane with due rows stays due, and its backlog is counted', async () => {
    const merchant = await createMerchant()
    const payment = await insertPayment(merchant, { due: 50 })
    await insertOperation(merchant, payment, 'reversal', 60)
    const left = await settleLanes(scopeOf(merchant), ['reversals'], done)
    expect([...left]).toEqual([['reversals', { count: 2, since: 50 }]])
    expect(await entriesOf(merchant)).toEqual({ reversals: 50 })
  })

  test('a lane whose due rows cannot be processed is retried later, and one that comes due before is not delayed', async () => {
    const [stuck, future] = [await createMerchant(), await createMerchant()]
    await insertPayment(stuck, { due: 50 })
    await insertPayment(future, { due: now + 5 })
    for (const merchant of [stuck, future])
      await settleLanes(scopeOf(merchant), ['reversals'], { hadEffect: false, nowMs: now, retryAt: now + 60 })
    expect(await entriesOf(stuck)).toEqual({ reversals: now + 60 })
    expect(await entriesOf(future)).toEqual({ reversals: now + 5 })
    await insertPayment(stuck, { due: now + 1 })
    expect(await entriesOf(stuck)).toEqual({ reversals: now + 1 })
  })

  test('a lane that other work made due stays due, although its own work had no effect', async () => {
    const merchant = await createMerchant()
    await insertPayment(merchant, { due: now })
    await enter(merchant, 'expiries', 1)
    const left = await settleLanes(scopeOf(merchant), ['expiries'], done)
    expect([...left]).toEqual([['reversals', null]])
    expect([...(await settleLanes(scopeOf(merchant), ['reversals'], done))]).toEqual([
      ['reversals', { count: 1, since: now }],
    ])
  })
})

const claim = (mode: 'test' | 'live', nowMs = now, limit = 1000, except: readonly string[] = []) =>
  claimDueAccounts({ database }, { mode, nowMs, limit, except })

describe('claimDueAccounts', () => {
  test('accounts with due work are returned by mode, each once, and none with future work', async () => {
    const [due, future] = [await createMerchant(), await createMerchant()]
    await enter(due, 'bills', now)
    await enter(due, 'purges', now - 5)
    await enter(due, 'bills', now - 1, 'live')
    await enter(future, 'bills', now + 1)
    const [live, inTest] = [await claim('live'), await claim('test')]
    expect(live).toContain(due.id)
    expect(inTest.filter((id) => id === due.id)).toEqual([due.id])
    expect([...live, ...inTest]).not.toContain(future.id)
  })

  test('accounts take turns: those that were claimed the longest ago are first', async () => {
    const merchants = [await createMerchant(), await createMerchant(), await createMerchant()]
    for (const [index, merchant] of merchants.entries()) await enter(merchant, 'bills', -1000 - index)
    const turns: string[] = []
    for (let minute = 1; minute <= 3; minute++) turns.push(...(await claim('test', minute, 1)))
    expect(turns).toEqual(merchants.map(({ id }) => id).toReversed())
  })

  test('an account that the same run has claimed is not claimed again', async () => {
    const merchant = await createMerchant()
    await enter(merchant, 'bills', now)
    expect(await claim('test')).toContain(merchant.id)
    expect(await claim('test', now, 1000, [merchant.id])).not.toContain(merchant.id)
  })

  test('the work of a test clock is due by that clock, and live work of the account by real time', async () => {
    const [ahead, behind] = [await createMerchant(), await createMerchant()]
    for (const [merchant, offset] of [
      [ahead, 500],
      [behind, -500],
    ] as const) {
      await merchant.run('UPDATE accounts SET testClockOffset = ? WHERE id = ?', offset, merchant.id)
      await enter(merchant, 'bills', now + (offset > 0 ? 500 : 0))
      await enter(merchant, 'bills', now, 'live')
    }
    const inTest = await claim('test')
    expect(inTest).toContain(ahead.id)
    expect(inTest).not.toContain(behind.id)
    expect(await claim('live')).toEqual(expect.arrayContaining([ahead.id, behind.id]))
  })

  test('an account whose test clock passes through time is returned unless somebody continues the passage', async () => {
    const [waiting, held] = [await createMerchant(), await createMerchant()]
    for (const [merchant, until] of [
      [waiting, 0],
      [held, now + 1],
    ] as const)
      await merchant.run(
        'UPDATE accounts SET testClockTarget = 5, testClockMoment = 1, testClockHeld = ? WHERE id = ?',
        until,
        merchant.id,
      )
    const claimed = await claim('test')
    expect(claimed).toContain(waiting.id)
    expect(claimed).not.toContain(held.id)
    expect(await readOwnerWork(scopeOf(waiting), now)).toMatchObject({ isPassing: true })
    expect(await readOwnerWork(scopeOf(waiting, 'live'), now)).toMatchObject({ isPassing: false })
  })
})

test('readOwnerWork returns due lanes in the order of priority, with their first due time', async () => {
  const merchant = await createMerchant()
  await enter(merchant, 'purges', 1)
  await enter(merchant, 'bills', 2)
  await enter(merchant, 'reversals', 3)
  await enter(merchant, 'settlement', now + 1)
  const work = await readOwnerWork(scopeOf(merchant), now)
  expect([...work!.lanes]).toEqual([
    ['reversals', 3],
    ['bills', 2],
    ['purges', 1],
  ])
  expect(await readOwnerWork({ database, owner: { account: 'none', mode: 'test' } }, now)).toBeNull()
})
