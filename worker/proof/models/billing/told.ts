import type { Seen, StoredBill } from './seen.ts'
import { holds } from './violation.ts'

type Status = Seen['row']['status']

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

/** What must have been told of a bill: each try that came to an end, once. */
const causesOf = ({ period, status, attempts, asking }: StoredBill): string[] =>
  Array.from({ length: attempts }, (_, index) => index + 1).flatMap((attempt) => {
    if (attempt < attempts) return [`charge_failed:${period}:${attempt}`]
    if (asking === 1) return []
    return [status === 'paid' ? `charged:${period}` : `charge_failed:${period}:${attempt}`]
  })

const wordsOf = (cause: string): string => cause.replace('subscription.', '')

/** Events say what is written: each charge once, in which state it is, and all of it in order. */
export const checkTold = ({ row, bills, events }: Seen, told: () => string): void => {
  const causes = events.map(({ cause }) => wordsOf(cause))
  const holdsTold = (condition: boolean) =>
    holds(condition, 'every change is told once', () => `${causes.join()} ${told()}`)
  const charges = causes.filter((cause) => cause.startsWith('charge'))
  holdsTold(JSON.stringify(charges.toSorted()) === JSON.stringify([...bills.values()].flatMap(causesOf).toSorted()))
  holdsTold(events.every(({ sequence }, index) => sequence === index + 1))
  const [first, ...others] = causes.map((cause) => cause.split(':')[0]!)
  holdsTold(first === 'created')
  let state: Status = 'active'
  for (const type of others) {
    const next = after[type]!(state)
    holdsTold(next !== state || staying.has(type))
    state = next
  }
  holdsTold(state === row.status)
}
