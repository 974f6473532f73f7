import * as fc from 'fast-check'
import { createClient } from '../kernel/client.ts'
import { noFaults } from '../kernel/faults.ts'
import type { System } from '../kernel/gateway.ts'
import { assertInvariant } from '../kernel/invariant.ts'
import type { Model } from '../kernel/model.ts'
import {
  pollState,
  commands,
  snapshotAndCheck,
  open,
  pay,
  read,
  resend,
  sweep,
  runStrandsWithFaults,
  payWithDeclinedCards,
} from './commands.ts'
import { checkEnd, paidAttempt } from './invariants.ts'
import { checkoutKinds, kinds } from './kinds.ts'
import type { Kind } from './kinds.ts'
import type { State, Window } from './model.ts'
import { firstOrder } from './orders.ts'
import { takeSnapshot } from './snapshot.ts'

const day = 86_400_000

const window = (): Window => ({ nonces: [], quotes: [], sent: null })

const begin = async ({ kind, declined }: { kind: Kind; declined: number }, system: System): Promise<State> => {
  const { hasCustomer, body } = checkoutKinds[kind]
  const later = new Date(system.now() + 60 * day).toISOString().slice(0, 10)
  const codeExpires = system.now() + 90_000
  const soon = new Date(codeExpires).toISOString()
  const { id, requestBody } = await system.run(async ({ fetch }) => {
    const call = createClient(fetch, system.accounts[0].secretKey)
    const customer = hasCustomer ? (await call('POST', '/v1/customers', {})).json.customers[0].id : ''
    const requestBody = body({ customer, soon, later })
    return { id: (await call('POST', '/v1/dynamiccheckout', requestBody)).json.id as string, requestBody }
  }, null)
  const state: State = {
    system,
    kind,
    id,
    requestBody,
    codeExpires,
    windows: { 0: window(), 1: window(), 2: window() },
    sent: new Map(),
    completed: null,
    closed: false,
    hadFault: false,
    isFaulty: false,
    pending: 0,
    requests: 0,
    snapshot: await takeSnapshot(id, system),
  }
  if (declined > 0)
    await runStrandsWithFaults([[payWithDeclinedCards({ tab: 0, cards: declined })]], noFaults, null, state)
  return state
}

/** Steps of time, about a day in total, until nothing is due. */
const waits = [61_000, 61_000, 61_000, 61_000, 11 * 60_000, 61 * 60_000, 61 * 60_000, 61 * 60_000, day]

const recover = async (state: State): Promise<void> => {
  await state.system.deliverLate()
  await snapshotAndCheck(state)
  for (const ms of waits) {
    if (state.snapshot.due === 0) break
    state.system.advance(ms)
    await runStrandsWithFaults([[sweep({ turns: 0, afterMs: 0, crons: 2 })]], noFaults, null, state)
  }
}

const finalReads = [
  read({}),
  pollState({ tab: 0 }),
  open({ tab: 0 }),
  resend({ tab: 1, lost: false }),
  open({ tab: 2 }),
]

const end = async (state: State): Promise<void> => {
  await recover(state)
  checkEnd(state)
  if (paidAttempt(state.snapshot) === undefined) await payIfOpen(state)
  await runStrandsWithFaults([finalReads], noFaults, null, state)
  const { completed, snapshot } = state
  assertInvariant(completed === (paidAttempt(snapshot)?.id ?? null), 'a completed checkout stays completed', () =>
    JSON.stringify({ completed, snapshot }),
  )
  await recover(state)
  checkEnd(state)
}

/** A checkout with status open can be paid: the shopper returns and pays. */
const payIfOpen = async (state: State): Promise<void> => {
  const { system, id } = state
  const { json } = await system.run(
    ({ fetch }) => createClient(fetch, system.accounts[0].secretKey)('GET', `/v1/dynamiccheckout/${id}`),
    null,
  )
  const status: string = json.status
  assertInvariant(status !== 'processing' && status !== 'completed', 'nothing is pending after recovery', () => status)
  const payment = pay({
    tab: 2,
    card: 'good',
    nonce: 'newest',
    order: firstOrder,
    save: true,
    clicks: 1,
    lost: false,
  })
  for (let attempt = 1; attempt <= 4; attempt++) {
    const before = state.snapshot.attempts.length
    await runStrandsWithFaults([[open({ tab: 2 }), payment]], noFaults, null, state)
    // On a busy machine a time-out of the real clock may fire before the request reaches the acquirer.
    const [last] = state.snapshot.attempts.slice(before)
    if (last === undefined || !['failed', 'pending'].includes(last.status)) break
    await recover(state)
  }
  const paid = paidAttempt(state.snapshot) !== undefined
  assertInvariant(
    paid === (status === 'open'),
    'an open checkout can be paid',
    () => `${status}: ${JSON.stringify(state.snapshot)}`,
  )
}

/** One checkout with several windows, choices, clicks, lost responses, sweeps and faults: it is charged once, at the price that the shopper saw. */
export const checkouts: Model<{ kind: Kind; declined: number }, State> = {
  name: 'checkouts',
  start: fc.record({
    kind: fc.constantFrom<Kind>('plain', 'plain', 'choices', ...kinds),
    // The number of cards declined before.
    declined: fc.constantFrom(...Array.from({ length: 12 }, () => 0), 8, 9, 9),
  }),
  commands,
  maxCommands: 8,
  mutantHistories: 2000,
  begin,
  end,
}
