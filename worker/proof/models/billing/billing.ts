import * as fc from 'fast-check'
import type { System } from '../kernel/gateway.ts'
import type { Model } from '../kernel/model.ts'
import { zones } from './calendar.ts'
import { commands, deliverLate, subscribe, setTimeZone, setSuspended, sweepAfter } from './commands.ts'
import type { State } from './commands.ts'
import { checkEnd } from './invariants.ts'
import { countOpen, nextDue } from './snapshot.ts'

const minute = 60_000
const day = 86_400_000
const maxDurationMs = 300 * day

/** Before clock changes, before a short month, and before neither. */
const startTimes = [
  Date.UTC(2027, 2, 10, 12),
  Date.UTC(2027, 5, 20, 9),
  Date.UTC(2027, 9, 25, 22),
  Date.UTC(2028, 1, 25, 12),
]

interface Start {
  readonly at: number
  readonly zone: number
  readonly first: ReturnType<typeof subscribe>
}

const begin = async ({ at, zone, first }: Start, system: System): Promise<State> => {
  system.advance(at - system.now())
  const state: State = { system, accounts: new Map(), subscriptions: [], endsAt: at + maxDurationMs }
  for (const [number, { id }] of system.accounts.entries())
    await setTimeZone(id, zones[(zone + number) % zones.length]!, state)
  await first.run(state)
  return state
}

/** Recovers: all pending work ends, and both ledgers agree. */
const end = async (state: State): Promise<void> => {
  const { system, accounts, subscriptions } = state
  for (const id of accounts.keys()) await setSuspended(id, false, state)
  await deliverLate({}).run(state)
  for (let sweeps = 0; sweeps < 400; sweeps++) {
    await sweepAfter(minute, state)
    if ((await countOpen(system)) === 0) break
    const due = await nextDue(system)
    if (due !== null) system.advance(Math.max(0, due - minute - system.now()))
  }
  for (const subscription of subscriptions) checkEnd(subscription, subscription.last, system)
}

/** Subscriptions with changes, declines, faults and concurrent sweeps: each period is charged once, on its day. */
export const billing: Model<Start, State> = {
  name: 'billing',
  start: fc.record({
    at: fc.constantFrom(...startTimes),
    zone: fc.nat({ max: zones.length - 1 }),
    first: subscribe.arbitrary,
  }),
  commands,
  maxCommands: 14,
  mutantHistories: 2000,
  begin,
  end,
}
