import * as fc from 'fast-check'
import type { Fault } from '../../acquirer/faultPlan.ts'

/**
 * What can happen to the payments of an account, as plain data: a history is a list of steps. Faults stand inside the step that they hit, so
 * that shrinking keeps cause and effect together.
 */

/** The machine that a step runs on. `call` counts what it asks of others (from 1), over all requests of the step. */
export type MachineFault =
  /** A batch of the database fails before or after its effect; `lasting`: and all that follow. */
  | { readonly kind: 'database'; readonly call: number; readonly when: 'before' | 'after'; readonly lasting: boolean }
  /** It dies before or after a call's effect, the database's or the processor's: nobody hears anything of it any more. */
  | { readonly kind: 'crash'; readonly call: number; readonly when: 'before' | 'after' }

export interface Trouble {
  /** With the operation that is asked for; of a sweep, with the first one that it repeats. */
  readonly processor: Fault | null
  /** With what undoes an operation, or gives a rest back. */
  readonly reversal: Fault | null
  readonly machine: MachineFault | null
}

/** Of a payment: so many pieces of the size that its currency is counted in; or what is left of it, named or not, or a little more. */
export type Amount = number | 'rest' | 'allOfIt' | 'tooMuch'

/** Which of the payments, operations or requests that there are: any number names one, the newest by 0. */
export type Which = number

export type Ask =
  | { readonly ask: 'authorize'; readonly by: 'card' | 'cash'; readonly currency: number; readonly amount: number }
  | { readonly ask: 'payOut'; readonly currency: number; readonly amount: number }
  | {
      readonly ask: 'capture'
      readonly payment: Which
      readonly by: Which
      readonly amount: Amount
      readonly final: boolean
    }
  | { readonly ask: 'void'; readonly payment: Which; readonly of: 'payment' | 'capture' | 'credit'; readonly by: Which }
  | { readonly ask: 'credit'; readonly payment: Which; readonly by: Which; readonly amount: Amount }

/** A request, under an Idempotency-Key of its own or none. */
export type Asking = Ask & { readonly keyed: boolean }

export type Step =
  | { readonly do: 'ask'; readonly asking: Asking; readonly trouble: Trouble }
  /** An earlier request under its key once more, or another one under that key. */
  | { readonly do: 'again'; readonly which: Which; readonly otherBody: boolean; readonly trouble: Trouble }
  /**
   * Requests at once, a sweep so many minutes later among them, and each twice if asked for. `turns` says whose call goes on next.
   */
  | {
      readonly do: 'together'
      readonly asked: readonly Asking[]
      readonly twice: boolean
      readonly sweepAfter: number | null
      readonly turns: readonly number[]
      readonly trouble: Trouble
    }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'sweep'; readonly trouble: Trouble }
  /** Both books close their batch. */
  | { readonly do: 'close'; readonly trouble: Trouble }
  /** Answers that nobody waits for any more arrive. */
  | { readonly do: 'hearLate' }

export const noTrouble: Trouble = { processor: null, reversal: null, machine: null }

const which = fc.nat(5)
/** Mostly the newest: histories are to be deep rather than broad. */
const payment = fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 4)
const by = fc.constantFrom(0, 0, 0, 1, 2, 4)

/** Two, none and three digits. */
const currency = fc.constantFrom(840, 840, 392, 414)

const processorFault = fc.constantFrom<Fault>(
  { kind: 'dropBefore' },
  { kind: 'dropAfter' },
  { kind: 'silent' },
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

const call = fc.integer({ min: 1, max: 6 })
const when = fc.constantFrom('before' as const, 'after' as const)

const machineFault: fc.Arbitrary<MachineFault> = fc.oneof(
  fc.record({ kind: fc.constant('database' as const), call, when, lasting: fc.boolean() }),
  fc.record({ kind: fc.constant('crash' as const), call, when }),
)

const trouble: fc.Arbitrary<Trouble> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(noTrouble) },
  {
    weight: 4,
    arbitrary: fc.record({ processor: processorFault, reversal: fc.constant(null), machine: fc.constant(null) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ processor: fc.constant(null), reversal: fc.constant(null), machine: machineFault }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      processor: fc.option(processorFault),
      reversal: fc.option(reversalFault),
      machine: fc.option(machineFault),
    }),
  },
)

const amount: fc.Arbitrary<Amount> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 3, arbitrary: fc.constantFrom<Amount>('rest', 'allOfIt', 'tooMuch') },
)

const keyed = fc.boolean()

const first = {
  ask: fc.constant('authorize' as const),
  by: fc.constantFrom('card' as const, 'card' as const, 'card' as const, 'cash' as const),
  currency,
  amount: fc.integer({ min: 1, max: 6 }),
}

const asking: fc.Arbitrary<Asking> = fc.oneof<fc.WeightedArbitrary<Asking>[]>(
  { weight: 2, arbitrary: fc.record({ ...first, keyed }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ask: fc.constant('payOut' as const),
      currency,
      amount: fc.integer({ min: 1, max: 4 }),
      keyed,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      ask: fc.constant('capture' as const),
      payment,
      by,
      amount,
      final: fc.constantFrom(false, false, true),
      keyed,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      ask: fc.constant('void' as const),
      payment,
      of: fc.constantFrom(
        'payment' as const,
        'payment' as const,
        'capture' as const,
        'capture' as const,
        'credit' as const,
      ),
      by,
      keyed,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ ask: fc.constant('credit' as const), payment, by, amount, keyed }),
  },
)

const minutes = fc.constantFrom(1, 2, 11, 60, 9 * 60, 26 * 60, 3 * 24 * 60, 8 * 24 * 60)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 14, arbitrary: fc.record({ do: fc.constant('ask' as const), asking, trouble }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('again' as const),
      which,
      otherBody: fc.constantFrom(false, false, true),
      trouble,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('together' as const),
      asked: fc.array(asking, { minLength: 1, maxLength: 4 }),
      twice: fc.constantFrom(false, false, true),
      sweepAfter: fc.option(fc.constantFrom(0, 2, 9 * 60, 8 * 24 * 60), { freq: 2 }),
      turns: fc.array(fc.nat(7), { maxLength: 12 }),
      trouble,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sweep' as const), trouble }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), trouble }) },
  { weight: 1, arbitrary: fc.constant({ do: 'hearLate' as const }) },
)

/** Makes a payment, whose request can be repeated. */
const begin: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('ask' as const),
  asking: fc.record({ ...first, keyed: fc.constant(true) }),
  trouble,
})

const upTo = (maxLength: number) => fc.array(step, { maxLength, size: 'max' })

/** Histories of so many steps at most, and mostly of a third of that. The first makes a payment. */
export const histories = (mostSteps: number): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      begin,
      fc.oneof({ weight: 2, arbitrary: upTo(Math.ceil(mostSteps / 3)) }, { weight: 1, arbitrary: upTo(mostSteps - 1) }),
    )
    .map(([begin, rest]) => [begin].concat(rest))
