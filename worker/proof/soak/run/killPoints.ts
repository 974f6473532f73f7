import type { Capabilities } from '../../../processors/processor.ts'
import type { MachineFault } from '../../models/kernel/faults.ts'
import type { Scenario } from '../../models/account/system.ts'

/** Points at which the runtime is killed, and a scenario that reaches each. */
const killPoints = {
  intended: 'payments',
  'authorize request received': 'payments',
  'capture request received': 'payments',
  'void request received': 'payments',
  'credit request received': 'payments',
  'reverse request received': 'reversal',
  'authorize executed': 'payments',
  'capture executed': 'payments',
  'void executed': 'payments',
  'credit executed': 'payments',
  'reverse executed': 'reversal',
  'authorize response received': 'payments',
  'capture response received': 'payments',
  'void response received': 'payments',
  'credit response received': 'payments',
  committed: 'payments',
  completion: 'checkout',
  billed: 'subscription',
  received: 'delivery',
  acknowledged: 'delivery',
  'response sent': 'payments',
  anytime: 'payments',
} as const satisfies Readonly<Record<string, Scenario>>

/**
 * - `intended`: a pending operation is stored, and its request not yet sent to the processor.
 * - `request received`: the processor has a request, which it executes after the kill.
 * - `executed`: the processor has executed an operation, and not yet responded.
 * - `response received`: the processor's response was received, and its outcome not yet stored.
 * - `committed`: a change and its event are stored, and no response or webhook sent.
 * - `completion`: the consequences of a checkout's payment are about to be stored.
 * - `billed`: a bill is stored, and its charge not yet sent.
 * - `received`: a webhook receiver has a delivery, and has not yet responded.
 * - `acknowledged`: it has responded.
 * - `response sent`: the client has a response.
 * - `anytime`: after a random delay.
 */
export type KillPoint = keyof typeof killPoints

export const scenarioOf = (point: KillPoint): Scenario => killPoints[point]

/** The order of kills. Short runs use the first four. */
export const killOrder: readonly KillPoint[] = [
  'committed',
  'authorize response received',
  'completion',
  'billed',
  'received',
  'capture response received',
  'acknowledged',
  'authorize executed',
  'anytime',
  'void response received',
  'reverse executed',
  'credit executed',
  'response sent',
  'intended',
  'anytime',
  'credit response received',
  'capture executed',
  'void executed',
  'authorize request received',
  'capture request received',
  'void request received',
  'credit request received',
  'reverse request received',
]

export interface Kill {
  readonly at: KillPoint
  /** How often that point is passed before the kill. */
  readonly before: number
  /** Delay of the kill in milliseconds, during which the work at that point waits and other work continues. */
  readonly afterMs: number
}

/** Points that a history does not pass with certainty, by what the processor can do. Another one takes their place. */
const replacements: readonly (readonly [KillPoint, (can: Capabilities) => boolean, KillPoint])[] = [
  [
    'reverse executed',
    ({ finds, reverses }) => reverses === 'byTheirs' && finds !== 'byOurReference',
    'authorize executed',
  ],
  [
    'reverse request received',
    ({ finds, reverses }) => reverses === 'byTheirs' && finds !== 'byOurReference',
    'authorize request received',
  ],
  ['capture response received', ({ answersLater }) => answersLater, 'capture executed'],
  ['credit response received', ({ answersLater }) => answersLater, 'void response received'],
  ['credit executed', ({ answersLater }) => answersLater, 'void executed'],
  ['credit request received', ({ answersLater }) => answersLater, 'void request received'],
]

const reachable = (point: KillPoint, can: Capabilities): KillPoint =>
  replacements.find(([from, isMissed]) => from === point && isMissed(can))?.[2] ?? point

/** The kill for a machine fault. @param order of kills */
export const toKill = (
  { call, when }: Pick<MachineFault, 'call' | 'when'>,
  number: number,
  can: Capabilities,
  order: readonly KillPoint[] = killOrder,
): Kill => {
  const at = reachable(order[number % order.length]!, can)
  return at === 'anytime'
    ? { at, before: 0, afterMs: call * 15 }
    : { at, before: call % 3, afterMs: when === 'before' ? 0 : call * 3 }
}
