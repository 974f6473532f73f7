import { bug } from '../../mutants/plantedBug.ts'
import type { PlantedBug } from '../../mutants/plantedBug.ts'

const domain = (file: string): string => `worker/domain/subscriptions/${file}.ts`
const states = domain('states')
const charge = domain('charge')
const billDue = domain('billDue')
const events = domain('events')
const billingState = 'worker/store/subscriptions/billingState.ts'
const dueSubscriptions = 'worker/store/subscriptions/dueSubscriptions.ts'
const bills = 'worker/store/subscriptions/bills.ts'

const ignoredVersion = { file: bills, from: 'AND version = ? AND status IN', to: 'AND ? >= 0 AND status IN' }
const ignoredAsking = { file: bills, from: "(asking = 1 OR status = 'paid')", to: "(status = 'paid')" }
const ignoredLease = {
  file: dueSubscriptions,
  from: "'leased IS NULL OR leased <= ?'",
  to: "'leased IS NULL OR leased <= ? OR TRUE'",
}

/** What the histories of subscriptions, the month of deaths or the year must catch. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'who charges looks neither for changes nor whether somebody is asking already',
    patches: [ignoredVersion, ignoredAsking],
  },
  { name: 'no lease, and no look for changes', patches: [ignoredLease, ignoredVersion] },
  bug(
    'who writes does not look whether the subscription has changed',
    billingState,
    "sql('version = ?', version)",
    "sql('? >= 0', version)",
  ),
  bug(
    'a retry is counted twice',
    states,
    'bill.declines + (bill.extra ? 0 : 1)',
    'bill.declines + (bill.extra ? 0 : 2)',
  ),
  bug(
    'what is due is not cleared by a cancel',
    states,
    'if (!charged.has(subscription.status)) return null',
    'if (!charged.has(subscription.status)) return subscription.due',
  ),
  bug('a new price hits the open bill', domain('attempt'), '= bill ?? subscription', '= subscription'),
  bug(
    'an outcome that nobody knows is taken for a decline',
    charge,
    "answer.responseCode === '68' ? { result: 'waiting' } : ",
    '',
  ),
  bug('a period is advanced twice', states, 'const following = bill.period + 1', 'const following = bill.period + 2'),
  bug('midnight is that of UTC', domain('change'), 'timeZone: account.settings.timeZone', "timeZone: 'UTC'"),
  bug('months drift to shorter days', domain('calendar'), 'anchorDay ?? dayOfMonth(first))', 'dayOfMonth(first))'),
  bug('one installment too many', states, 'charges >= installments', 'charges > installments'),
  bug(
    'what a pause skipped accumulates',
    states,
    'Math.max(subscription.period, periodFrom(subscription, over, moment.timeZone))',
    'subscription.period + 0 * over',
  ),
  bug(
    'the date on which a pause ends is skipped',
    states,
    'Math.min(moment.now, subscription.resumesAt ?? moment.now)',
    'moment.now',
  ),
  bug(
    'what passed while a bill was unpaid is owed',
    states,
    "status === 'unpaid' ? Math.max(following, periodFrom(subscription, moment.now, moment.timeZone)) : following",
    'following',
  ),
  bug(
    'a card that came during a try charges the next period',
    states,
    '      newMethod: false,\n      ...(charged',
    '      ...(charged',
  ),
  bug('a pause keeps the bill that was declined', states, 'bill !== null && !bill.asking\n  return', 'false\n  return'),
  bug('a lost card is tried again', charge, "retry === 'never' ? 'hard'", "retry === 'never' ? 'soft'"),
  bug(
    'what a crash left asking is asked for again, for ever',
    billDue,
    'if (isAsking(due) && due.payment !== null)',
    'if (isAsking(due) && due.payment === null)',
  ),
  bug('a failure of the processor is a decline', states, 'bill.errors < mostErrors', 'bill.errors < 0'),
  bug('a suspended account is charged', dueSubscriptions, 'WHERE suspended <> 0', 'WHERE suspended > 1'),
  bug(
    'retries are counted from the last try',
    states,
    'daysLater(created, day, timeZone)',
    'daysLater(now, day, timeZone)',
  ),
  bug('a try for a new card counts as a retry', states, 'bill.declines + (bill.extra ? 0 : 1)', 'bill.declines + 1'),
  bug('a new card is not tried', states, 'if (subscription.newMethod) return now', ''),
  bug(
    'a card that is tried where all tries are used up gets all of them anew',
    states,
    "if (extra && status === 'unpaid') return null",
    '',
  ),
  bug('money is held and never taken', charge, "capture: 'now'", "capture: 'later'"),
  bug('half of the money is good enough', charge, 'allowPartial: false', 'allowPartial: true'),
  bug(
    'a charge that was under way undoes a cancel',
    states,
    "...(charged.has(status) && { status: 'active' })",
    "status: 'active'",
  ),
  bug(
    'every approval is taken for this try alone, whatever it was reversed for',
    charge,
    "status === 'pending' ?",
    "status === 'failed' ?",
  ),
  bug(
    'what comes too late is told all the same',
    billingState,
    'events, cause, isAsRead)',
    "events, cause, sql('TRUE'))",
  ),
  bug(
    'a try that changes no state is not told',
    events,
    "after.bill?.status !== 'paid'",
    "changes('status')(before, after)",
  ),
  bug('who pays what was unpaid is told to resume it', events, "before.subscription.status === 'paused' && ", ''),
  bug(
    'a charge that ends after a cancel is not told',
    events,
    'before.bill?.asking === true && ',
    "before.bill?.asking === true && before.subscription.status !== 'canceled' && ",
  ),
]
