import * as fc from 'fast-check'
import type { Fault } from '../../acquirer/faultPlan.ts'
import { capabilitySets } from '../../../processors/conformance/capabilitySets.ts'
import type { CapabilitySetName } from '../../../processors/conformance/capabilitySets.ts'
import { truthfulOutcome } from '../../acquirer/truthfulOutcome.ts'
import type { Send } from '../kernel/client.ts'
import { noFaults, planFaults, commandFaults, wireFaults } from '../kernel/faults.ts'
import type { MachineFault, CommandFaults } from '../kernel/faults.ts'
import { command } from '../kernel/model.ts'
import { assertInvariant } from '../kernel/invariant.ts'
import type { Model } from '../kernel/model.ts'
import { sendRequest, readResource } from './client.ts'
import {
  addCard,
  cancel,
  createCheckout,
  createCustomer,
  createTerminal,
  createWebhook,
  anyCommand,
  minutesOf,
  recordRequest,
  pay,
  setReceiverStatus,
  sendTransactionRequest,
} from './commands.ts'
import type { AccountCommand } from './commands.ts'
import { checkInvariants, checkEnd } from './invariants.ts'
import { existing } from './model.ts'
import type { State } from './model.ts'
import { scenarios } from './scenarios.ts'
import { emptySnapshot, readDeliveries, takeSnapshot } from './snapshot.ts'
import type { Deliveries } from './snapshot.ts'
import type { AccountSystem } from './system.ts'

const minute = 60_000

const faults: readonly Fault[] = [
  ...wireFaults,
  { kind: 'dropAfter' },
  { kind: 'decline', code: '51' },
  { kind: 'decline', code: '05' },
]

/** Enough to outlast any fault of the processor. */
const maxScenarioRuns = 10

/** Repeats a scenario until the fault of the machine has occurred. */
const repeatUntilFault =
  (fault: MachineFault, state: State) =>
  async (send: Send): Promise<void> => {
    for (let left = maxScenarioRuns; left > 0; left--) {
      const name = state.system.scenarioFor(fault)
      if (name === null) return
      await scenarios[name].run(send, state)
    }
  }

/** Runs commands concurrently with faults, then checks all invariants. */
const runConcurrently = async (
  commands: readonly AccountCommand[],
  faults: CommandFaults,
  turns: readonly number[],
  state: State,
  deliversLate = false,
): Promise<void> => {
  const { system } = state
  const { machine } = faults
  for (const customer of state.customers) customer.defaultChanges = 0
  const scenario = machine === null ? null : system.scenarioFor(machine)
  const minutes = commands.reduce((total, drawn) => total + minutesOf(drawn), 0)
  state.clockOffsetAfter =
    state.clockOffset + (minutes + (scenario === null ? 0 : maxScenarioRuns * scenarios[scenario].minutes)) * minute
  const executions = commands.map((drawn) => drawn.run(state)).filter((execution) => execution !== null)
  if (executions.length === 0 && scenario === null) return
  planFaults(faults, system.faultPlan)
  await system.run(
    async ({ fetch }) => {
      const works = [...executions, ...(machine === null ? [] : [repeatUntilFault(machine, state)])]
      for (const result of await Promise.allSettled(works.map((work) => work(fetch))))
        if (result.status === 'rejected') throw result.reason
    },
    machine,
    turns,
  )
  system.faultPlan.clear()
  if (deliversLate) await system.deliverLate()
  await snapshotAndCheck(state, false)
}

const runHealthy = <T>({ system }: State, work: (send: Send) => Promise<T>): Promise<T> =>
  system.run(({ fetch }) => work(fetch), null)

const maxSnapshots = 20

/** Repeats the snapshot if Durable Objects have changed the account meanwhile. */
const snapshotAndCheck = async (state: State, all: boolean): Promise<void> => {
  const before = state.snapshot
  const key = state.system.accounts[0].secretKey
  await runHealthy(state, async (send) => {
    const newestEvent = async () => (await readResource(send, key, '/v1/events?pageSize=1')).events[0]?.id
    for (let count = 1; count <= maxSnapshots; count++) {
      const id = await newestEvent()
      const snapshot = await takeSnapshot(send, state, all)
      if (count === maxSnapshots || (await newestEvent()) === id) {
        state.snapshot = snapshot
        break
      }
    }
    const clock = await sendRequest(send, key, 'GET', '/v1/testclock')
    state.clockOffset = clock?.json.testClock.offsetMs ?? state.clockOffset
  })
  for (const webhook of state.webhooks) webhook.eventsBefore ??= new Set(state.snapshot.events.keys())
  checkInvariants(state, before)
}

const runWithoutFaults = (commands: readonly AccountCommand[], state: State): Promise<void> =>
  runConcurrently(commands, noFaults, [], state)

/** An account with one resource of each kind. @param status of the webhook receiver */
const begin = async (status: number, system: AccountSystem): Promise<State> => {
  const state: State = {
    system,
    sent: [],
    customers: [],
    subscriptions: [],
    checkouts: [],
    terminals: [],
    webhooks: [],
    plans: new Map(),
    clockOffset: 0,
    clockOffsetAfter: 0,
    snapshot: emptySnapshot,
  }
  await runWithoutFaults([createCustomer({}), createTerminal({}), createWebhook({}), createCheckout({})], state)
  await runWithoutFaults([setReceiverStatus({ which: 0, status })], state)
  const first = pay({ source: 'card', which: 0, amount: 1000, twice: false })
  await runWithoutFaults([addCard({ which: 0, makeDefault: false }), first], state)
  return state
}

const hasPendingOperation = ({ snapshot }: State): boolean =>
  snapshot.payments.some(({ operations }) => operations.some(({ status }) => status === 'pending'))

/** A person decides about all operations that need attention, by the processor's ledger. All its late responses have arrived. */
const resolveAttention = (state: State): Promise<void> =>
  runHealthy(state, async (send) => {
    const { system, snapshot } = state
    for (const { transactionId: payment, status, needsAttention } of snapshot.payments) {
      if (needsAttention === null) continue
      const { transactionId: operation, type } = needsAttention.operation
      const outcome = truthfulOutcome(system.ledger, { id: operation, type, payment, status })
      const body = { operation, outcome, note: 'Looked it up.' }
      await sendRequest(send, system.accounts[0].secretKey, 'POST', `/v1/transactions/${payment}/resolve`, body)
    }
  })

const maxSweeps = 40
const holdMs = 60_000

/** Recovers: pending operations get an outcome within hours, and events are delivered. */
const recover = async (state: State): Promise<void> => {
  const { system } = state
  // A passage of the test clock whose machine crashed continues when its hold ends.
  system.advance(holdMs)
  let deliveries: Deliveries = new Map()
  const hasOpenWork = async (): Promise<boolean> => {
    if (hasPendingOperation(state)) return true
    // Read everything: the repetition of a reversal does not change the entry in the list.
    await snapshotAndCheck(state, true)
    if (hasPendingOperation(state)) return true
    deliveries = await runHealthy(state, (send) => readDeliveries(send, state, deliveries))
    return [...deliveries.values()].some((states) =>
      [...states.values()].some((delivery) => delivery.state === 'pending'),
    )
  }
  for (let sweeps = 0; sweeps < maxSweeps && (sweeps === 0 || (await hasOpenWork())); sweeps++) {
    await system.sweep()
    const body = { seconds: (sweeps < 4 ? 2 : 700) * 60 }
    await runHealthy(state, (send) =>
      sendRequest(send, system.accounts[0].secretKey, 'POST', '/v1/testclock/advance', body),
    )
    await snapshotAndCheck(state, false)
    await resolveAttention(state)
  }
  assertInvariant(!(await hasOpenWork()), 'nothing is pending after recovery', () =>
    JSON.stringify([...deliveries].map(([event, states]) => [event, [...states]])),
  )
}

/** At the end of a history, each terminal accepts a payment. */
const payAtEachTerminal = async (state: State): Promise<void> => {
  await runHealthy(state, async (send) => {
    for (const { id } of existing(state.terminals)) {
      const body = { payment: { terminal: { id } }, amount: { value: 1 } }
      const sent = recordRequest(state, { verb: 'authorize', body })
      await sendTransactionRequest(send, state, sent)
      assertInvariant(sent.finalResponse?.code === '00', 'a terminal accepts a payment after recovery', () =>
        JSON.stringify(sent),
      )
    }
  })
}

const end = async (state: State): Promise<void> => {
  const { system, webhooks, subscriptions } = state
  await system.deliverLate()
  for (const { receiver } of webhooks) receiver.respondWith(204)
  for (let left = subscriptions.length; left > 0; left--) await runWithoutFaults([cancel({ which: 0 })], state)
  await system.sweep()
  await recover(state)
  if (existing(state.terminals).length > 0) {
    await payAtEachTerminal(state)
    await recover(state)
  }
  await snapshotAndCheck(state, true)
  checkEnd(state, await runHealthy(state, (send) => readDeliveries(send, state)))
}

/**
 * A whole account over its public API: payments from all sources, customers, subscriptions, checkouts and, with Durable Objects, terminals
 * and webhooks.
 *
 * @param machineFaultFactor multiplies the frequency of machine faults
 * @param more faults of a processor, in addition to those of every processor
 */
export const accountModel = (
  machineFaultFactor: number,
  more: readonly Fault[] = [],
): Model<number, State, AccountSystem> => ({
  name: 'account',
  start: fc.constantFrom(204, 204, 503),
  commands: command(
    'concurrently',
    {
      commands: fc.oneof(
        { weight: 5, arbitrary: fc.array(anyCommand, { minLength: 1, maxLength: 1 }) },
        { weight: 3, arbitrary: fc.array(anyCommand, { minLength: 2, maxLength: 4 }) },
      ),
      turns: fc.array(fc.nat({ max: 7 }), { maxLength: 12 }),
      faults: commandFaults(
        fc.constantFrom(...faults, ...more),
        { none: 5, processor: 3, machine: 2 * machineFaultFactor, all: machineFaultFactor },
        { times: [1, 1, 2, 6] },
      ),
      deliversLate: fc.constantFrom(false, false, false, true),
    },
    ({ commands, faults, turns, deliversLate }, state: State) =>
      runConcurrently(commands, faults, turns, state, deliversLate),
  ).arbitrary,
  maxCommands: 20,
  mutantHistories: 200,
  begin,
  end,
})

export const account = accountModel(1)

/** The model with a processor that has a set of capabilities. Its clock is the real one, of which the account's test clock is far ahead. */
export const accountWith = (set: CapabilitySetName): Model<number, State, AccountSystem> => ({
  ...account,
  name: `account (${set})`,
  system: () => ({ can: capabilitySets[set], outcomeAfterMs: minute }),
})
