import * as fc from 'fast-check'
import type { Fault } from '../../acquirer/faultPlan.ts'
import type { MachineFault } from '../payments/steps.ts'

/**
 * What can happen to one checkout, as plain data: a schedule is a list of steps. Faults stand inside the step that they hit, so that shrinking
 * keeps cause and effect together.
 */

export const kinds = ['plain', 'oneTime', 'ofCustomer', 'subscription', 'laterSubscription'] as const
export type Kind = (typeof kinds)[number]

/** Which window. */
export type Tab = 0 | 1 | 2

export type CardName = 'good' | 'otherGood' | 'stolen' | 'empty'

/** Which name a try is sent under: the page's own, one that it had before, one of another checkout's page, one that nobody gave it. */
export type Name = 'own' | 'earlier' | 'elsewhere' | 'invented'

export type Action =
  /** Opens the page, or reloads it. */
  | { readonly act: 'open'; readonly tab: Tab }
  | {
      readonly act: 'pay'
      readonly tab: Tab
      readonly card: CardName
      readonly name: Name
      /** Whether the payment method is to be stored. */
      readonly save: boolean
      /** How often the button was hit before it could stop that. */
      readonly clicks: number
      /** The window hears no answer, and goes on at once with what comes next. */
      readonly lost: boolean
    }
  /** The last try once more, the very same. */
  | { readonly act: 'resend'; readonly tab: Tab; readonly lost: boolean }
  /** How does my try stand? */
  | { readonly act: 'ask'; readonly tab: Tab }
  /** One declined card after the other. */
  | { readonly act: 'wearOut'; readonly tab: Tab; readonly cards: number }
  /** The merchant looks, or cancels. */
  | { readonly act: 'read' }
  | { readonly act: 'cancel' }
  /** Lets the others have so many turns, puts the clock forward, and then sweeps: so many crons at once. */
  | { readonly act: 'sweep'; readonly turns: number; readonly afterMs: number; readonly crons: number }

export interface Trouble {
  /** With the next payments that the processor is asked for, one after the other. */
  readonly processor: readonly Fault[]
  /** With what undoes a payment. */
  readonly reversal: Fault | null
  readonly machine: MachineFault | null
}

export type Step =
  /** Several people and windows at once; each does its actions one after the other. `turns` says whose call goes on next: by its place in the row that waits, -1 for the last. */
  | {
      readonly do: 'together'
      readonly strands: readonly (readonly Action[])[]
      readonly turns: readonly number[]
      readonly trouble: Trouble
    }
  | { readonly do: 'wait'; readonly ms: number }
  /** Requests and answers that nobody waits for any more arrive. */
  | { readonly do: 'hearLate' }

export interface Schedule {
  readonly kind: Kind
  /** So many cards were declined before. */
  readonly worn: number
  readonly steps: readonly Step[]
}

const tab = fc.constantFrom<Tab>(0, 0, 1, 2)
const lost = fc.constantFrom(false, false, true)

const pay = fc.record({
  act: fc.constant('pay' as const),
  tab,
  card: fc.constantFrom<CardName>('good', 'good', 'good', 'otherGood', 'otherGood', 'stolen', 'empty'),
  name: fc.constantFrom<Name>(
    'own',
    'own',
    'own',
    'own',
    'own',
    'own',
    'own',
    'own',
    'earlier',
    'elsewhere',
    'invented',
  ),
  save: fc.boolean(),
  clicks: fc.constantFrom(1, 1, 1, 2, 3),
  lost,
})
const sweep = fc.record({
  act: fc.constant('sweep' as const),
  turns: fc.nat(8),
  afterMs: fc.constantFrom(0, 1_000, 46_000, 61_000, 61_000, 120_000, 3_600_000),
  crons: fc.constantFrom(1, 2),
})

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: pay },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('open' as const), tab }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('resend' as const), tab, lost }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('ask' as const), tab }) },
  { weight: 3, arbitrary: sweep },
  { weight: 1, arbitrary: fc.constant<Action>({ act: 'read' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ act: 'cancel' }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('wearOut' as const), tab, cards: fc.integer({ min: 1, max: 3 }) }),
  },
)

const processorFault = fc.constantFrom<Fault>(
  { kind: 'dropBefore' },
  { kind: 'dropAfter' },
  { kind: 'silent' },
  { kind: 'late', ms: 1 },
  { kind: 'late', ms: 1 },
  { kind: 'delay', ms: 1 },
  { kind: 'double' },
  { kind: 'garbage' },
  { kind: 'busy' },
  { kind: 'decline', code: '05' },
  { kind: 'partial' },
)
const reversalFault = fc.constantFrom<Fault>(
  { kind: 'dropBefore' },
  { kind: 'dropAfter' },
  { kind: 'silent' },
  { kind: 'busy' },
  { kind: 'decline', code: '05' },
)
const call = fc.integer({ min: 1, max: 12 })
const when = fc.constantFrom('before' as const, 'after' as const)
const machineFault: fc.Arbitrary<MachineFault> = fc.oneof(
  fc.record({ kind: fc.constant('database' as const), call, when, lasting: fc.boolean() }),
  fc.record({ kind: fc.constant('crash' as const), call, when }),
)

export const noTrouble: Trouble = { processor: [], reversal: null, machine: null }

const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  { weight: 5, arbitrary: fc.constant(noTrouble) },
  {
    weight: 4,
    arbitrary: fc.record({
      processor: fc.array(processorFault, { minLength: 1, maxLength: 2 }),
      reversal: fc.option(reversalFault, { freq: 2 }),
      machine: fc.constant(null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ processor: fc.constant([]), reversal: fc.constant(null), machine: machineFault }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      processor: fc.array(processorFault, { maxLength: 2 }),
      reversal: fc.option(reversalFault),
      machine: fc.option(machineFault),
    }),
  },
)

/** Mostly whoever came last goes on, so that one strand gets far while the others stand still; where no turn is given, whoever came first. */
const turns = fc.array(fc.constantFrom(-1, -1, -1, -1, -1, 0, 0, 1, 2), { maxLength: 40, size: 'max' })

const strand = fc.array(action, { minLength: 1, maxLength: 3 })

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('together' as const),
      strands: fc.array(strand, { minLength: 1, maxLength: 3 }),
      turns,
      trouble,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1_000, 30_000, 46_000, 61_000, 120_000, 11 * 60_000, 2 * 3_600_000, 25 * 3_600_000),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'hearLate' }) },
)

/** Schedules of so many steps at most. */
export const schedules = (mostSteps: number): fc.Arbitrary<Schedule> =>
  fc.record({
    kind: fc.constantFrom<Kind>('plain', 'plain', ...kinds),
    worn: fc.constantFrom(...Array.from({ length: 12 }, () => 0), 8, 9, 9),
    steps: fc.array(step, { minLength: 1, maxLength: mostSteps, size: 'max' }),
  })
