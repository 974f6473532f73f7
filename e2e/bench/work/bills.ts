import type { ConnectionRecord } from '../../../worker/testing/workers/background/figures.ts'
import { countRepeats, middleRate, mostOutOfOrder } from './figures.ts'
import type { ChargedBill } from './figures.ts'
import { MinuteCron } from './minuteCron.ts'
import { createSubscription, seedSubscriptions } from './seed.ts'
import type { BenchAccount, WorkSubject } from './subject.ts'
import { waitUntilNone } from './waitUntilNone.ts'

const minuteMs = 60_000
/** Counts subscriptions of an account that are due and not charged. */
export const dueSubscriptions = 'SELECT count(*) AS left FROM subscriptions WHERE account = ? AND due <= ?'

/** Bills of seeded subscriptions, in the order of their due times. */
export const readCharged = async (
  subject: WorkSubject,
  account: BenchAccount,
  { charges }: Pick<ConnectionRecord, 'charges'>,
  prefix: string,
  dueOf: (number: number) => number,
): Promise<ChargedBill[]> => {
  const bills = await subject.sql<{ op: string; number: number }>(
    `SELECT CAST(transactionId AS TEXT) AS op, CAST(substr(subscription, ?) AS INTEGER) AS number FROM bills
     WHERE account = ? AND subscription >= ? AND subscription < ? AND status = 'paid' ORDER BY number`,
    prefix.length + 1,
    account.id,
    prefix,
    `${prefix}~`,
  )
  const times = new Map(charges)
  return bills.map(({ op, number }) => ({ due: dueOf(number), at: times.get(op) ?? Number.NaN }))
}

export interface BillFigures {
  /** Runs of the cron that failed. */
  readonly failedRuns: number
  readonly bills: number
  readonly processorMs: number
  readonly isDone: boolean
  /** From the run of the cron to the last charge. */
  readonly minutes: number
  readonly paid: number
  /** Charges beyond the first of each operation, and operations beyond the first of each bill. */
  readonly chargedTwice: number
  readonly unpaidAtFirst: number
  readonly outOfOrderMs: number
  readonly mostAtOnce: number
  readonly timedOut: number
  readonly waited: number
  /** Bills per second in the middle half of the run. */
  readonly perSecond: number
  /** Seconds from due to charged of the other account's bills, one a minute. */
  readonly otherSeconds: readonly number[]
}

interface BillOptions {
  readonly count: number
  readonly processorMs: number
  readonly account: BenchAccount
  /** Has a bill each minute. */
  readonly other: BenchAccount
  readonly log: (text: string) => void
}

/** Charges bills that come due in one minute, beside another account that has one each minute. */
export const measureBills = async (
  subject: WorkSubject,
  { count, processorMs, account, other, log }: BillOptions,
): Promise<BillFigures> => {
  const template = await createSubscription(subject, account)
  const templateOfOther = await createSubscription(subject, other)
  await subject.setTimes(account, { background: processorMs, customer: 300 })
  await subject.setTimes(other, { background: 1_500, customer: 300 })
  const prefix = `due-${account.id}-`
  const prefixOfOther = `due-${other.id}-${account.id}-`
  const patienceMs = minuteMs + count * processorMs
  log(`Inserting ${count.toLocaleString('en')} subscriptions …`)
  // Inserted as due later, so that the time of the INSERT does not count.
  const later = Date.now() + 10 * 86_400_000
  await seedSubscriptions(subject, template, { count, prefix, firstDue: later, apartMs: 0 })
  const began = Date.now()
  const apartMs = minuteMs / count
  const dueOf = (number: number) => Math.floor(began - minuteMs + number * apartMs)
  const dueOfOther = (number: number) => began + number * minuteMs
  await subject.sql(
    `UPDATE subscriptions SET due = CAST(? + CAST(substr(id, ?) AS INTEGER) * ? AS INTEGER), firstDate = ? WHERE account = ? AND id >= ? AND id < ?`,
    began - minuteMs,
    prefix.length + 1,
    apartMs,
    new Date(began - 86_400_000).toISOString().slice(0, 10),
    account.id,
    prefix,
    `${prefix}~`,
  )
  const others = Math.ceil(patienceMs / minuteMs) + 1
  await seedSubscriptions(subject, templateOfOther, {
    count: others,
    prefix: prefixOfOther,
    firstDue: began,
    apartMs: minuteMs,
  })
  const cron = new MinuteCron(subject)
  const start = cron.start()
  const isDone = await waitUntilNone(subject, { patienceMs, what: 'bills', log }, dueSubscriptions, account.id, start)
  const [theirs] = await subject.sql<{ left: number }>(dueSubscriptions, other.id, Date.now())
  if (theirs!.left > 0)
    await waitUntilNone(
      subject,
      { patienceMs: 2 * minuteMs, what: 'bills', log },
      dueSubscriptions,
      other.id,
      Date.now(),
    )
  await subject.sql('UPDATE subscriptions SET due = ? WHERE account = ? AND due > ?', later, other.id, Date.now())
  const failedRuns = await cron.stop()
  const [record, recordOfOther] = [await subject.connection(account), await subject.connection(other)]
  const charged = await readCharged(subject, account, record, prefix, dueOf)
  const chargedOfOther = await readCharged(subject, other, recordOfOther, prefixOfOther, dueOfOther)
  const [{ again }] = (await subject.sql<{ again: number }>(
    `SELECT count(*) AS again FROM bills WHERE account = ? AND subscription >= ? AND subscription < ? AND attempts > 1`,
    account.id,
    prefix,
    `${prefix}~`,
  )) as [{ again: number }]
  const times = record.charges.map(([, at]) => at).toSorted((a, b) => a - b)
  return {
    bills: count,
    processorMs,
    isDone,
    minutes: ((times.at(-1) ?? start) - start) / minuteMs,
    paid: charged.length,
    chargedTwice: countRepeats(record.charges.map(([op]) => op)) + Math.max(0, record.charges.length - count),
    unpaidAtFirst: count - charged.length + again,
    outOfOrderMs: mostOutOfOrder(charged),
    mostAtOnce: record.mostAtOnce,
    timedOut: record.timedOut,
    waited: record.waited,
    perSecond: middleRate(times),
    failedRuns,
    otherSeconds: chargedOfOther.map(({ due, at }) => (at - due) / 1000),
  }
}
