import { describe, expect, test } from 'vitest'
import { brokenRule } from '../../../proof/rowInvariants.ts'
import { checkoutStatus } from '../../../domain/checkouts/status.ts'
import { demoAccount } from '../demoAccount.ts'
import { seedSql } from '../seed.ts'
import { makeYear } from './makeYear.ts'

const rootKeys = `1:${btoa(String.fromCharCode(...new Uint8Array(32)))}`
const statements = await seedSql()
const make = (now: number, days?: number) =>
  makeYear({ statements, rootKeys, webhookUrl: 'http://127.0.0.1:8788/webhooks', now }, days)

type Year = Awaited<ReturnType<typeof makeYear>>

const broken = ({ rows }: Year) =>
  brokenRule({ id: demoAccount.id, rows: async (text, ...values) => rows(text, ...values) as Record<string, any>[] })

const now = Date.parse('2026-11-27T18:30:00Z')
const year = await make(now)
/** The values of a query's only column. */
const values = (query: string, of: Year = year): unknown[] => of.rows(query).flatMap((row) => Object.values(row))
const number = (query: string): number => Number(values(query)[0])

describe('the year', () => {
  test('rows of the year satisfy the row invariants', async () => {
    expect(await broken(year)).toBeNull()
  })

  test('the year has between 1,500 and 3,000 payments over 365 days', () => {
    const payments = number('SELECT count(*) FROM transactions')
    expect(payments).toBeGreaterThan(1_500)
    expect(payments).toBeLessThan(3_000)
    const days = number('SELECT count(DISTINCT created / 86400000) FROM transactions')
    expect(days).toBeGreaterThan(350)
    expect(number('SELECT max(created) FROM transactions')).toBeLessThanOrEqual(now)
  })

  test('approval rate and refund rate of the year are plausible', () => {
    const approvals = number(
      "SELECT avg(responseCode = '00') FROM operations WHERE type = 'authorize' AND status <> 'pending'",
    )
    expect(approvals).toBeGreaterThan(0.88)
    expect(approvals).toBeLessThan(0.96)
    const refunds = number('SELECT avg(credited > 0) FROM transactions WHERE captured > 0')
    expect(refunds).toBeGreaterThan(0.025)
    expect(refunds).toBeLessThan(0.07)
    expect(number('SELECT count(DISTINCT responseCode) FROM operations')).toBeGreaterThan(6)
  })

  test('sales of the second half of the year exceed those of the first', () => {
    const [first, second] = ['<', '>='].map((which) =>
      number(`SELECT sum(captured) FROM transactions WHERE created ${which} ${now - 182 * 86_400_000}`),
    )
    expect(second).toBeGreaterThan(first!)
  })

  test.each([
    [
      'transactions',
      'status',
      'authorized captured declined expired partially_refunded pending refunded settled voided',
    ],
    ['transactions', 'network', 'amex diners discover jcb mastercard visa'],
    ['transactions', 'method', 'creditCard terminal'],
    ['disputes', 'stage', 'accepted lost open warning won'],
    ['subscriptions', 'status', 'active canceled past_due paused unpaid'],
    ['bills', 'status', 'open paid unpaid'],
    ['batches', 'status', 'closed'],
  ])('%s have each %s: %s', (table, column, expected) => {
    const found = values(`SELECT DISTINCT ${column} FROM ${table} WHERE ${column} IS NOT NULL ORDER BY 1`)
    expect(found).toEqual(expect.arrayContaining(expected.split(' ')))
  })

  test('an open dispute is due within two weeks', () => {
    const due = values("SELECT evidenceDueBy FROM disputes WHERE stage = 'open'").map(Number)
    expect(due.length).toBeGreaterThan(0)
    for (const time of due) expect(Math.abs(time - now - 7 * 86_400_000)).toBeLessThan(7 * 86_400_000)
  })

  test('two subscriptions are past due, and are retried within four days', () => {
    const due = values("SELECT due FROM subscriptions WHERE status = 'past_due'").map(Number)
    expect(due).toHaveLength(2)
    for (const time of due) expect(time - now).toBeLessThan(4 * 86_400_000)
  })

  test('checkouts have each status', () => {
    const states = year.rows('SELECT id, canceled, expires, announceExpiry FROM checkouts').map((row) => {
      const attempts = year.rows(
        'SELECT status FROM checkoutTries JOIN transactions ON transactions.id = transactionId WHERE checkout = ?',
        String(row['id']),
      )
      return checkoutStatus({ checkout: row, attempts } as unknown as Parameters<typeof checkoutStatus>[0], now).status
    })
    expect([...new Set(states)].toSorted()).toEqual(['canceled', 'completed', 'expired', 'open', 'processing'])
  })

  test('two operations need attention: one without an outcome, and one whose outcome was contradicted', () => {
    expect(values('SELECT attentionReason FROM operations WHERE attention IS NOT NULL ORDER BY 1')).toEqual([
      'no_acknowledgement',
      'outcome_contradicted',
    ])
  })

  test('the year has two terminals, a customer with two cards, and a webhook with new events', () => {
    expect(number('SELECT count(*) FROM terminals')).toBe(2)
    expect(values('SELECT stored FROM customers WHERE stored > 1')).toEqual([2])
    expect(number("SELECT count(*) FROM customers WHERE emailAddress = '' OR firstName = ''")).toBe(0)
    const received = number('SELECT count(*) FROM events, webhooks WHERE position > since')
    expect(received).toBeGreaterThan(50)
    expect(received).toBeLessThan(500)
    expect(number('SELECT min(at) FROM events WHERE snapshot IS NOT NULL')).toBeGreaterThan(now - 31 * 86_400_000)
  })

  test('rows of the year contain no card number', () => {
    const text = new TextDecoder('latin1').decode(year.bytes())
    expect(text).toContain('mail.example')
    expect(text).not.toMatch(/(4242424|4111111|5555555|2223003|3782822|6011111|3566002|3056930|40000000000)\d{5,}/)
  })
})

/** What must not differ from run to run. Sealed values and secrets do. */
const repeated = (of: Year) =>
  [
    'SELECT id, status, approved, captured, credited, orderData, last4, created FROM transactions ORDER BY id',
    'SELECT id, type, status, amount, responseCode, requestId, created FROM operations ORDER BY id',
    'SELECT id, emailAddress FROM customers ORDER BY id',
    'SELECT id, total FROM checkouts ORDER BY id',
    'SELECT id, position FROM events ORDER BY position',
    'SELECT id, cycle FROM batches ORDER BY id',
  ].map((query) => of.rows(query))

describe('the generator', () => {
  test('two runs with one time have the same ids and amounts', async () => {
    const [one, other] = [await make(now, 20), await make(now, 20)]
    expect(one.rows('SELECT id FROM transactions').length).toBeGreaterThan(50)
    expect(repeated(other)).toEqual(repeated(one))
  })

  test.each(['2027-01-01T00:00:00Z', '2027-03-31T23:59:59Z', '2028-02-29T12:00:00Z'])(
    'rows of a month until %s satisfy the row invariants',
    async (until) => {
      const month = await make(Date.parse(until), 40)
      expect(month.rows('SELECT id FROM transactions').length).toBeGreaterThan(100)
      expect(await broken(month)).toBeNull()
    },
  )
})
