import type { System } from '../kernel/gateway.ts'
import { holds } from '../kernel/model.ts'
import { beginningOf } from './calendar.ts'
import { checkDunning } from './dunning.ts'
import { checkEvents } from './expectedEvents.ts'
import type { AccountKnown, Happened, Known } from './model.ts'
import type { Attempt, Snapshot } from './snapshot.ts'

/** Of a subscription after a command. `known.last` is still the snapshot before it. */
export const checkAll = (
  known: Known,
  now: Snapshot,
  happened: Happened,
  account: AccountKnown,
  system: System,
): void => {
  const detail = () => JSON.stringify({ ...known, now, bills: [...now.bills.values()], dates: known.dates.slice(0, 9) })
  const fresh = now.attempts.slice(known.last.attempts.length)
  for (const attempt of fresh) checkFresh(known, attempt, now, happened, account, detail)
  checkBooks(now, system, detail)
  checkBills(known, now, detail)
  checkState(now, happened.to, detail)
  checkSkipped(known, now, happened, account, detail)
  checkEvents(now, detail)
  if (!account.moved) checkDunning(known, now, account.zone, happened.to, detail)
}

/** Of a payment that was made in this step. */
const checkFresh = (
  { canceled, pausedUntil, price, notBefore, last, dates, subject }: Known,
  { period, at, amount }: Attempt,
  { attempts }: Snapshot,
  { known, change, together }: Happened,
  { zone, suspended }: AccountKnown,
  detail: () => string,
): void => {
  const changed = together && known?.subject.subscription === subject.subscription ? change?.verb : undefined
  holds(!canceled, 'nothing is charged after a cancel', detail)
  const resumes = changed === 'resume' || changed === 'reprice'
  holds(pausedUntil === null || at >= pausedUntil || resumes, 'nothing is charged during a pause', detail)
  holds(!suspended, 'nothing is charged of a suspended account', detail)
  const isFirst = !last.bills.has(period) && attempts.find((one) => one.period === period)?.at === at
  if (!isFirst) {
    holds(
      amount === attempts.find((one) => one.period === period)!.amount,
      'what is charged is the price of the first opening',
      detail,
    )
    return
  }
  const prices = change?.verb === 'reprice' && changed !== undefined ? [price, change.total] : [price]
  holds(prices.includes(amount), 'what is charged is the price of the first opening', detail)
  const begins = beginningOf(zone, dates[period]!)
  holds(begins <= at, 'nothing is charged before its date', detail)
  const from = pausedUntil === null ? notBefore : Math.max(notBefore, Math.min(pausedUntil, at))
  // A zone further west begins its days later: what was seen as passed there may be to come here.
  holds(begins >= from - day, 'what a pause or an unpaid bill skipped is not owed', detail)
}

const day = 86_400_000

const standsIn = ({ ledger }: System, { op }: Attempt): boolean => ledger.find(op)?.state === 'approved'

/** One payment at most stands of each period, at the acquirer. */
const checkBooks = ({ row, attempts }: Snapshot, system: System, detail: () => string): void => {
  const paid = new Set<number>()
  for (const attempt of attempts) {
    if (!standsIn(system, attempt)) continue
    holds(Number(system.ledger.find(attempt.op)!.approved) === attempt.amount, 'all ledgers agree in the end', detail)
    holds(!paid.has(attempt.period), 'a period is paid once', detail)
    paid.add(attempt.period)
  }
  holds(row.installments === 0 || paid.size <= row.installments, 'installments are never exceeded', detail)
}

const checkBills = ({ dates, subject }: Known, { bills, attempts }: Snapshot, detail: () => string): void => {
  for (const { period } of attempts) holds(bills.has(period), 'payments of a bill are found by its reference', detail)
  for (const bill of bills.values()) {
    holds(bill.date === dates[bill.period], 'a bill has the date of the calendar', detail)
    const own = attempts.filter(({ period }) => period === bill.period)
    const name = `sub:${subject.subscription}:${bill.period}`
    holds(
      own.length === bill.attempts &&
        own.every(({ reference, amount }) => reference === name && amount === bill.total) &&
        own.at(-1)?.op === String(bill.transactionId),
      'payments of a bill are found by its reference',
      detail,
    )
  }
}

const ended: ReadonlySet<string> = new Set(['completed', 'canceled'])
/** Of bills that nobody tries any more, whatever comes. */
const over: ReadonlySet<string> = new Set(['paid', 'dropped'])

/** By the columns alone: who looks for what is due finds all of it, and nothing else. */
const checkState = ({ row, bills }: Snapshot, now: number, detail: () => string): void => {
  const { status, due, resumesAt, period, charges, installments } = row
  const asking = [...bills.values()].filter((bill) => bill.asking === 1)
  holds(asking.length <= 1 && asking.every((bill) => bill.period === period), 'status and due fit', detail)
  const paid = [...bills.values()].filter((bill) => bill.status === 'paid')
  holds(paid.length === charges, 'status and due fit', detail)
  holds(
    paid.every((bill) => bill.period < period),
    'status and due fit',
    detail,
  )
  holds(
    (status === 'completed') === (installments > 0 && charges === installments && status !== 'canceled'),
    'status and due fit',
    detail,
  )
  const isOver = status === 'paused' || ended.has(status)
  for (const bill of bills.values())
    holds(
      bill.asking === 1 || over.has(bill.status) || (bill.period === period && !isOver),
      'status and due fit',
      detail,
    )
  if (asking.length > 0) holds(due !== null, 'status and due fit', detail)
  else if (row.newMethod === 1) holds(due !== null && due <= now, 'status and due fit', detail)
  else if (ended.has(status)) holds(due === null, 'status and due fit', detail)
  else if (status === 'paused') holds(due === resumesAt, 'status and due fit', detail)
  else if (status !== 'unpaid') holds(due !== null, 'status and due fit', detail)
}

/** Periods go by with their bills, but for those that a pause or an unpaid bill kept from being billed. */
const checkSkipped = (
  { last, dates }: Known,
  { row, bills }: Snapshot,
  { known, change, to }: Happened,
  { zone, moved }: AccountKnown,
  detail: () => string,
): void => {
  const before = last.row
  holds(row.period >= before.period, 'nothing is skipped that is owed', detail)
  const isChanged = known?.subject.subscription === row.id && change !== null
  const mayHaveStopped = isChanged || ['paused', 'unpaid'].includes(before.status)
  // What begins when a pause ends is billed.
  const stoppedUntil =
    !isChanged && before.status === 'paused' ? Math.min(to + 1, before.resumesAt ?? Infinity) : to + 1
  for (let period = before.period; period < row.period; period++) {
    if (bills.has(period)) continue
    holds(
      mayHaveStopped && (moved || beginningOf(zone, dates[period]!) < stoppedUntil),
      'nothing is skipped that is owed',
      detail,
    )
  }
}

/** Holds when nothing is under way any more. */
export const checkEnd = (known: Known, { row, bills, attempts }: Snapshot, system: System): void => {
  const detail = () =>
    JSON.stringify({
      ...known,
      row,
      attempts,
      bills: [...bills.values()],
      now: system.now(),
      dates: known.dates.slice(0, 9),
    })
  holds(![...bills.values()].some(({ asking }) => asking === 1), 'everything is decided in the end', detail)
  holds(row.due === null || row.due > system.now(), 'everything is decided in the end', detail)
  holds(!attempts.some(({ status }) => status === 'pending'), 'everything is decided in the end', detail)
  const paid = [...bills.values()]
    .filter(({ status }) => status === 'paid')
    .map(({ period, total }) => `${period}: ${total}`)
  const captured = attempts.filter(({ captured: amount }) => amount > 0).map((one) => `${one.period}: ${one.captured}`)
  const taken = attempts
    .filter((one) => standsIn(system, one))
    .map(({ op, period }) => `${period}: ${system.ledger.find(op)!.approved}`)
  const same = JSON.stringify(paid.sort())
  holds(
    same === JSON.stringify(captured.sort()) && same === JSON.stringify(taken.sort()) && row.charges === paid.length,
    'all ledgers agree in the end',
    () => `${JSON.stringify({ paid, captured, taken })} ${detail()}`,
  )
}
