import type { Cycle } from '#contract/cycles'
import * as fc from 'fast-check'
import type { Fault } from '../../acquirer/faultPlan.ts'
import type { MachineFault } from '../payments/steps.ts'

/**
 * What can happen to subscriptions, as plain data: a history is a list of steps. Faults stand inside the step that they hit, so that
 * shrinking keeps cause and effect together.
 */

/** Which of the subscriptions there are: any number names one, the newest by 0. */
export type Which = number

/** What a merchant does to one, or its customer. */
export type Verb =
  | { readonly verb: 'pause' }
  | { readonly verb: 'pauseUntil'; readonly days: number }
  | { readonly verb: 'resume' }
  | { readonly verb: 'reprice'; readonly total: number }
  | { readonly verb: 'cancel' }
  /** Another card becomes the default. */
  | { readonly verb: 'card' }

interface Ordered {
  readonly fault: Fault
  readonly times: number
}

export interface Trouble {
  /** With the next payments that the acquirer is asked for. */
  readonly payment: Ordered | null
  /** With what undoes them. */
  readonly reversal: Ordered | null
  readonly machine: MachineFault | null
}

export type Step =
  | {
      readonly do: 'enrol'
      readonly account: number
      /** Of a customer who has subscriptions already. */
      readonly again: boolean
      readonly cycle: Cycle
      readonly startsIn: number
      readonly installments: number
      readonly total: number
    }
  /** The scheduler does its work for so long. */
  | { readonly do: 'pass'; readonly hours: number; readonly trouble: Trouble }
  /** Time passes, and nobody sweeps. */
  | { readonly do: 'wait'; readonly hours: number }
  | { readonly do: 'sweep'; readonly trouble: Trouble }
  | { readonly do: 'change'; readonly which: Which; readonly change: Verb }
  /**
   * Sweeps at once, something that a merchant does among them, and so many seconds that pass in the midst of it, twice: more than a lease
   * takes, or than a failure is waited after. `turns` says whose call goes on next.
   */
  | {
      readonly do: 'together'
      readonly sweeps: number
      readonly which: Which
      readonly change: Verb | null
      /** How many calls of others come before that, at least. */
      readonly waits: number
      readonly late: number
      readonly turns: readonly number[]
      readonly trouble: Trouble
    }
  | { readonly do: 'zone'; readonly account: number; readonly zone: number }
  | { readonly do: 'suspend'; readonly account: number; readonly suspended: boolean }
  /** Requests and answers arrive that nobody waits for any more. */
  | { readonly do: 'hearLate' }

export interface History {
  /** Where in the year it begins: any number names one of a few moments. */
  readonly begins: number
  readonly steps: readonly Step[]
}

const which = fc.constantFrom(0, 0, 0, 1, 2)
const account = fc.constantFrom(0, 0, 1)

const cycles: fc.Arbitrary<Cycle> = fc.constantFrom(
  { unit: 'day', interval: 1, dayOfCycle: 1 },
  { unit: 'day', interval: 3, dayOfCycle: 1 },
  { unit: 'week', interval: 1, dayOfCycle: 0 },
  { unit: 'week', interval: 2, dayOfCycle: 3 },
  { unit: 'month', interval: 1, dayOfCycle: 31 },
  { unit: 'month', interval: 1, dayOfCycle: 0 },
)

const paymentFault = fc.constantFrom<Fault>(
  { kind: 'decline', code: '51' },
  { kind: 'decline', code: '51' },
  { kind: 'decline', code: '05' },
  { kind: 'decline', code: '41' },
  { kind: 'decline', code: '92' },
  { kind: 'busy' },
  { kind: 'dropBefore' },
  { kind: 'dropAfter' },
  { kind: 'silent' },
  { kind: 'delay', ms: 1 },
  { kind: 'late', ms: 1 },
  { kind: 'garbage' },
  { kind: 'double' },
  { kind: 'partial' },
)

const reversalFault = fc.constantFrom<Fault>(
  { kind: 'dropBefore' },
  { kind: 'dropAfter' },
  { kind: 'silent' },
  { kind: 'busy' },
  { kind: 'decline', code: '05' },
)

const times = fc.constantFrom(1, 1, 2, 3, 6, 10)
const ordered = (fault: fc.Arbitrary<Fault>): fc.Arbitrary<Ordered> => fc.record({ fault, times })

const call = fc.integer({ min: 1, max: 12 })
const when = fc.constantFrom('before' as const, 'after' as const)
const machineFault: fc.Arbitrary<MachineFault> = fc.oneof(
  fc.record({ kind: fc.constant('database' as const), call, when, lasting: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('crash' as const), call, when }) },
)

export const noTrouble: Trouble = { payment: null, reversal: null, machine: null }
const nothing = fc.constant(null)

const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(noTrouble) },
  { weight: 3, arbitrary: fc.record({ payment: ordered(paymentFault), reversal: nothing, machine: nothing }) },
  { weight: 2, arbitrary: fc.record({ payment: nothing, reversal: nothing, machine: machineFault }) },
  {
    weight: 1,
    arbitrary: fc.record({
      payment: ordered(paymentFault),
      reversal: fc.option(ordered(reversalFault)),
      machine: fc.option(machineFault),
    }),
  },
)

const total = fc.integer({ min: 1, max: 9999 })

const change: fc.Arbitrary<Verb> = fc.oneof(
  fc.record({ verb: fc.constant('pause' as const) }),
  fc.record({ verb: fc.constant('pauseUntil' as const), days: fc.integer({ min: 1, max: 20 }) }),
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('resume' as const) }) },
  fc.record({ verb: fc.constant('reprice' as const), total }),
  fc.record({ verb: fc.constant('cancel' as const) }),
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('card' as const) }) },
)

/** A night or a few, so that something falls due, or weeks. */
const hours = fc.oneof(
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 3, arbitrary: fc.noBias(fc.integer({ min: 6, max: 80 })) },
  { weight: 2, arbitrary: fc.noBias(fc.integer({ min: 80, max: 60 * 24 })) },
)

const enrolment: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('enrol' as const),
  account,
  again: fc.boolean(),
  cycle: cycles,
  startsIn: fc.constantFrom(0, 0, 1, 2, 7),
  installments: fc.constantFrom(0, 0, 0, 1, 2, 4),
  total,
})

const together: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('together' as const),
  sweeps: fc.integer({ min: 1, max: 3 }),
  which,
  change: fc.option(change, { nil: null }),
  waits: fc.nat({ max: 9 }),
  late: fc.constantFrom(0, 0, 61, 61, 400),
  turns: fc.array(fc.nat({ max: 11 }), { maxLength: 12 }),
  trouble,
})

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: enrolment },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pass' as const), hours, trouble }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), hours }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sweep' as const), trouble }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('change' as const), which, change }) },
  { weight: 5, arbitrary: together },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('zone' as const), account, zone: fc.nat({ max: 2 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('suspend' as const), account, suspended: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hearLate' as const) }) },
)

const declined = fc.constantFrom<Fault>(
  { kind: 'decline', code: '51' },
  { kind: 'decline', code: '41' },
  { kind: 'decline', code: '92' },
)

/** A bill that is declined, what somebody does about it, and what the scheduler makes of that: rare where each comes by chance. */
const dunned: fc.Arbitrary<Step[]> = fc
  .record({
    hours: fc.constantFrom(24, 36, 48, 100, 240),
    fault: declined,
    which,
    change: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Verb>({ verb: 'card' }) },
      { weight: 1, arbitrary: fc.constant<Verb>({ verb: 'pause' }) },
      { weight: 1, arbitrary: change },
    ),
    meanwhile: fc.array(step, { maxLength: 2 }),
    again: fc.option(fc.record({ fault: declined, times: fc.constantFrom(1, 3) }), { nil: null }),
    later: fc.integer({ min: 1, max: 100 }),
  })
  .map(({ hours: before, fault, which: one, change: changed, meanwhile, again, later }) => {
    const first: Step[] = [
      { do: 'pass', hours: before, trouble: { ...noTrouble, payment: { fault, times: 10 } } },
      { do: 'change', which: one, change: changed },
    ]
    return first.concat(meanwhile, { do: 'pass', hours: later, trouble: { ...noTrouble, payment: again } })
  })

/** A bill that waits for another try, and what comes at the very moment of that. */
const overtaken: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.constantFrom(30, 60),
    together,
    fc.oneof(change, fc.constant<Verb>({ verb: 'card' })),
    fc.integer({ min: 1, max: 60 }),
  )
  .map(([hours, rivals, change, later]) => [
    { do: 'pass', hours, trouble: { ...noTrouble, payment: { fault: { kind: 'decline', code: '51' }, times: 1 } } },
    { do: 'wait', hours: 48 },
    { ...rivals, change } as Step,
    { do: 'pass', hours: later, trouble: noTrouble },
  ])

/** Histories that begin with a subscription, of so many pieces at most. */
export const histories = (mostPieces: number): fc.Arbitrary<History> =>
  fc
    .record({
      begins: fc.nat({ max: 3 }),
      first: enrolment,
      pieces: fc.array(
        fc.oneof(
          { weight: 6, arbitrary: step.map((one) => [one]) },
          { weight: 2, arbitrary: dunned },
          { weight: 2, arbitrary: overtaken },
        ),
        {
          maxLength: mostPieces,
        },
      ),
    })
    .map(({ begins, first, pieces }) => ({ begins, steps: [first, ...pieces.flat()] }))
