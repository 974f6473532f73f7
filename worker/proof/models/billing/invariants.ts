import type { Billing } from './inProcess.ts'
import { checkTold } from './told.ts'
import { checkTries } from './tries.ts'
import type { Happened, Known } from './model.ts'
import type { Attempt, Seen } from './seen.ts'
import { holds } from './violation.ts'
import { beginningOf } from './walls.ts'

/** What an account is like while a step is played. */
export interface AccountKnown {
  readonly zone: string
  /** Whether it was another before. */
  readonly moved: boolean
  readonly suspended: boolean
}

/** Holds of a subscription after a step. `known.last` is still what was seen before it. */
export const checkStep = (
  known: Known,
  now: Seen,
  happened: Happened,
  account: AccountKnown,
  billing: Billing,
): void => {
  const told = () => JSON.stringify({ ...known, now, bills: [...now.bills.values()], dates: known.dates.slice(0, 9) })
  const fresh = now.attempts.slice(known.last.attempts.length)
  for (const attempt of fresh) checkFresh(known, attempt, now, happened, account, told)
  checkBooks(now, billing, told)
  checkBills(known, now, told)
  checkState(now, happened.to, told)
  checkSkipped(known, now, happened, account, told)
  checkTold(now, told)
  if (!account.moved) checkTries(known, now, account.zone, happened.to, told)
}

/** Of a payment that was made in this step. */
const checkFresh = (
  { canceled, pausedUntil, price, notBefore, last, dates, subject }: Known,
  { period, at, amount }: Attempt,
  { attempts }: Seen,
  { known, change, together }: Happened,
  { zone, suspended }: AccountKnown,
  told: () => string,
): void => {
  const changed = together && known?.subject.subscription === subject.subscription ? change?.verb : undefined
  holds(!canceled, 'nothing is charged after a cancel', told)
  const resumes = changed === 'resume' || changed === 'reprice'
  holds(pausedUntil === null || at >= pausedUntil || resumes, 'nothing is charged during a pause', told)
  holds(!suspended, 'nothing is charged of a suspended account', told)
  const isFirst = !last.bills.has(period) && attempts.find((one) => one.period === period)?.at === at
  if (!isFirst) {
    holds(
      amount === attempts.find((one) => one.period === period)!.amount,
      'what is charged is the price of the first opening',
      told,
    )
    return
  }
  const prices = change?.verb === 'reprice' && changed !== undefined ? [price, change.total] : [price]
  holds(prices.includes(amount), 'what is charged is the price of the first opening', told)
  const begins = beginningOf(zone, dates[period]!)
  holds(begins <= at, 'nothing is charged before its date', told)
  const from = pausedUntil === null ? notBefore : Math.max(notBefore, Math.min(pausedUntil, at))
  // A zone further west begins its days later: what was seen as passed there may be to come here.
  holds(begins >= from - day, 'what a pause or an unpaid bill skipped is not owed', told)
}

const day = 86_400_000

const standsIn = ({ book }: Billing, { op }: Attempt): boolean => book.find(op)?.state === 'approved'

/** One payment at most stands of each period, at the acquirer. */
const checkBooks = ({ row, attempts }: Seen, billing: Billing, told: () => string): void => {
  const paid = new Set<number>()
  for (const attempt of attempts) {
    if (!standsIn(billing, attempt)) continue
    holds(Number(billing.book.find(attempt.op)!.approved) === attempt.amount, 'all books agree in the end', told)
    holds(!paid.has(attempt.period), 'a period is paid once', told)
    paid.add(attempt.period)
  }
  holds(row.installments === 0 || paid.size <= row.installments, 'installments are never exceeded', told)
}

const checkBills = ({ dates, subject }: Known, { bills, attempts }: Seen, told: () => string): void => {
  for (const { period } of attempts) holds(bills.has(period), 'payments of a bill are found by its reference', told)
  for (const bill of bills.values()) {
    holds(bill.date === dates[bill.period], 'a bill has the date of the calendar', told)
    const own = attempts.filter(({ period }) => period === bill.period)
    const name = `sub:${subject.subscription}:${bill.period}`
    holds(
      own.length === bill.attempts &&
        own.every(({ reference, amount }) => reference === name && amount === bill.total) &&
        own.at(-1)?.op === String(bill.transactionId),
      'payments of a bill are found by its reference',
      told,
    )
  }
}

const ended: ReadonlySet<string> = new Set(['completed', 'canceled'])
/** Of bills that nobody tries any more, whatever comes. */
const over: ReadonlySet<string> = new Set(['paid', 'dropped'])

/** By the columns alone: who looks for what is due finds all of it, and nothing else. */
const checkState = ({ row, bills }: Seen, now: number, told: () => string): void => {
  const { status, due, resumesAt, period, charges, installments } = row
  const asking = [...bills.values()].filter((bill) => bill.asking === 1)
  holds(asking.length <= 1 && asking.every((bill) => bill.period === period), 'status and due fit', told)
  const paid = [...bills.values()].filter((bill) => bill.status === 'paid')
  holds(paid.length === charges, 'status and due fit', told)
  holds(
    paid.every((bill) => bill.period < period),
    'status and due fit',
    told,
  )
  holds(
    (status === 'completed') === (installments > 0 && charges === installments && status !== 'canceled'),
    'status and due fit',
    told,
  )
  const isOver = status === 'paused' || ended.has(status)
  for (const bill of bills.values())
    holds(bill.asking === 1 || over.has(bill.status) || (bill.period === period && !isOver), 'status and due fit', told)
  if (asking.length > 0) holds(due !== null, 'status and due fit', told)
  else if (row.newMethod === 1) holds(due !== null && due <= now, 'status and due fit', told)
  else if (ended.has(status)) holds(due === null, 'status and due fit', told)
  else if (status === 'paused') holds(due === resumesAt, 'status and due fit', told)
  else if (status !== 'unpaid') holds(due !== null, 'status and due fit', told)
}

/** Periods go by with their bills, but for those that a pause or an unpaid bill kept from being billed. */
const checkSkipped = (
  { last, dates }: Known,
  { row, bills }: Seen,
  { known, change, to }: Happened,
  { zone, moved }: AccountKnown,
  told: () => string,
): void => {
  const before = last.row
  holds(row.period >= before.period, 'nothing is skipped that is owed', told)
  const mayHaveStopped =
    ['paused', 'unpaid'].includes(before.status) || (known?.subject.subscription === row.id && change !== null)
  for (let period = before.period; period < row.period; period++) {
    if (bills.has(period)) continue
    holds(mayHaveStopped && (moved || beginningOf(zone, dates[period]!) <= to), 'nothing is skipped that is owed', told)
  }
}

/** Holds when nothing is under way any more. */
export const checkEnd = (known: Known, { row, bills, attempts }: Seen, billing: Billing): void => {
  const told = () =>
    JSON.stringify({
      ...known,
      row,
      attempts,
      bills: [...bills.values()],
      now: billing.now(),
      dates: known.dates.slice(0, 9),
    })
  holds(![...bills.values()].some(({ asking }) => asking === 1), 'everything is decided in the end', told)
  holds(row.due === null || row.due > billing.now(), 'everything is decided in the end', told)
  holds(!attempts.some(({ status }) => status === 'pending'), 'everything is decided in the end', told)
  const paid = [...bills.values()]
    .filter(({ status }) => status === 'paid')
    .map(({ period, total }) => `${period}: ${total}`)
  const captured = attempts.filter(({ captured: amount }) => amount > 0).map((one) => `${one.period}: ${one.captured}`)
  const taken = attempts
    .filter((one) => standsIn(billing, one))
    .map(({ op, period }) => `${period}: ${billing.book.find(op)!.approved}`)
  const same = JSON.stringify(paid.sort())
  holds(
    same === JSON.stringify(captured.sort()) && same === JSON.stringify(taken.sort()) && row.charges === paid.length,
    'all books agree in the end',
    () => `${JSON.stringify({ paid, captured, taken })} ${told()}`,
  )
}
