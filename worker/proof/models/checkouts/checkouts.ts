import * as fc from 'fast-check'
import { clientOf } from '../kernel/client.ts'
import { noTrouble } from '../kernel/faults.ts'
import type { System } from '../kernel/gateway.ts'
import { holds } from '../kernel/model.ts'
import type { Model } from '../kernel/model.ts'
import { ask, commands, look, open, pay, read, resend, sweep, together, wearOut } from './commands.ts'
import { checkEnd, paidOf } from './invariants.ts'
import { checkoutsOf, kinds } from './kinds.ts'
import type { Kind } from './kinds.ts'
import type { State, Window } from './model.ts'
import { takeSnapshot } from './snapshot.ts'

const day = 86_400_000

const window = (): Window => ({ nonces: [], sent: null })

const begin = async ({ kind, declined }: { kind: Kind; declined: number }, system: System): Promise<State> => {
  const { knowsCustomer, body } = checkoutsOf[kind]
  const later = new Date(system.now() + 60 * day).toISOString().slice(0, 10)
  const { id, offered } = await system.run(async ({ fetch }) => {
    const call = clientOf(fetch, system.accounts[0].secretKey)
    const customer = knowsCustomer ? (await call('POST', '/v1/customers', {})).json.customers[0].id : ''
    const offered = body({ customer, later })
    return { id: (await call('POST', '/v1/dynamiccheckout', offered)).json.id as string, offered }
  }, null)
  const state: State = {
    system,
    kind,
    id,
    offered,
    windows: { 0: window(), 1: window(), 2: window() },
    sent: new Map(),
    completed: null,
    closed: false,
    faulty: false,
    failing: false,
    pending: 0,
    begun: 0,
    snapshot: await takeSnapshot(id, system),
  }
  if (declined > 0) await together([[wearOut({ tab: 0, cards: declined })]], noTrouble, null, state)
  return state
}

/** Time until nothing is due: within a day. */
const waits = [61_000, 61_000, 61_000, 61_000, 11 * 60_000, 61 * 60_000, 61 * 60_000, 61 * 60_000, day]

const recover = async (state: State): Promise<void> => {
  await state.system.deliverLate()
  await look(state)
  for (const ms of waits) {
    if (state.snapshot.due === 0) break
    state.system.advance(ms)
    await together([[sweep({ turns: 0, afterMs: 0, crons: 1 })]], noTrouble, null, state)
  }
}

const lastLook = [read({}), ask({ tab: 0 }), open({ tab: 0 }), resend({ tab: 1, lost: false }), open({ tab: 2 })]

const end = async (state: State): Promise<void> => {
  await recover(state)
  checkEnd(state)
  if (paidOf(state.snapshot) === undefined) await payIfOpen(state)
  await together([lastLook], noTrouble, null, state)
  const { completed, snapshot } = state
  holds(completed === (paidOf(snapshot)?.id ?? null), 'a completed checkout stays completed', () =>
    JSON.stringify({ completed, snapshot }),
  )
  await recover(state)
  checkEnd(state)
}

/** A checkout that says that it is open can be paid: the shopper returns and pays. */
const payIfOpen = async (state: State): Promise<void> => {
  const { system, id } = state
  const { json } = await system.run(
    ({ fetch }) => clientOf(fetch, system.accounts[0].secretKey)('GET', `/v1/dynamiccheckout/${id}`),
    null,
  )
  const status: string = json.status
  holds(status !== 'processing' && status !== 'completed', 'everything is decided in the end', () => status)
  const again = pay({ tab: 2, card: 'good', name: 'own', save: true, clicks: 1, lost: false })
  for (let tries = 1; tries <= 4; tries++) {
    const before = state.snapshot.attempts.length
    await together([[open({ tab: 2 }), again]], noTrouble, null, state)
    // On a busy machine the real clock's time-outs may come before the acquirer is asked.
    const [last] = state.snapshot.attempts.slice(before)
    if (last === undefined || !['failed', 'pending'].includes(last.status)) break
    await recover(state)
  }
  const paid = paidOf(state.snapshot) !== undefined
  holds(
    paid === (status === 'open'),
    'an open checkout can be paid',
    () => `${status}: ${JSON.stringify(state.snapshot)}`,
  )
}

/** One checkout with windows, clicks, lost responses, sweeps and faults: it is charged once. */
export const checkouts: Model<{ kind: Kind; declined: number }, State> = {
  name: 'checkouts',
  start: fc.record({
    kind: fc.constantFrom<Kind>('plain', 'plain', ...kinds),
    // So many cards were declined before.
    declined: fc.constantFrom(...Array.from({ length: 12 }, () => 0), 8, 9, 9),
  }),
  commands,
  maxCommands: 8,
  mutantHistories: 2000,
  begin,
  end,
}
