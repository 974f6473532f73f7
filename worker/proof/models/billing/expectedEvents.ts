import { assertInvariant } from '../kernel/invariant.ts'
import type { Snapshot, StoredBill } from './snapshot.ts'

type Status = Snapshot['row']['status']

/** The status of a subscription after each event type, given the status before. */
const statusAfter: Readonly<Record<string, (before: Status) => Status>> = {
  charged: (before) => (before === 'past_due' || before === 'unpaid' ? 'active' : before),
  charge_failed: (before) => before,
  updated: (before) => before,
  paused: () => 'paused',
  resumed: () => 'active',
  past_due: () => 'past_due',
  unpaid: () => 'unpaid',
  completed: () => 'completed',
  canceled: () => 'canceled',
}

/** Event types that need not change the status. */
const statusKeeping: ReadonlySet<string> = new Set(['charged', 'charge_failed', 'updated'])

/** Expected causes of a bill's events: one for each finished attempt. */
const causesOf = ({ period, status, attempts, asking }: StoredBill): string[] =>
  Array.from({ length: attempts }, (_, index) => index + 1).flatMap((attempt) => {
    if (attempt < attempts) return [`charge_failed:${period}:${attempt}`]
    if (asking === 1) return []
    return [status === 'paid' ? `charged:${period}` : `charge_failed:${period}:${attempt}`]
  })

const withoutPrefix = (cause: string): string => cause.replace('subscription.', '')

/** Each charge and each change of status has exactly one event, in order. */
export const checkEvents = ({ row, bills, events }: Snapshot, detail: () => string): void => {
  const causes = events.map(({ cause }) => withoutPrefix(cause))
  const check = (condition: boolean) =>
    assertInvariant(condition, 'every change has exactly one event', () => `${causes.join()} ${detail()}`)
  const charges = causes.filter((cause) => cause.startsWith('charge'))
  check(JSON.stringify(charges.toSorted()) === JSON.stringify([...bills.values()].flatMap(causesOf).toSorted()))
  check(events.every(({ sequence }, index) => sequence === index + 1))
  const [first, ...others] = causes.map((cause) => cause.split(':')[0]!)
  check(first === 'created')
  let status: Status = 'active'
  for (const type of others) {
    const next = statusAfter[type]!(status)
    check(next !== status || statusKeeping.has(type))
    status = next
  }
  check(status === row.status)
}
