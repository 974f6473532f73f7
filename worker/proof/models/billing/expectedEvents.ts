import { holds } from '../kernel/model.ts'
import type { Snapshot, StoredBill } from './snapshot.ts'

type Status = Snapshot['row']['status']

/** In which state a subscription is after each event but the first, by the one that it was in. */
const after: Readonly<Record<string, (before: Status) => Status>> = {
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

/** Events after which it may be in the state that it was in. */
const staying: ReadonlySet<string> = new Set(['charged', 'charge_failed', 'updated'])

/** The events of a bill: one for each attempt that ended. */
const causesOf = ({ period, status, attempts, asking }: StoredBill): string[] =>
  Array.from({ length: attempts }, (_, index) => index + 1).flatMap((attempt) => {
    if (attempt < attempts) return [`charge_failed:${period}:${attempt}`]
    if (asking === 1) return []
    return [status === 'paid' ? `charged:${period}` : `charge_failed:${period}:${attempt}`]
  })

const wordsOf = (cause: string): string => cause.replace('subscription.', '')

/** Each charge and each change of state has one event, in order. */
export const checkEvents = ({ row, bills, events }: Snapshot, detail: () => string): void => {
  const causes = events.map(({ cause }) => wordsOf(cause))
  const holdsOf = (condition: boolean) =>
    holds(condition, 'every change has one event', () => `${causes.join()} ${detail()}`)
  const charges = causes.filter((cause) => cause.startsWith('charge'))
  holdsOf(JSON.stringify(charges.toSorted()) === JSON.stringify([...bills.values()].flatMap(causesOf).toSorted()))
  holdsOf(events.every(({ sequence }, index) => sequence === index + 1))
  const [first, ...others] = causes.map((cause) => cause.split(':')[0]!)
  holdsOf(first === 'created')
  let state: Status = 'active'
  for (const type of others) {
    const next = after[type]!(state)
    holdsOf(next !== state || staying.has(type))
    state = next
  }
  holdsOf(state === row.status)
}
