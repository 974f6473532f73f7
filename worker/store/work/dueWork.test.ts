import { afterEach, describe, expect, test } from 'vitest'
import { createMerchant } from '../../testing/merchant.ts'
import { database, enter, entriesOf, insertOperation, insertPayment, now, scopeOf } from './dueWork.fixture.ts'
import { claimDueAccounts, readOwnerWork, settleLanes } from './dueWork.ts'

// Claims concern the whole shard.
afterEach(async () => {
  await database.rows({ sql: 'DELETE FROM dueWork', values: [] })
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
