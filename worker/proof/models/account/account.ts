import * as fc from 'fast-check'
import type { Fault } from '../../acquirer/faultPlan.ts'
import type { Send } from '../kernel/client.ts'
import { noTrouble, planFaults, troubles, wireFaults } from '../kernel/faults.ts'
import type { MachineFault, Trouble } from '../kernel/faults.ts'
import { command, holds } from '../kernel/model.ts'
import type { Model } from '../kernel/model.ts'
import { ask, read } from './client.ts'
import {
  addCard,
  cancel,
  createCheckout,
  createCustomer,
  createReader,
  createWebhook,
  deed,
  minutesOf,
  noteSent,
  pay,
  receive,
  sendMoney,
} from './commands.ts'
import type { Deed } from './commands.ts'
import { checkAll, checkEnd } from './invariants.ts'
import { there } from './model.ts'
import type { State } from './model.ts'
import { rounds } from './scenarios.ts'
import { emptySnapshot, readDeliveries, takeSnapshot } from './snapshot.ts'
import type { Deliveries } from './snapshot.ts'
import type { AccountSystem } from './system.ts'

const minute = 60_000

const fault = fc.constantFrom<Fault>(
  ...wireFaults,
  { kind: 'dropAfter' },
  { kind: 'decline', code: '51' },
  { kind: 'decline', code: '05' },
)

/** A fault of the processor lasts for less. */
const mostRounds = 10

/** Continues until the fault of the machine has struck. */
const untilStruck =
  (fault: MachineFault, state: State) =>
  async (send: Send): Promise<void> => {
    for (let left = mostRounds; left > 0; left--) {
      const round = state.system.continuesWith(fault)
      if (round === null) return
      await rounds[round].play(send, state)
    }
  }

/** Runs deeds at once, with their faults, and checks what they led to. */
const perform = async (
  deeds: readonly Deed[],
  trouble: Trouble,
  turns: readonly number[],
  state: State,
  isLate = false,
): Promise<void> => {
  const { system } = state
  const { machine } = trouble
  for (const customer of state.customers) customer.touched = 0
  const round = machine === null ? null : system.continuesWith(machine)
  const minutes = deeds.reduce((total, one) => total + minutesOf(one), 0)
  state.passing = state.passed + (minutes + (round === null ? 0 : mostRounds * rounds[round].minutes)) * minute
  const doing = deeds.map((one) => one.run(state)).filter((one) => one !== null)
  if (doing.length === 0 && round === null) return
  planFaults(trouble, system.faultPlan)
  await system.run(
    async ({ fetch }) => {
      const works = [...doing, ...(machine === null ? [] : [untilStruck(machine, state)])]
      for (const done of await Promise.allSettled(works.map((work) => work(fetch))))
        if (done.status === 'rejected') throw done.reason
    },
    machine,
    turns,
  )
  system.faultPlan.clear()
  if (isLate) await system.deliverLate()
  await look(state, false)
}

const healthy = <T>({ system }: State, work: (send: Send) => Promise<T>): Promise<T> =>
  system.run(({ fetch }) => work(fetch), null)

const mostLooks = 20

/** Reads the account again as long as Durable Objects change it meanwhile. */
const look = async (state: State, all: boolean): Promise<void> => {
  const before = state.snapshot
  const key = state.system.accounts[0].secretKey
  await healthy(state, async (send) => {
    const newest = async () => (await read(send, key, '/v1/events?pageSize=1')).events[0]?.id
    for (let looks = 1; looks <= mostLooks; looks++) {
      const id = await newest()
      const snapshot = await takeSnapshot(send, state, all)
      if (looks === mostLooks || (await newest()) === id) {
        state.snapshot = snapshot
        break
      }
    }
    const clock = await ask(send, key, 'GET', '/v1/testclock')
    state.passed = clock?.json.testClock.offsetMs ?? state.passed
  })
  for (const webhook of state.webhooks) webhook.before ??= new Set(state.snapshot.events.keys())
  checkAll(state, before)
}

const alone = (deeds: readonly Deed[], state: State): Promise<void> => perform(deeds, noTrouble, [], state)

/** An account with one resource of each kind, and a receiver that may not respond yet. */
const begin = async (status: number, system: AccountSystem): Promise<State> => {
  const state: State = {
    system,
    sent: [],
    customers: [],
    subscriptions: [],
    checkouts: [],
    readers: [],
    webhooks: [],
    plans: new Map(),
    passed: 0,
    passing: 0,
    snapshot: emptySnapshot,
  }
  await alone([createCustomer({}), createReader({}), createWebhook({}), createCheckout({})], state)
  await alone([receive({ which: 0, status })], state)
  const first = pay({ by: 'card', which: 0, amount: 1000, twice: false })
  await alone([addCard({ which: 0, makeDefault: false }), first], state)
  return state
}

const isUnderWay = ({ snapshot }: State): boolean =>
  snapshot.payments.some(({ operations }) => operations.some(({ status }) => status === 'pending'))

const mostSweeps = 40

/** Recovers: pending operations are decided within hours, and events delivered. */
const decideAll = async (state: State): Promise<void> => {
  const { system } = state
  let deliveries: Deliveries = new Map()
  const isOpen = async (): Promise<boolean> => {
    if (isUnderWay(state)) return true
    // A reversal that is done once more leaves the entry in the list as it was.
    await look(state, true)
    if (isUnderWay(state)) return true
    deliveries = await healthy(state, (send) => readDeliveries(send, state, deliveries))
    return [...deliveries.values()].some((states) => [...states.values()].some(({ state: one }) => one === 'pending'))
  }
  for (let sweeps = 0; sweeps < mostSweeps && (sweeps === 0 || (await isOpen())); sweeps++) {
    await system.sweep()
    const body = { seconds: (sweeps < 4 ? 2 : 700) * 60 }
    await healthy(state, (send) => ask(send, system.accounts[0].secretKey, 'POST', '/v1/testclock/advance', body))
    await look(state, false)
  }
  holds(!(await isOpen()), 'everything is decided in the end', () =>
    JSON.stringify([...deliveries].map(([event, states]) => [event, [...states]])),
  )
}

/** Each terminal takes a payment when all is over. */
const payAtEachTerminal = async (state: State): Promise<void> => {
  await healthy(state, async (send) => {
    for (const { id } of there(state.readers)) {
      const body = { payment: { terminal: { id } }, amount: { value: 1 } }
      const sent = noteSent(state, { verb: 'authorize', body })
      await sendMoney(send, state, sent)
      holds(sent.answer?.code === '00', 'a terminal is free when its payment is over', () => JSON.stringify(sent))
    }
  })
}

const end = async (state: State): Promise<void> => {
  const { system, webhooks, subscriptions } = state
  await system.deliverLate()
  for (const { inbox } of webhooks) inbox.answer(204)
  for (let left = subscriptions.length; left > 0; left--) await alone([cancel({ which: 0 })], state)
  await system.sweep()
  await decideAll(state)
  if (there(state.readers).length > 0) {
    await payAtEachTerminal(state)
    await decideAll(state)
  }
  await look(state, true)
  checkEnd(state, await healthy(state, (send) => readDeliveries(send, state)))
}

/**
 * A whole account over its public API: payments of every source, customers, subscriptions, checkouts, and with Durable Objects terminals and
 * webhooks. @param deadly how much more often than otherwise a machine fails
 */
export const accountWith = (deadly: number): Model<number, State, AccountSystem> => ({
  name: 'account',
  start: fc.constantFrom(204, 204, 503),
  commands: command(
    'deeds',
    {
      deeds: fc.oneof(
        { weight: 5, arbitrary: fc.array(deed, { minLength: 1, maxLength: 1 }) },
        { weight: 3, arbitrary: fc.array(deed, { minLength: 2, maxLength: 4 }) },
      ),
      turns: fc.array(fc.nat({ max: 7 }), { maxLength: 12 }),
      trouble: troubles(fault, { none: 5, processor: 3, machine: 2 * deadly, all: deadly }, { times: [1, 1, 2, 6] }),
      isLate: fc.constantFrom(false, false, false, true),
    },
    ({ deeds, trouble, turns, isLate }, state: State) => perform(deeds, trouble, turns, state, isLate),
  ).arbitrary,
  maxCommands: 20,
  mutantHistories: 200,
  begin,
  end,
})

export const account = accountWith(1)
