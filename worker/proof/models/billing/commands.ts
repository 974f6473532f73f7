import type { Cycle } from '#contract/plans/cycles'
import * as fc from 'fast-check'
import type { Fault } from '../../acquirer/faultPlan.ts'
import { clientOf } from '../kernel/client.ts'
import {
  machineFault,
  machineFaultIn,
  noTrouble,
  planFaults,
  reversalFault,
  troubles,
  wireFaults,
} from '../kernel/faults.ts'
import { Lost } from '../kernel/gateway.ts'
import type { Machine, System } from '../kernel/gateway.ts'
import { Command, command, holds, mix } from '../kernel/model.ts'
import { beginningOf, dateAfter, datesOf, zones } from './calendar.ts'
import { checkAll } from './invariants.ts'
import { applied, cardCame } from './model.ts'
import type { AccountKnown, Change, Happened, Known, Subject } from './model.ts'
import { nextDue, takeSnapshots } from './snapshot.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The most sweeps of one command. */
const mostSweeps = 25

/** The expected state of a history. */
export interface State {
  readonly system: System
  /** No clock goes further. */
  readonly ends: number
  readonly accounts: Map<string, AccountKnown>
  readonly known: Known[]
}

const nobody = { known: null, change: null, together: false, acknowledged: false, lost: false }

const setNow = (ms: number, { system }: State): void => system.advance(ms - system.now())

/** Checks the snapshot, which then is the one before the next command. */
const check = async (happened: Happened, { system, accounts, known: all }: State): Promise<void> => {
  const snapshots = await takeSnapshots(
    system,
    all.map(({ last }) => last),
  )
  const { known: asked, change, acknowledged, lost } = happened
  for (const known of all) {
    const now = snapshots.get(known.subject.subscription)!
    // A card is one for all subscriptions of its customer.
    const isOwnCard = change?.verb === 'card' && asked?.subject.customer === known.subject.customer
    if (isOwnCard && (acknowledged || lost)) cardCame(known, happened, now)
    checkAll(known, now, happened, accounts.get(known.subject.account)!, system)
    if (known === asked) {
      checkAcknowledged(known, happened, now.row)
      applied(known, happened, now)
    }
    notice(known, happened, now.row)
    known.last = now
  }
}

/** What the clock leads to: the end of a pause; and that nothing is owed for the time of an unpaid bill. */
const notice = (known: Known, { from, to }: Happened, { status }: Known['last']['row']): void => {
  const { pausedUntil, last } = known
  if (pausedUntil !== null && pausedUntil <= to && status !== 'paused') {
    known.notBefore = Math.max(known.notBefore, pausedUntil)
    known.pausedUntil = null
  }
  if (last.row.status === 'unpaid' && status === 'active') known.notBefore = Math.max(known.notBefore, from)
}

/** An acknowledged change is stored. */
const checkAcknowledged = (
  { subject }: Known,
  { change, acknowledged, together, from }: Happened,
  { status, total, resumesAt }: Known['last']['row'],
): void => {
  if (!acknowledged || change === null) return
  const claims: Readonly<Record<Change['verb'], boolean>> = {
    cancel: status === 'canceled',
    // The last installment may have been under way.
    pause: status === 'paused' || together,
    pauseUntil: (status === 'paused' && resumesAt !== null && resumesAt > from) || (together && status === 'completed'),
    resume: status !== 'paused',
    reprice: status !== 'paused' && change.verb === 'reprice' && total === change.total,
    card: true,
  }
  holds(claims[change.verb], 'what was acknowledged holds', () =>
    JSON.stringify({ change, subject, status, total, resumesAt }),
  )
}

const callOf = ({ fetch }: Machine, { system: { accounts } }: State, account: string) =>
  clientOf(fetch, accounts.find(({ id }) => id === account)!.secretKey)

/** Whether a sweep came to its end: a faulty database may end it, and a machine may die. */
const sweepOn = async (machine: Machine, isFaulty: boolean): Promise<boolean> => {
  try {
    await machine.sweep()
    return true
  } catch (thrown) {
    holds(isFaulty || thrown instanceof Lost, 'no failure is internal', () => String((thrown as Error).stack))
    return false
  }
}

/** Sends a change: whether it was acknowledged, or `lost` without a response. */
const send = async (
  change: Change,
  { account, customer, subscription }: Subject,
  machine: Machine,
  state: State,
): Promise<boolean | 'lost'> => {
  const call = callOf(machine, state, account)
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
    holds(status < 500, 'no failure is internal', () => text)
    return status === 200
  } catch (thrown) {
    if (thrown instanceof Lost) return 'lost'
    throw thrown
  }
}

/** Sends what must be acknowledged, since nothing is wrong. */
const must = async (
  method: string,
  path: string,
  body: object,
  account: string,
  state: State,
): Promise<Record<string, any>> => {
  const { status, text, json } = await state.system.run(
    (machine) => callOf(machine, state, account)(method, path, body),
    null,
  )
  holds(status === 200, 'no failure is internal', () => `${method} ${path}: ${status} ${text}`)
  return json
}

const addCustomer = async (account: string, state: State): Promise<string> => {
  const id: string = (await must('POST', '/v1/customers', {}, account, state))['customers'][0].id
  await must('POST', `/v1/customers/${id}/wallet`, { token: 'test-visa-4242', default: true }, account, state)
  return id
}

const idOf = (number: number, { accounts }: State): string => [...accounts.keys()][number]!

const ofNumber = (which: number, { known, accounts }: State): Known | undefined => {
  const found = known[known.length - 1 - (which % known.length)]
  // The API rejects every request of a suspended account.
  return found !== undefined && accounts.get(found.subject.account)!.suspended ? undefined : found
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

const trouble = troubles(
  paymentFault,
  { none: 3, processor: 3, machine: 2, all: 1 },
  // Mostly in the first sweep of many.
  { times: [1, 1, 2, 3, 6, 10], machines: fc.oneof({ weight: 3, arbitrary: machineFault }, machineFaultIn(100)) },
)

const total = fc.integer({ min: 1, max: 9999 })

/** A change as it is drawn: until when a pause lasts depends on the time of the command. */
type DrawnChange =
  | Exclude<Change, { verb: 'pauseUntil' }>
  | { readonly verb: 'pauseUntil'; readonly days: number; readonly isDate: boolean }

const bare = (verb: 'pause' | 'resume' | 'cancel' | 'card') => fc.constant<DrawnChange>({ verb })

const change: fc.Arbitrary<DrawnChange> = fc.oneof(
  bare('pause'),
  fc.record({
    verb: fc.constant('pauseUntil' as const),
    days: fc.integer({ min: 1, max: 20 }),
    // A date, which begins at midnight in the account's time zone; else an instant.
    isDate: fc.boolean(),
  }),
  { weight: 2, arbitrary: bare('resume') },
  fc.record({ verb: fc.constant('reprice' as const), total }),
  bare('cancel'),
  { weight: 2, arbitrary: bare('card') },
)

const changeOf = (drawn: DrawnChange, { subject: { account } }: Known, { system, accounts }: State): Change => {
  if (drawn.verb !== 'pauseUntil') return drawn
  const { zone } = accounts.get(account)!
  const date = dateAfter(zone, system.now(), drawn.days)
  const until = drawn.isDate ? beginningOf(zone, date) : system.now() + drawn.days * day
  return { verb: 'pauseUntil', until, resumesAt: drawn.isDate ? date : new Date(until).toISOString() }
}

/** A night or a few, so that something falls due, or weeks. */
const hours = fc.oneof(
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 3, arbitrary: fc.noBias(fc.integer({ min: 6, max: 80 })) },
  { weight: 2, arbitrary: fc.noBias(fc.integer({ min: 80, max: 60 * 24 })) },
)

export const enrol = command(
  'enrol',
  {
    account,
    /** For the newest customer instead of a new one. */
    again: fc.boolean(),
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
  async ({ account: number, again, cycle, startsIn, installments, total }, state: State) => {
    const { system, accounts, known } = state
    const account = idOf(number, state)
    const { zone, suspended } = accounts.get(account)!
    if (suspended) return
    const earlier = again ? known.findLast(({ subject }) => subject.account === account) : undefined
    const customer = earlier?.subject.customer ?? (await addCustomer(account, state))
    const startDate = dateAfter(zone, system.now(), startsIn)
    const plan = { label: `Plan ${known.length}`, cycle, amount: { value: total / 100, currency: 840 }, installments }
    const { subscriptions } = await must('POST', '/v1/subscriptions', plan, account, state)
    const body = { plan: subscriptions[0].id, startDate }
    const made = await must('POST', `/v1/customers/${customer}/subscriptions`, body, account, state)
    const subscription: string = made['customerSubscriptions'][0].customerSubscriptionId
    known.push({
      subject: { account, customer, subscription },
      dates: datesOf(cycle, startDate),
      installments,
      price: total,
      canceled: false,
      pausedUntil: null,
      notBefore: 0,
      cards: [],
      last: (await takeSnapshots(system, [])).get(subscription)!,
    })
    await check({ ...nobody, from: system.now(), to: system.now() }, state)
  },
)

/** Time passes, with a sweep whenever something is due. */
const pass = command('pass', { hours, trouble }, async ({ hours, trouble }, state: State) => {
  const { system, ends } = state
  const end = Math.min(system.now() + hours * hour, ends)
  planFaults(trouble, system.faultPlan, 'authorize')
  await system.run(async (first) => {
    let machine = first
    for (let sweeps = 0; sweeps < mostSweeps; sweeps++) {
      const wakes = Math.max((await nextDue(system)) ?? Infinity, system.now() + minute)
      if (wakes > end) {
        setNow(Math.max(end, system.now()), state)
        break
      }
      const from = system.now()
      setNow(wakes, state)
      const isFaulty = machine === first && trouble.machine !== null
      const isLost = !(await sweepOn(machine, isFaulty))
      await check({ ...nobody, from, to: system.now() }, state)
      if (isLost && trouble.machine?.kind === 'crash') machine = system.healthy
    }
  }, trouble.machine)
  system.faultPlan.clear()
})

/** Time passes without a sweep. */
const wait = command('wait', { hours }, async ({ hours }, state: State) => {
  const { system, ends } = state
  setNow(Math.max(system.now(), Math.min(system.now() + hours * hour, ends)), state)
})

const sweep = command('sweep', { trouble }, async ({ trouble }, state: State) => {
  const { system } = state
  const from = system.now()
  planFaults(trouble, system.faultPlan, 'authorize')
  await system.run((machine) => sweepOn(machine, trouble.machine !== null), trouble.machine)
  system.faultPlan.clear()
  await check({ ...nobody, from, to: system.now() }, state)
})

const changeOne = command('change', { which, change }, async ({ which, change: drawn }, state: State) => {
  const { system } = state
  const known = ofNumber(which, state)
  if (known === undefined) return
  const from = system.now()
  const change = changeOf(drawn, known, state)
  const answer = await system.run((machine) => send(change, known.subject, machine, state), null)
  const happened = { known, change, together: false, acknowledged: answer === true, lost: false }
  await check({ ...happened, from, to: system.now() }, state)
})

/** Sweeps and a change at once, while time passes twice: more than a lease lasts, or than a failure is waited after. */
const together = command(
  'together',
  {
    sweeps: fc.integer({ min: 1, max: 3 }),
    which,
    change: fc.option(change, { nil: null }),
    /** So many turns of others come before the change, at least. */
    waits: fc.nat({ max: 9 }),
    lateSeconds: fc.constantFrom(0, 0, 61, 61, 400),
    turns: fc.array(fc.nat({ max: 11 }), { maxLength: 12 }),
    trouble,
  },
  async ({ sweeps, which, change: drawn, waits, lateSeconds, turns, trouble }, state: State) => {
    const { system } = state
    const known = ofNumber(which, state)
    const change = drawn === null || known === undefined ? null : changeOf(drawn, known, state)
    const from = system.now()
    planFaults(trouble, system.faultPlan, 'authorize')
    const later = async () => {
      await system.turn()
      system.advance(lateSeconds * 1000)
    }
    const answer = await system.run(
      async (machine) => {
        const work: Promise<unknown>[] = Array.from({ length: sweeps }, () =>
          sweepOn(machine, trouble.machine !== null),
        )
        if (lateSeconds > 0) work.push(later(), later().then(later))
        const changing = async () => {
          for (let wait = 0; wait < waits; wait++) await system.turn()
          return send(change!, known!.subject, machine, state)
        }
        const answer = change === null ? false : changing()
        await Promise.all([...work, answer])
        return answer
      },
      trouble.machine,
      turns,
    )
    system.faultPlan.clear()
    const happened =
      change === null
        ? nobody
        : { known: known!, change, together: true, acknowledged: answer === true, lost: answer === 'lost' }
    await check({ ...happened, from, to: system.now() }, state)
  },
)

export const moveTo = async (id: string, zone: string, { system, accounts }: State): Promise<void> => {
  await system.rows("UPDATE accounts SET settings = json_set(settings, '$.timeZone', ?) WHERE id = ?", zone, id)
  const before = accounts.get(id)
  const moved = before !== undefined && (before.moved || before.zone !== zone)
  accounts.set(id, { suspended: false, ...before, zone, moved })
}

export const suspend = async (id: string, suspended: boolean, { system, accounts }: State): Promise<void> => {
  await system.rows('UPDATE accounts SET suspended = ? WHERE id = ?', suspended ? 1 : 0, id)
  accounts.set(id, { ...accounts.get(id)!, suspended })
}

export const deliverLate = command('deliverLate', {}, async (_data, state: State) => {
  const { system } = state
  await system.deliverLate()
  await check({ ...nobody, from: system.now(), to: system.now() }, state)
})

export const sweepAfter = async (ms: number, state: State): Promise<void> => {
  const { system } = state
  const from = system.now()
  system.advance(ms)
  await system.run((machine) => sweepOn(machine, false), null)
  await check({ ...nobody, from, to: system.now() }, state)
}

const single: fc.Arbitrary<Command<[State]>> = mix(
  [4, enrol],
  [5, pass],
  [3, wait],
  [3, sweep],
  [4, changeOne],
  [5, together],
  [
    1,
    command('zone', { account, zone: fc.nat({ max: zones.length - 1 }) }, ({ account, zone }, state: State) =>
      moveTo(idOf(account, state), zones[zone]!, state),
    ),
  ],
  [
    1,
    command('suspend', { account, suspended: fc.boolean() }, ({ account, suspended }, state: State) =>
      suspend(idOf(account, state), suspended, state),
    ),
  ],
  [1, deliverLate],
)

/** Several commands in a row, each at a moment of its own. */
const sequence = (commands: fc.Arbitrary<readonly Command<[State]>[]>) => ({
  arbitrary: commands.map(
    (all) =>
      new Command('sequence', all, async (state: State) => {
        for (const one of all) {
          state.system.advance(1)
          await one.run(state)
        }
      }),
  ),
})

const declined = fc.constantFrom<Fault>(
  { kind: 'decline', code: '51' },
  { kind: 'decline', code: '41' },
  { kind: 'decline', code: '92' },
)

/** A declined bill, a change, and the next attempts: rare where each comes by chance. */
const dunned = sequence(
  fc
    .record({
      hours: fc.constantFrom(24, 36, 48, 100, 240),
      fault: declined,
      which,
      change: fc.oneof({ weight: 3, arbitrary: bare('card') }, { weight: 1, arbitrary: bare('pause') }, change),
      meanwhile: fc.array(single, { maxLength: 2 }),
      again: fc.array(fc.record({ fault: declined, times: fc.constantFrom(1, 3) }), { maxLength: 1 }),
      later: fc.integer({ min: 1, max: 100 }),
    })
    .map(({ hours, fault, which, change, meanwhile, again, later }) => {
      const declining = pass({ hours, trouble: { ...noTrouble, processor: [{ fault, times: 10 }] } })
      const after = pass({ hours: later, trouble: { ...noTrouble, processor: again } })
      return [declining, changeOne({ which, change })].concat(meanwhile, after)
    }),
)

/** A bill that waits for its next attempt, and a change at the moment of that attempt. */
const overtaken = sequence(
  fc
    .record({
      hours: fc.constantFrom(30, 60),
      rivals: together.data,
      change: fc.oneof(change, bare('card')),
      later: fc.integer({ min: 1, max: 60 }),
    })
    .map(({ hours, rivals, change, later }) => [
      pass({ hours, trouble: { ...noTrouble, processor: [{ fault: { kind: 'decline', code: '51' }, times: 1 }] } }),
      wait({ hours: 48 }),
      together({ ...rivals, change }),
      pass({ hours: later, trouble: noTrouble }),
    ]),
)

/** A charge with an unknown outcome, which is not reversed for minutes, and the next attempts. */
const unanswered = sequence(
  fc
    .record({
      hours: fc.constantFrom(24, 48, 168, 400),
      fault: fc.constantFrom<Fault>({ kind: 'dropAfter' }, { kind: 'silent' }, { kind: 'late', ms: 1 }),
      reversal: reversalFault,
      which,
      change: fc.oneof(change, bare('card')),
      later: fc.integer({ min: 1, max: 5 }),
    })
    .map(({ hours, fault, reversal, which, change, later }) => [
      wait({ hours }),
      sweep({ trouble: { ...noTrouble, processor: [{ fault, times: 1 }], reversal: { fault: reversal, times: 1 } } }),
      changeOne({ which, change }),
      pass({ hours: later, trouble: { ...noTrouble, reversal: { fault: reversal, times: 10 } } }),
    ]),
)

export const commands = mix([6, { arbitrary: single }], [2, dunned], [2, overtaken], [1, unanswered])
