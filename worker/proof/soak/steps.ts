import * as fc from 'fast-check'
import type { Fault } from '../acquirer/faultPlan.ts'
import type { MachineFault } from '../models/payments/steps.ts'

/**
 * What can happen to an account, as plain data: a history is a list of steps, a step one deed or several at once. Faults stand inside the step
 * that they hit, so that shrinking keeps cause and effect together.
 */

/** Which of those that there are: any number names one, the newest by 0. */
export type Which = number

export type Source = 'card' | 'token' | 'stored' | 'cash' | 'reader'
export type Part = 'all' | 'half' | 'tooMuch'

export type Deed =
  | {
      readonly deed: 'pay'
      readonly by: Source
      readonly which: Which
      readonly amount: number
      readonly twice: boolean
    }
  | { readonly deed: 'capture' | 'credit'; readonly which: Which; readonly part: Part; readonly twice: boolean }
  | { readonly deed: 'void'; readonly which: Which; readonly twice: boolean }
  /** A request from before once more, under its key. */
  | { readonly deed: 'again'; readonly which: Which }
  | { readonly deed: 'customer' }
  | { readonly deed: 'removeCustomer'; readonly which: Which }
  | { readonly deed: 'card'; readonly which: Which; readonly makeDefault: boolean }
  | { readonly deed: 'makeDefault' | 'removeCard'; readonly which: Which }
  | { readonly deed: 'enrol'; readonly which: Which; readonly days: number }
  | { readonly deed: 'pause' | 'resume' | 'cancel'; readonly which: Which }
  | { readonly deed: 'checkout' }
  | { readonly deed: 'payCheckout'; readonly which: Which; readonly save: boolean; readonly clicks: number }
  | { readonly deed: 'cancelCheckout'; readonly which: Which }
  | { readonly deed: 'reader' }
  | { readonly deed: 'removeReader'; readonly which: Which }
  | { readonly deed: 'webhook' }
  | { readonly deed: 'removeWebhook'; readonly which: Which }
  | { readonly deed: 'switchWebhook'; readonly which: Which; readonly enabled: boolean }
  /** What the receiver of a webhook answers from now on. */
  | { readonly deed: 'receive'; readonly which: Which; readonly status: number }
  | { readonly deed: 'closeBatch' }
  /** The account's clock is put forward, and all is done that is due then. */
  | { readonly deed: 'pass'; readonly minutes: number }

export interface Trouble {
  /** With so many of the next requests to the processor. */
  readonly processor: { readonly fault: Fault; readonly times: number } | null
  /** With what undoes a payment. */
  readonly reversal: Fault | null
  /** With the database; or the process ends. */
  readonly machine: MachineFault | null
}

export interface Step {
  readonly deeds: readonly Deed[]
  /** Whose call goes on next, where the level lets that be said. */
  readonly turns: readonly number[]
  readonly trouble: Trouble
  /** Whether what nobody waits for any more arrives after it. */
  readonly hearLate: boolean
}

const which = fc.constantFrom(0, 0, 0, 1, 2, 3)
const twice = fc.constantFrom(false, false, false, true)

const money: fc.Arbitrary<Deed>[] = [
  fc.record({
    deed: fc.constant('pay' as const),
    by: fc.constantFrom<Source>('card', 'card', 'token', 'stored', 'stored', 'cash', 'reader', 'reader'),
    which,
    amount: fc.integer({ min: 2, max: 9999 }),
    twice,
  }),
  fc.record({
    deed: fc.constantFrom('capture' as const, 'capture' as const, 'credit' as const),
    which,
    part: fc.constantFrom<Part>('all', 'all', 'half', 'half', 'tooMuch'),
    twice,
  }),
  fc.record({ deed: fc.constant('void' as const), which, twice }),
  fc.record({ deed: fc.constant('again' as const), which }),
]

const vault: fc.Arbitrary<Deed>[] = [
  fc.constant<Deed>({ deed: 'customer' }),
  fc.record({ deed: fc.constant('card' as const), which, makeDefault: fc.boolean() }),
  fc.record({ deed: fc.constant('card' as const), which, makeDefault: fc.boolean() }),
  fc.record({ deed: fc.constantFrom('makeDefault' as const, 'removeCard' as const), which }),
  fc.record({ deed: fc.constant('enrol' as const), which, days: fc.constantFrom(1, 1, 2, 7) }),
  fc.record({ deed: fc.constantFrom('pause' as const, 'resume' as const, 'cancel' as const), which }),
]

const others: fc.Arbitrary<Deed>[] = [
  fc.constant<Deed>({ deed: 'checkout' }),
  fc.record({
    deed: fc.constant('payCheckout' as const),
    which,
    save: fc.boolean(),
    clicks: fc.constantFrom(1, 1, 2),
  }),
  fc.record({ deed: fc.constant('cancelCheckout' as const), which }),
  fc.constant<Deed>({ deed: 'reader' }),
  fc.constant<Deed>({ deed: 'webhook' }),
  fc.record({
    deed: fc.constant('receive' as const),
    which,
    status: fc.constantFrom(204, 204, 200, 500, 503, 301),
  }),
]

const rare: fc.Arbitrary<Deed>[] = [
  fc.record({ deed: fc.constant('removeCustomer' as const), which }),
  fc.record({ deed: fc.constant('removeReader' as const), which }),
  fc.record({ deed: fc.constant('removeWebhook' as const), which }),
  fc.record({ deed: fc.constant('switchWebhook' as const), which, enabled: fc.boolean() }),
  fc.constant<Deed>({ deed: 'closeBatch' }),
]

/** Minutes that give up what hangs, hours that try a delivery again, a day or more that bills and settles. */
const pass: fc.Arbitrary<Deed> = fc.record({
  deed: fc.constant('pass' as const),
  minutes: fc.constantFrom(1, 2, 10, 60, 60, 700, 1440, 1440, 2900),
})

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 14, arbitrary: fc.oneof(...money) },
  { weight: 7, arbitrary: fc.oneof(...vault) },
  { weight: 6, arbitrary: fc.oneof(...others) },
  { weight: 2, arbitrary: fc.oneof(...rare) },
  { weight: 4, arbitrary: pass },
)

const fault = fc.constantFrom<Fault>(
  { kind: 'decline', code: '51' },
  { kind: 'decline', code: '05' },
  { kind: 'busy' },
  { kind: 'dropBefore' },
  { kind: 'dropAfter' },
  { kind: 'dropAfter' },
  { kind: 'silent' },
  { kind: 'delay', ms: 1 },
  { kind: 'late', ms: 1 },
  { kind: 'garbage' },
  { kind: 'double' },
)
const reversalFault = fc.constantFrom<Fault>(
  { kind: 'dropBefore' },
  { kind: 'dropAfter' },
  { kind: 'busy' },
  { kind: 'decline', code: '05' },
)
const call = fc.integer({ min: 1, max: 12 })
const when = fc.constantFrom('before' as const, 'after' as const)
const machine: fc.Arbitrary<MachineFault> = fc.oneof(
  fc.record({ kind: fc.constant('database' as const), call, when, lasting: fc.boolean() }),
  fc.record({ kind: fc.constant('crash' as const), call, when }),
)

export const noTrouble: Trouble = { processor: null, reversal: null, machine: null }
const nothing = fc.constant(null)
const processor = fc.record({ fault, times: fc.constantFrom(1, 1, 2, 6) })

/** @param deadly how much more often than otherwise the machine fails */
const troubles = (deadly: number): fc.Arbitrary<Trouble> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(noTrouble) },
    { weight: 3, arbitrary: fc.record({ processor, reversal: fc.option(reversalFault), machine: nothing }) },
    { weight: 2 * deadly, arbitrary: fc.record({ processor: nothing, reversal: nothing, machine }) },
    { weight: deadly, arbitrary: fc.record({ processor, reversal: nothing, machine }) },
  )

const turns = fc.array(fc.nat({ max: 7 }), { maxLength: 12 })

const step = (deadly: number): fc.Arbitrary<Step> =>
  fc.record({
    deeds: fc.oneof(
      { weight: 5, arbitrary: fc.tuple(deed) },
      { weight: 3, arbitrary: fc.array(deed, { minLength: 2, maxLength: 4 }) },
    ),
    turns,
    trouble: troubles(deadly),
    hearLate: fc.constantFrom(false, false, false, true),
  })

const alone = (deeds: readonly Deed[]): Step => ({ deeds, turns: [], trouble: noTrouble, hearLate: false })

/** So that a history soon has something of each kind, and a receiver that may not be there yet. */
const begin = (status: number): Step[] => [
  alone([{ deed: 'customer' }, { deed: 'reader' }, { deed: 'webhook' }, { deed: 'checkout' }]),
  alone([{ deed: 'receive', which: 0, status }]),
  alone([
    { deed: 'card', which: 0, makeDefault: false },
    { deed: 'pay', by: 'card', which: 0, amount: 1000, twice: false },
  ]),
]

/** Histories of so many steps at most, and the first few. */
export const histories = (mostSteps: number, deadly = 1): fc.Arbitrary<Step[]> =>
  fc
    .tuple(fc.constantFrom(204, 204, 503), fc.array(step(deadly), { minLength: 1, maxLength: mostSteps, size: 'max' }))
    .map(([status, steps]) => begin(status).concat(steps))
