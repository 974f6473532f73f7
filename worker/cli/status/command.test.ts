import { expect, test } from 'vitest'
import { firstTransactionIdOf } from '../../domain/ids.ts'
import { sqliteD1 } from '../sqlite/sqliteD1.ts'
import { accountSql } from '../accounts/accountSql.ts'
import { runStatus } from './command.ts'
import { mostCountedRows } from './report.ts'

type Mode = 'test' | 'live'

const now = Date.parse('2026-11-20T12:00:00Z')
const minute = 60_000
const day = 24 * 60 * minute

/** The command on a migrated database. Rows are inserted directly, and enter `dueWork` by its triggers. */
const setUp = () => {
  const { rows, exec } = sqliteD1()
  exec('PRAGMA foreign_keys = OFF')
  const calls: number[] = []
  const status = async (...args: string[]) => {
    const printed: string[] = []
    const code = await runStatus(['--shard', '00', ...args], {
      run: async (statements) => {
        calls.push(statements.length)
        return statements.map((statement) => rows(statement))
      },
      now: () => now,
      print: (text) => printed.push(text),
    })
    return { code, output: printed.join('\n') }
  }
  let ids = 0
  const payment = (
    account: string,
    mode: Mode,
    more: { due?: number; attention?: number; created?: number; awaitsScan?: 1 },
  ) => {
    const created = more.created ?? now - day
    const id = firstTransactionIdOf(created) + ids++
    rows(
      `INSERT INTO transactions (id, account, mode, status, method, currency, requested, approved, attention, initiatedBy, initial, created, updated)
       VALUES (?, ?, ?, 'pending', 'creditCard', 840, 100, 100, ?, 'customer', 'first', ?, 0)`,
      id,
      account,
      mode,
      more.attention ?? null,
      created,
    )
    rows(
      `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, due, awaitsScan, storedRequestId, created, updated)
       VALUES (?, ?, ?, ?, 'authorize', 'pending', 100, ?, ?, '', ?, 0)`,
      id,
      id,
      account,
      mode,
      more.due ?? null,
      more.awaitsScan ?? 0,
      created,
    )
  }
  return {
    rows,
    calls,
    status,
    account: (id: string, clockOffset = 0) => {
      exec(accountSql({ id, settings: {}, now: 0 }))
      rows('UPDATE accounts SET testClockOffset = ? WHERE id = ?', clockOffset, id)
    },
    subscription: (account: string, mode: Mode, due: number, count = 1) => {
      rows(
        `WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < ?)
         INSERT INTO subscriptions (id, account, mode, customer, plan, label, unit, interval, firstDate, installments, currency, total, tax,
           surcharge, shipping, status, starts, due, created, updated)
         SELECT ? || n, ?, ?, '', '', '', 'month', 1, '', 0, 840, 100, 0, 0, 0, 'active', 0, ?, 0, 0 FROM counter`,
        count,
        crypto.randomUUID(),
        account,
        mode,
        due,
      )
    },
    payment,
    /** The scans have read all rows that are old enough, and quotas were counted. */
    scanned: () => {
      const positions = {
        operations: firstTransactionIdOf(now - minute),
        holds: firstTransactionIdOf(now - 3 * day),
        usage: now - minute,
      }
      for (const [name, position] of Object.entries(positions))
        rows('INSERT INTO sweepPositions (name, position) VALUES (?, ?)', name, position)
    },
  }
}

const lines = (output: string, start: RegExp) => output.split('\n').filter((line) => start.test(line))

test('npm run status without due work prints so and exits with 0', async () => {
  const { account, subscription, status, scanned, calls } = setUp()
  scanned()
  account('shop')
  subscription('shop', 'live', now + 1)
  const { code, output } = await status('--fail-after', '0')
  expect(code).toBe(0)
  expect(output).toBe(
    'Shard 00\n\nNothing is due.\n\n' +
      'Scans: operations read up to 2026-11-20 11:59:00 UTC; holds read up to 2026-11-17 12:00:00 UTC; quotas counted 1 min ago.',
  )
  // Only one call of wrangler, since there is nothing to count.
  expect(calls).toEqual([5])
})

test('npm run status prints the due rows of several accounts by lane and mode, and the oldest first', async () => {
  const { account, subscription, payment, rows, status, scanned } = setUp()
  scanned()
  for (const id of ['one', 'two', "O'Neill"]) account(id)
  subscription('one', 'live', now - 3 * minute, 2)
  subscription('one', 'live', now + minute)
  subscription('two', 'live', now - 12_000)
  subscription("O'Neill", 'test', now - 2 * 60 * minute)
  payment('one', 'live', { due: now - 1_000 })
  rows(
    "INSERT INTO walletMessages (account, mode, messageId, takenBy, expires) VALUES ('two', 'test', 'm', '', ?)",
    now - 61 * minute,
  )
  const { code, output } = await status()
  expect(code).toBe(0)
  expect(output.split('\n\n').slice(1, 3).join('\n\n')).toBe(
    `lane       mode  accounts  due rows  oldest
reversals  live  1         1         1 s
bills      live  2         3         3 min
bills      test  1         1         2 h
purges     test  1         1         1 min

account  mode  lane       due rows  oldest
O'Neill  test  bills      1         2 h
one      live  bills      2         3 min
two      test  purges     1         1 min
two      live  bills      1         12 s
one      live  reversals  1         1 s`,
  )
})

test('rows of an account with a test clock are due by its clock, in test mode only', async () => {
  const { account, subscription, status, scanned } = setUp()
  scanned()
  account('ahead', 30 * day)
  account('behind', -day)
  subscription('ahead', 'test', now + 30 * day - 5 * minute)
  subscription('ahead', 'test', now + 30 * day + minute)
  subscription('ahead', 'live', now + minute)
  subscription('behind', 'test', now - minute)
  const { output } = await status()
  expect(lines(output, /bills/)).toEqual([
    'bills  test  1         1         5 min',
    'ahead    test  bills  1         5 min',
  ])
})

test('bills of a suspended account are not due', async () => {
  const { account, subscription, payment, rows, status, scanned } = setUp()
  scanned()
  account('shop')
  subscription('shop', 'live', now - day)
  payment('shop', 'live', { due: now - 1_000 })
  rows("UPDATE accounts SET suspended = 1 WHERE id = 'shop'")
  const { output } = await status()
  expect(output).not.toContain('bills')
  expect(lines(output, /reversals/)).toHaveLength(2)
  rows("UPDATE accounts SET suspended = 0 WHERE id = 'shop'")
  expect(lines((await status()).output, /bills/)).toEqual([
    'bills      live  1         1         24 h',
    'shop     live  bills      1         24 h',
  ])
})

test('rows that could not be processed wait since their lane is due again', async () => {
  const { account, subscription, rows, status, scanned } = setUp()
  scanned()
  account('shop')
  subscription('shop', 'live', now - day)
  rows('UPDATE dueWork SET due = ?', now - 40_000)
  expect(lines((await status()).output, /^shop/)).toEqual(['shop     live  bills  1         40 s'])
  rows('UPDATE dueWork SET due = ?', now + 20_000)
  expect((await status()).output).toContain('Nothing is due.')
})

test('settlement that is due from its beginning waits since then', async () => {
  const { account, rows, status, scanned } = setUp()
  scanned()
  account('one')
  account('two')
  rows("INSERT INTO unsettled (account, mode, since) VALUES ('one', 'live', ?)", now - 30_000)
  rows(
    "INSERT INTO batches (id, account, mode, status, cutoff, created, cycle) VALUES ('b', 'two', 'live', 'closing', 0, ?, 0)",
    now - 4 * minute,
  )
  expect(lines((await status()).output, /^(one|two)/)).toEqual([
    'two      live  settlement  1         4 min',
    'one      live  settlement  1         30 s',
  ])
})

test('a backlog is counted up to a limit', async () => {
  const { account, subscription, status, scanned } = setUp()
  scanned()
  account('shop')
  subscription('shop', 'live', now - minute, mostCountedRows + 1)
  const { output } = await status()
  expect(lines(output, /bills/)).toEqual([
    'bills  live  1         10,000 or more  1 min',
    'shop     live  bills  10,000 or more  1 min',
  ])
})

test('npm run status counts the rows of at most 200 due lanes, live mode first, in several calls', async () => {
  const { account, subscription, status, scanned, calls } = setUp()
  scanned()
  for (let number = 0; number < 202; number++) {
    account(`shop-${number}`)
    subscription(`shop-${number}`, 'test', now - minute)
  }
  subscription('shop-0', 'live', now - 1_000)
  const { output } = await status()
  expect(lines(output, /^bills|not counted/)).toEqual([
    'bills  live  1         1         1 s',
    'bills  test  199       199       1 min',
    '3 more due lanes of accounts not counted.',
  ])
  expect(calls.slice(1).reduce((sum, count) => sum + count, 0)).toBe(200)
  expect(calls.length).toBeGreaterThan(2)
})

test('npm run status prints payments that need attention, lagging webhooks, test clocks in progress and scans behind', async () => {
  const { account, payment, rows, status, scanned } = setUp()
  scanned()
  account('shop')
  for (const attention of [1, 2]) payment('shop', 'live', { attention })
  payment('shop', 'test', { created: now - 50_000, due: now - 5_000, awaitsScan: 1 })
  for (const position of [1, 2, 3, 4])
    rows(
      `INSERT INTO events (account, mode, position, type, resource, sequence, occasion, at, randomBits)
       VALUES ('shop', 'live', ?, 'customer.created', 'c', ?, '', ?, 0)`,
      position,
      position,
      now,
    )
  for (const [id, enabled, seen, since] of [
    ['lagging', 1, 0, 1],
    ['disabled', 0, 0, 0],
    ['up-to-date', 1, 4, 0],
  ])
    rows(
      `INSERT INTO webhooks (id, account, mode, url, enabled, sealedSecret, wrappedSecretKey, since, seen, created, updated)
       VALUES (?, 'shop', 'live', ?, ?, '', '', ?, ?, 0, 0)`,
      id!,
      id!,
      enabled!,
      since!,
      seen!,
    )
  rows('UPDATE accounts SET testClockTarget = ?, testClockMoment = ?', day, now)
  const { code, output } = await status('--json', '--fail-after', '4')
  const { longestWaitSeconds, shards } = JSON.parse(output)
  expect([code, longestWaitSeconds]).toEqual([1, 5])
  expect(shards[0]).toMatchObject({
    shard: '00',
    attention: { total: 2, accounts: [{ account: 'shop', mode: 'live', payments: 2 }] },
    webhooks: { total: 1, most: [{ webhook: 'lagging', account: 'shop', mode: 'live', undelivered: 3 }] },
    testClocks: {
      total: 1,
      first: [{ account: 'shop', now: '2026-11-20T12:00:00.000Z', target: '2026-11-21T12:00:00.000Z' }],
    },
    scans: { operations: { behindSeconds: 5 }, holds: { behindSeconds: 0 } },
  })
})

test('npm run status --fail-after exits with 1 for live work that has waited too long, and ignores work of test mode', async () => {
  const { account, subscription, status, scanned } = setUp()
  scanned()
  account('shop')
  subscription('shop', 'test', now - day)
  expect((await status('--fail-after', '60')).code).toBe(0)
  subscription('shop', 'live', now - 90_000)
  expect((await status()).code).toBe(0)
  expect((await status('--fail-after', '90')).code).toBe(0)
  const late = await status('--fail-after', '89')
  expect(late.code).toBe(1)
  expect(late.output).toMatch(/\n\nWork has waited for 1 min, longer than 89 s\.$/)
})

test.each([
  [['--fail-after', 'soon'], '--fail-after must be a number of seconds.'],
  [['--remote', '--state', 'folder'], '--remote and --state exclude each other.'],
  [['--shard', '0'], '--shard must be two characters'],
  [['--fix'], '--fix'],
])('npm run status with %j names the problem', async (args, message) => {
  const ports = { run: async () => [], now: () => now, print: () => undefined }
  await expect(runStatus(args, ports)).rejects.toThrow(message)
})
