import type { System } from '../kernel/gateway.ts'
import { assertInvariant } from '../kernel/invariant.ts'
import { startOfDate } from './calendar.ts'
import { checkDunning } from './dunning.ts'
import { checkEvents } from './expectedEvents.ts'
import type { ExpectedAccount, Step, ExpectedSubscription } from './model.ts'
import type { Attempt, Snapshot } from './snapshot.ts'

/** Runs for each subscription after a step. `expected.last` is the snapshot before the step. */
export const checkInvariants = (
  expected: ExpectedSubscription,
  now: Snapshot,
  step: Step,
  account: ExpectedAccount,
  system: System,
): void => {
  const detail = () =>
    JSON.stringify({ ...expected, now, bills: [...now.bills.values()], dates: expected.dates.slice(0, 9) })
  const newAttempts = now.attempts.slice(expected.last.attempts.length)
  for (const attempt of newAttempts) checkNewCharge(expected, attempt, now, step, account, detail)
  checkLedger(now, system, detail)
  checkBills(expected, now, detail)
  checkColumns(now, step.to, detail)
  checkSkippedPeriods(expected, now, step, account, detail)
  checkEvents(now, detail)
  if (!account.zoneChanged) checkDunning(expected, now, account.zone, step.to, detail)
}

/** Checks a payment that was created in this step. */
const checkNewCharge = (
  { canceled, pausedUntil, price, notBefore, last, dates, ref }: ExpectedSubscription,
  { period, at, amount }: Attempt,
  { attempts }: Snapshot,
  { subscription: changed, change, concurrent }: Step,
  { zone, suspended }: ExpectedAccount,
  detail: () => string,
): void => {
  const concurrentChange = concurrent && changed?.ref.subscription === ref.subscription ? change?.verb : undefined
  assertInvariant(!canceled, 'a canceled subscription is not charged', detail)
  const resumes = concurrentChange === 'resume' || concurrentChange === 'reprice'
  assertInvariant(pausedUntil === null || at >= pausedUntil || resumes, 'a paused subscription is not charged', detail)
  assertInvariant(!suspended, 'a suspended account is not charged', detail)
  const isFirst = !last.bills.has(period) && attempts.find((attempt) => attempt.period === period)?.at === at
  if (!isFirst) {
    assertInvariant(
      amount === attempts.find((attempt) => attempt.period === period)!.amount,
      'every attempt of a bill charges its original price',
      detail,
    )
    return
  }
  const prices = change?.verb === 'reprice' && concurrentChange !== undefined ? [price, change.total] : [price]
  assertInvariant(prices.includes(amount), 'every attempt of a bill charges its original price', detail)
  const begins = startOfDate(zone, dates[period]!)
  assertInvariant(begins <= at, 'a bill is not charged before its date', detail)
  const from = pausedUntil === null ? notBefore : Math.max(notBefore, Math.min(pausedUntil, at))
  // A day of tolerance: after a change of the time zone, a date that had already begun may begin again.
  assertInvariant(begins >= from - day, 'periods skipped by a pause or an unpaid bill are not charged', detail)
}

const day = 86_400_000

const isStandingIn = ({ ledger }: System, { op }: Attempt): boolean => ledger.find(op)?.state === 'approved'

/** The acquirer has at most one standing payment for each period. */
const checkLedger = ({ row, attempts }: Snapshot, system: System, detail: () => string): void => {
  const paid = new Set<number>()
  for (const attempt of attempts) {
    if (!isStandingIn(system, attempt)) continue
    assertInvariant(Number(system.ledger.find(attempt.op)!.approved) === attempt.amount, 'all ledgers agree', detail)
    assertInvariant(!paid.has(attempt.period), 'a period is paid once', detail)
    paid.add(attempt.period)
  }
  assertInvariant(row.installments === 0 || paid.size <= row.installments, 'installments are never exceeded', detail)
}

const checkBills = (
  { dates, ref }: ExpectedSubscription,
  { bills, attempts }: Snapshot,
  detail: () => string,
): void => {
  for (const { period } of attempts) assertInvariant(bills.has(period), 'payments of a bill have its reference', detail)
  for (const bill of bills.values()) {
    assertInvariant(bill.date === dates[bill.period], 'a bill has the date of the reference calendar', detail)
    const own = attempts.filter(({ period }) => period === bill.period)
    const expectedReference = `sub:${ref.subscription}:${bill.period}`
    assertInvariant(
      own.length === bill.attempts &&
        own.every(({ reference, amount }) => reference === expectedReference && amount === bill.total) &&
        own.at(-1)?.op === String(bill.transactionId),
      'payments of a bill have its reference',
      detail,
    )
  }
}

const endedStatuses: ReadonlySet<string> = new Set(['completed', 'canceled'])
/** Of bills that get no more attempts. */
const closedBillStatuses: ReadonlySet<string> = new Set(['paid', 'dropped'])

/** Columns of a subscription and its bills are consistent, so a query for due work finds exactly the due rows. */
const checkColumns = ({ row, bills }: Snapshot, now: number, detail: () => string): void => {
  const { status, due, resumesAt, period, charges, installments } = row
  const asking = [...bills.values()].filter((bill) => bill.asking === 1)
  assertInvariant(
    asking.length <= 1 && asking.every((bill) => bill.period === period),
    'status and due time are consistent',
    detail,
  )
  const paid = [...bills.values()].filter((bill) => bill.status === 'paid')
  assertInvariant(paid.length === charges, 'status and due time are consistent', detail)
  assertInvariant(
    paid.every((bill) => bill.period < period),
    'status and due time are consistent',
    detail,
  )
  assertInvariant(
    (status === 'completed') === (installments > 0 && charges === installments && status !== 'canceled'),
    'status and due time are consistent',
    detail,
  )
  const isStopped = status === 'paused' || endedStatuses.has(status)
  for (const bill of bills.values())
    assertInvariant(
      bill.asking === 1 || closedBillStatuses.has(bill.status) || (bill.period === period && !isStopped),
      'status and due time are consistent',
      detail,
    )
  if (asking.length > 0) assertInvariant(due !== null, 'status and due time are consistent', detail)
  else if (row.newMethod === 1)
    assertInvariant(due !== null && due <= now, 'status and due time are consistent', detail)
  else if (endedStatuses.has(status)) assertInvariant(due === null, 'status and due time are consistent', detail)
  else if (status === 'paused') assertInvariant(due === resumesAt, 'status and due time are consistent', detail)
  else if (status !== 'unpaid') assertInvariant(due !== null, 'status and due time are consistent', detail)
}

/** Every past period has a bill, except during a pause or while a bill is unpaid. */
const checkSkippedPeriods = (
  { last, dates }: ExpectedSubscription,
  { row, bills }: Snapshot,
  { subscription: changed, change, to }: Step,
  { zone, zoneChanged }: ExpectedAccount,
  detail: () => string,
): void => {
  const before = last.row
  assertInvariant(row.period >= before.period, 'no due period is skipped', detail)
  const isChanged = changed?.ref.subscription === row.id && change !== null
  const mayHaveStopped = isChanged || ['paused', 'unpaid'].includes(before.status)
  // A period that starts when a pause ends is billed.
  const stoppedUntil =
    !isChanged && before.status === 'paused' ? Math.min(to + 1, before.resumesAt ?? Infinity) : to + 1
  for (let period = before.period; period < row.period; period++) {
    if (bills.has(period)) continue
    assertInvariant(
      mayHaveStopped && (zoneChanged || startOfDate(zone, dates[period]!) < stoppedUntil),
      'no due period is skipped',
      detail,
    )
  }
}

/** At the end of a history: nothing is pending, and all ledgers agree. */
export const checkEnd = (expected: ExpectedSubscription, { row, bills, attempts }: Snapshot, system: System): void => {
  const detail = () =>
    JSON.stringify({
      ...expected,
      row,
      attempts,
      bills: [...bills.values()],
      now: system.now(),
      dates: expected.dates.slice(0, 9),
    })
  assertInvariant(![...bills.values()].some(({ asking }) => asking === 1), 'nothing is pending after recovery', detail)
  assertInvariant(row.due === null || row.due > system.now(), 'nothing is pending after recovery', detail)
  assertInvariant(!attempts.some(({ status }) => status === 'pending'), 'nothing is pending after recovery', detail)
  const paid = [...bills.values()]
    .filter(({ status }) => status === 'paid')
    .map(({ period, total }) => `${period}: ${total}`)
  const captured = attempts
    .filter((attempt) => attempt.captured > 0)
    .map((attempt) => `${attempt.period}: ${attempt.captured}`)
  const charged = attempts
    .filter((attempt) => isStandingIn(system, attempt))
    .map(({ op, period }) => `${period}: ${system.ledger.find(op)!.approved}`)
  const expectedAmounts = JSON.stringify(paid.sort())
  assertInvariant(
    expectedAmounts === JSON.stringify(captured.sort()) &&
      expectedAmounts === JSON.stringify(charged.sort()) &&
      row.charges === paid.length,
    'all ledgers agree',
    () => `${JSON.stringify({ paid, captured, charged })} ${detail()}`,
  )
}
