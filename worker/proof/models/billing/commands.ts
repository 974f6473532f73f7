import type { Cycle } from '#contract/plans/cycles'
import * as fc from 'fast-check'
import type { Fault } from '../../acquirer/faultPlan.ts'
import { createClient } from '../kernel/client.ts'
import {
  machineFault,
  machineFaultWithin,
  noFaults,
  planFaults,
  reversalFault,
  commandFaults,
  wireFaults,
} from '../kernel/faults.ts'
import { MachineCrashed } from '../kernel/gateway.ts'
import type { Machine, System } from '../kernel/gateway.ts'
import { Command, command, weighted } from '../kernel/model.ts'
import { assertInvariant } from '../kernel/invariant.ts'
import { startOfDate, dateAfter, billingDates, zones } from './calendar.ts'
import { checkInvariants } from './invariants.ts'
import { applyChange, applyNewCard } from './model.ts'
import type { ExpectedAccount, Change, Step, ExpectedSubscription, SubscriptionRef } from './model.ts'
import { nextDue, takeSnapshots } from './snapshot.ts'
import type { Snapshot } from './snapshot.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The most sweeps of one command. */
const maxSweeps = 25

/** The expected state of a history. */
export interface State {
  readonly system: System
  /** The clock does not advance beyond this, milliseconds since 1970. */
  readonly endsAt: number
  readonly accounts: Map<string, ExpectedAccount>
  readonly subscriptions: ExpectedSubscription[]
}

const noChange = { subscription: null, change: null, concurrent: false, acknowledged: false, lost: false }

const setNow = (ms: number, { system }: State): void => system.advance(ms - system.now())

/** Takes a snapshot, checks it, and stores it as the state before the next step. */
const snapshotAndCheck = async (step: Step, { system, accounts, subscriptions }: State): Promise<void> => {
  const snapshots = await takeSnapshots(
    system,
    subscriptions.map(({ last }) => last),
  )
  const { subscription: changed, change, acknowledged, lost } = step
  for (const expected of subscriptions) {
    const now = snapshots.get(expected.ref.subscription)!
    // A new default card applies to all subscriptions of the customer.
    const isOwnCard = change?.verb === 'card' && changed?.ref.customer === expected.ref.customer
    if (isOwnCard && (acknowledged || lost)) applyNewCard(expected, step, now)
    checkInvariants(expected, now, step, accounts.get(expected.ref.account)!, system)
    if (expected === changed) {
      checkAcknowledged(expected, step, now.row)
      applyChange(expected, step, now)
    }
    applyElapsedTime(expected, step, now.row)
    expected.last = now
  }
}

/** Applies elapsed time: the end of a pause, and the end of an unpaid period, for which nothing is charged. */
const applyElapsedTime = (
  expected: ExpectedSubscription,
  { from, to }: Step,
  { status }: ExpectedSubscription['last']['row'],
): void => {
  const { pausedUntil, last } = expected
  if (pausedUntil !== null && pausedUntil <= to && status !== 'paused') {
    expected.notBefore = Math.max(expected.notBefore, pausedUntil)
    expected.pausedUntil = null
  }
  if (last.row.status === 'unpaid' && status === 'active') expected.notBefore = Math.max(expected.notBefore, from)
}

/** An acknowledged change is stored. */
const checkAcknowledged = (
  { ref }: ExpectedSubscription,
  { change, acknowledged, concurrent, from }: Step,
  { status, total, resumesAt }: ExpectedSubscription['last']['row'],
): void => {
  if (!acknowledged || change === null) return
  const isStored: Readonly<Record<Change['verb'], boolean>> = {
    cancel: status === 'canceled',
    // A concurrent charge may have been the last installment.
    pause: status === 'paused' || concurrent,
    pauseUntil:
      (status === 'paused' && resumesAt !== null && resumesAt > from) || (concurrent && status === 'completed'),
    resume: status !== 'paused',
    reprice: status !== 'paused' && change.verb === 'reprice' && total === change.total,
    card: true,
  }
  assertInvariant(isStored[change.verb], 'an acknowledged change is stored', () =>
    JSON.stringify({ change, ref, status, total, resumesAt }),
  )
}

const clientFor = ({ fetch }: Machine, { system: { accounts } }: State, account: string) =>
  createClient(fetch, accounts.find(({ id }) => id === account)!.secretKey)

/** Returns whether a sweep succeeded. It may fail if its database has a fault or its machine crashes. */
const runSweep = async (machine: Machine, isFaulty: boolean): Promise<boolean> => {
  try {
    await machine.sweep()
    return true
  } catch (thrown) {
    assertInvariant(isFaulty || thrown instanceof MachineCrashed, 'no request fails with an internal error', () =>
      String((thrown as Error).stack),
    )
    return false
  }
}

/** Sends a change. Returns whether it was acknowledged, or `lost` without a response. */
const sendChange = async (
  change: Change,
  { account, customer, subscription }: SubscriptionRef,
  machine: Machine,
  state: State,
): Promise<boolean | 'lost'> => {
  const call = clientFor(machine, state, account)
  const path = `/v1/customers/${customer}/subscriptions/${subscription}`
  const bodies: { readonly [Verb in Change['verb']]: (change: Extract<Change, { verb: Verb }>) => object } = {
    pause: () => ({ status: 'paused' }),
    pauseUntil: ({ resumesAt }) => ({ status: 'paused', resumesAt }),
    resume: () => ({ status: 'active' }),
    reprice: ({ total }) => ({ amount: { total: total / 100 } }),
    cancel: () => ({}),
    card: () => ({}),
  }
  try {
    const { status, text } =
      change.verb === 'cancel'
        ? await call('DELETE', path)
        : change.verb === 'card'
          ? await call('POST', `/v1/customers/${customer}/wallet`, { token: 'test-visa-4242', default: true })
          : await call('PUT', path, bodies[change.verb](change as never))
    if (status === 503) return 'lost'
    assertInvariant(status < 500, 'no request fails with an internal error', () => text)
    return status === 200
  } catch (thrown) {
    if (thrown instanceof MachineCrashed) return 'lost'
    throw thrown
  }
}

/** Sends a request that must succeed, since there is no fault. */
const requireOk = async (
  method: string,
  path: string,
  body: object,
  account: string,
  state: State,
): Promise<Record<string, any>> => {
  const { status, text, json } = await state.system.run(
    (machine) => clientFor(machine, state, account)(method, path, body),
    null,
  )
  assertInvariant(
    status === 200,
    'no request fails with an internal error',
    () => `${method} ${path}: ${status} ${text}`,
  )
  return json
}

const addCustomer = async (account: string, state: State): Promise<string> => {
  const id: string = (await requireOk('POST', '/v1/customers', {}, account, state))['customers'][0].id
  await requireOk('POST', `/v1/customers/${id}/wallet`, { token: 'test-visa-4242', default: true }, account, state)
  return id
}

const accountId = (number: number, { accounts }: State): string => [...accounts.keys()][number]!

const pickSubscription = (which: number, { subscriptions, accounts }: State): ExpectedSubscription | undefined => {
  const found = subscriptions[subscriptions.length - 1 - (which % subscriptions.length)]
  // The API rejects every request of a suspended account.
  return found !== undefined && accounts.get(found.ref.account)!.suspended ? undefined : found
}

const which = fc.constantFrom(0, 0, 0, 1, 2)
const account = fc.constantFrom(0, 0, 1)

const paymentFault = fc.constantFrom<Fault>(
  ...wireFaults,
  { kind: 'decline', code: '51' },
  { kind: 'decline', code: '51' },
  { kind: 'decline', code: '05' },
  { kind: 'decline', code: '41' },
  { kind: 'decline', code: '92' },
  { kind: 'partial' },
)

const faults = commandFaults(
  paymentFault,
  { none: 3, processor: 3, machine: 2, all: 1 },
  // Mostly within the first of many sweeps.
  { times: [1, 1, 2, 3, 6, 10], machines: fc.oneof({ weight: 3, arbitrary: machineFault }, machineFaultWithin(100)) },
)

const total = fc.integer({ min: 1, max: 9999 })

/** A drawn change. The end of a pause depends on the time of the command. */
type DrawnChange =
  | Exclude<Change, { verb: 'pauseUntil' }>
  | { readonly verb: 'pauseUntil'; readonly days: number; readonly isDate: boolean }

const plainChange = (verb: 'pause' | 'resume' | 'cancel' | 'card') => fc.constant<DrawnChange>({ verb })

const change: fc.Arbitrary<DrawnChange> = fc.oneof(
  plainChange('pause'),
  fc.record({
    verb: fc.constant('pauseUntil' as const),
    days: fc.integer({ min: 1, max: 20 }),
    // A date in the account's time zone, otherwise an instant.
    isDate: fc.boolean(),
  }),
  { weight: 2, arbitrary: plainChange('resume') },
  fc.record({ verb: fc.constant('reprice' as const), total }),
  plainChange('cancel'),
  { weight: 2, arbitrary: plainChange('card') },
)

const toChange = (
  drawn: DrawnChange,
  { ref: { account } }: ExpectedSubscription,
  { system, accounts }: State,
): Change => {
  if (drawn.verb !== 'pauseUntil') return drawn
  const { zone } = accounts.get(account)!
  const date = dateAfter(zone, system.now(), drawn.days)
  const until = drawn.isDate ? startOfDate(zone, date) : system.now() + drawn.days * day
  return { verb: 'pauseUntil', until, resumesAt: drawn.isDate ? date : new Date(until).toISOString() }
}

/** Hours, days or weeks: mostly enough for a bill to fall due. */
const hours = fc.oneof(
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 3, arbitrary: fc.noBias(fc.integer({ min: 6, max: 80 })) },
  { weight: 2, arbitrary: fc.noBias(fc.integer({ min: 80, max: 60 * 24 })) },
)

/** A first charge that is due is made in the request, and its response shows the stored outcome. */
const checkFirstCharge = (
  charge: { readonly approved: boolean; readonly status: string } | null,
  { row, bills, attempts }: Snapshot,
): void => {
  const bill = bills.get(0)
  const expected =
    bill === undefined ? null : { approved: bill.status === 'paid', isPending: bill.asking === 1, attempts: 1 }
  const actual = charge && {
    approved: charge.approved,
    isPending: charge.status === 'pending',
    attempts: attempts.length,
  }
  assertInvariant(
    JSON.stringify(actual) === JSON.stringify(expected),
    'a first charge that is due is made in the request',
    () => JSON.stringify({ charge, row, bill }),
  )
}

export const subscribe = command(
  'subscribe',
  {
    account,
    /** Subscribes the newest customer instead of a new one. */
    existingCustomer: fc.boolean(),
    cycle: fc.constantFrom<Cycle>(
      { unit: 'day', interval: 1, dayOfCycle: 1 },
      { unit: 'day', interval: 3, dayOfCycle: 1 },
      { unit: 'week', interval: 1, dayOfCycle: 0 },
      { unit: 'week', interval: 2, dayOfCycle: 3 },
      { unit: 'month', interval: 1, dayOfCycle: 31 },
      { unit: 'month', interval: 1, dayOfCycle: 0 },
    ),
    startsIn: fc.constantFrom(0, 0, 1, 2, 7),
    installments: fc.constantFrom(0, 0, 0, 1, 2, 4),
    total,
  },
  async ({ account: number, existingCustomer, cycle, startsIn, installments, total }, state: State) => {
    const { system, accounts, subscriptions } = state
    const account = accountId(number, state)
    const { zone, suspended } = accounts.get(account)!
    if (suspended) return
    const earlier = existingCustomer ? subscriptions.findLast(({ ref }) => ref.account === account) : undefined
    const customer = earlier?.ref.customer ?? (await addCustomer(account, state))
    const startDate = dateAfter(zone, system.now(), startsIn)
    const plan = {
      label: `Plan ${subscriptions.length}`,
      cycle,
      amount: { value: total / 100, currency: 840 },
      installments,
    }
    const created = await requireOk('POST', '/v1/subscriptions', plan, account, state)
    const body = { plan: created['subscriptions'][0].id, startDate }
    const subscribed = await requireOk('POST', `/v1/customers/${customer}/subscriptions`, body, account, state)
    const subscription: string = subscribed['customerSubscriptions'][0].customerSubscriptionId
    const last = (await takeSnapshots(system, [])).get(subscription)!
    checkFirstCharge(subscribed['charge'], last)
    subscriptions.push({
      ref: { account, customer, subscription },
      dates: billingDates(cycle, startDate),
      installments,
      price: total,
      canceled: false,
      pausedUntil: null,
      notBefore: 0,
      newCards: [],
      last,
    })
    await snapshotAndCheck({ ...noChange, from: system.now(), to: system.now() }, state)
  },
)

/** Advances the clock, with a sweep whenever work is due. */
const passTime = command('passTime', { hours, faults }, async ({ hours, faults }, state: State) => {
  const { system, endsAt } = state
  const end = Math.min(system.now() + hours * hour, endsAt)
  planFaults(faults, system.faultPlan, 'authorize')
  await system.run(async (first) => {
    let machine = first
    for (let sweeps = 0; sweeps < maxSweeps; sweeps++) {
      const nextSweep = Math.max((await nextDue(system)) ?? Infinity, system.now() + minute)
      if (nextSweep > end) {
        setNow(Math.max(end, system.now()), state)
        break
      }
      const from = system.now()
      setNow(nextSweep, state)
      const isFaulty = machine === first && faults.machine !== null
      const hasFailed = !(await runSweep(machine, isFaulty))
      await snapshotAndCheck({ ...noChange, from, to: system.now() }, state)
      if (hasFailed && faults.machine?.kind === 'crash') machine = system.healthy
    }
  }, faults.machine)
  system.faultPlan.clear()
})

/** Advances the clock without a sweep. */
const wait = command('wait', { hours }, async ({ hours }, state: State) => {
  const { system, endsAt } = state
  setNow(Math.max(system.now(), Math.min(system.now() + hours * hour, endsAt)), state)
})

const sweep = command('sweep', { faults }, async ({ faults }, state: State) => {
  const { system } = state
  const from = system.now()
  planFaults(faults, system.faultPlan, 'authorize')
  await system.run((machine) => runSweep(machine, faults.machine !== null), faults.machine)
  system.faultPlan.clear()
  await snapshotAndCheck({ ...noChange, from, to: system.now() }, state)
})

const changeSubscription = command(
  'changeSubscription',
  { which, change },
  async ({ which, change: drawn }, state: State) => {
    const { system } = state
    const subscription = pickSubscription(which, state)
    if (subscription === undefined) return
    const from = system.now()
    const change = toChange(drawn, subscription, state)
    const response = await system.run((machine) => sendChange(change, subscription.ref, machine, state), null)
    const step = { subscription, change, concurrent: false, acknowledged: response === true, lost: false }
    await snapshotAndCheck({ ...step, from, to: system.now() }, state)
  },
)

/** Concurrent sweeps and a change, while the clock advances twice: beyond a lease, or beyond the delay of a retry. */
const concurrently = command(
  'concurrently',
  {
    sweeps: fc.integer({ min: 1, max: 3 }),
    which,
    change: fc.option(change, { nil: null }),
    /** The change yields at least this often to other calls before it starts. */
    yields: fc.nat({ max: 9 }),
    lateSeconds: fc.constantFrom(0, 0, 61, 61, 400),
    turns: fc.array(fc.nat({ max: 11 }), { maxLength: 12 }),
    faults,
  },
  async ({ sweeps, which, change: drawn, yields, lateSeconds, turns, faults }, state: State) => {
    const { system } = state
    const subscription = pickSubscription(which, state)
    const change = drawn === null || subscription === undefined ? null : toChange(drawn, subscription, state)
    const from = system.now()
    planFaults(faults, system.faultPlan, 'authorize')
    const advanceLater = async () => {
      await system.turn()
      system.advance(lateSeconds * 1000)
    }
    const response = await system.run(
      async (machine) => {
        const work: Promise<unknown>[] = Array.from({ length: sweeps }, () =>
          runSweep(machine, faults.machine !== null),
        )
        if (lateSeconds > 0) work.push(advanceLater(), advanceLater().then(advanceLater))
        const sendLater = async () => {
          for (let count = 0; count < yields; count++) await system.turn()
          return sendChange(change!, subscription!.ref, machine, state)
        }
        const response = change === null ? false : sendLater()
        await Promise.all([...work, response])
        return response
      },
      faults.machine,
      turns,
    )
    system.faultPlan.clear()
    const step =
      change === null
        ? noChange
        : {
            subscription: subscription!,
            change,
            concurrent: true,
            acknowledged: response === true,
            lost: response === 'lost',
          }
    await snapshotAndCheck({ ...step, from, to: system.now() }, state)
  },
)

export const setTimeZone = async (id: string, zone: string, { system, accounts }: State): Promise<void> => {
  await system.rows("UPDATE accounts SET settings = json_set(settings, '$.timeZone', ?) WHERE id = ?", zone, id)
  const before = accounts.get(id)
  const zoneChanged = before !== undefined && (before.zoneChanged || before.zone !== zone)
  accounts.set(id, { suspended: false, ...before, zone, zoneChanged })
}

export const setSuspended = async (id: string, suspended: boolean, { system, accounts }: State): Promise<void> => {
  await system.rows('UPDATE accounts SET suspended = ? WHERE id = ?', suspended ? 1 : 0, id)
  accounts.set(id, { ...accounts.get(id)!, suspended })
}

export const deliverLate = command('deliverLate', {}, async (_data, state: State) => {
  const { system } = state
  await system.deliverLate()
  await snapshotAndCheck({ ...noChange, from: system.now(), to: system.now() }, state)
})

export const sweepAfter = async (ms: number, state: State): Promise<void> => {
  const { system } = state
  const from = system.now()
  system.advance(ms)
  await system.run((machine) => runSweep(machine, false), null)
  await snapshotAndCheck({ ...noChange, from, to: system.now() }, state)
}

const singleCommand: fc.Arbitrary<Command<[State]>> = weighted(
  [4, subscribe],
  [5, passTime],
  [3, wait],
  [3, sweep],
  [4, changeSubscription],
  [5, concurrently],
  [
    1,
    command('setTimeZone', { account, zone: fc.nat({ max: zones.length - 1 }) }, ({ account, zone }, state: State) =>
      setTimeZone(accountId(account, state), zones[zone]!, state),
    ),
  ],
  [
    1,
    command('setSuspended', { account, suspended: fc.boolean() }, ({ account, suspended }, state: State) =>
      setSuspended(accountId(account, state), suspended, state),
    ),
  ],
  [1, deliverLate],
)

/** Several commands in order, a millisecond apart. */
const sequence = (commands: fc.Arbitrary<readonly Command<[State]>[]>) => ({
  arbitrary: commands.map(
    (steps) =>
      new Command('sequence', steps, async (state: State) => {
        for (const step of steps) {
          state.system.advance(1)
          await step.run(state)
        }
      }),
  ),
})

const declined = fc.constantFrom<Fault>(
  { kind: 'decline', code: '51' },
  { kind: 'decline', code: '41' },
  { kind: 'decline', code: '92' },
)

/** A declined bill, a change, and the next attempts: a rare combination of independently drawn commands. */
const declineThenChange = sequence(
  fc
    .record({
      hours: fc.constantFrom(24, 36, 48, 100, 240),
      fault: declined,
      which,
      change: fc.oneof(
        { weight: 3, arbitrary: plainChange('card') },
        { weight: 1, arbitrary: plainChange('pause') },
        change,
      ),
      meanwhile: fc.array(singleCommand, { maxLength: 2 }),
      retryFaults: fc.array(fc.record({ fault: declined, times: fc.constantFrom(1, 3) }), { maxLength: 1 }),
      hoursAfter: fc.integer({ min: 1, max: 100 }),
    })
    .map(({ hours, fault, which, change, meanwhile, retryFaults, hoursAfter }) => {
      const declining = passTime({ hours, faults: { ...noFaults, processor: [{ fault, times: 10 }] } })
      const after = passTime({ hours: hoursAfter, faults: { ...noFaults, processor: retryFaults } })
      return [declining, changeSubscription({ which, change })].concat(meanwhile, after)
    }),
)

/** A declined bill, and a change concurrent with its next attempt. */
const changeDuringRetry = sequence(
  fc
    .record({
      hours: fc.constantFrom(30, 60),
      concurrent: concurrently.data,
      change: fc.oneof(change, plainChange('card')),
      hoursAfter: fc.integer({ min: 1, max: 60 }),
    })
    .map(({ hours, concurrent, change, hoursAfter }) => [
      passTime({ hours, faults: { ...noFaults, processor: [{ fault: { kind: 'decline', code: '51' }, times: 1 }] } }),
      wait({ hours: 48 }),
      concurrently({ ...concurrent, change }),
      passTime({ hours: hoursAfter, faults: noFaults }),
    ]),
)

/** A charge with an unknown outcome, whose reversal fails for minutes, a change, and the next attempts. */
const unknownOutcomeThenChange = sequence(
  fc
    .record({
      hours: fc.constantFrom(24, 48, 168, 400),
      fault: fc.constantFrom<Fault>({ kind: 'dropAfter' }, { kind: 'silent' }, { kind: 'late', ms: 1 }),
      reversal: reversalFault,
      which,
      change: fc.oneof(change, plainChange('card')),
      hoursAfter: fc.integer({ min: 1, max: 5 }),
    })
    .map(({ hours, fault, reversal, which, change, hoursAfter }) => [
      wait({ hours }),
      sweep({ faults: { ...noFaults, processor: [{ fault, times: 1 }], reversal: { fault: reversal, times: 1 } } }),
      changeSubscription({ which, change }),
      passTime({ hours: hoursAfter, faults: { ...noFaults, reversal: { fault: reversal, times: 10 } } }),
    ]),
)

export const commands = weighted(
  [6, { arbitrary: singleCommand }],
  [2, declineThenChange],
  [2, changeDuringRetry],
  [1, unknownOutcomeThenChange],
)
