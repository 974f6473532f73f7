import type { MachineFault } from '../../models/kernel/faults.ts'
import type { Round } from '../../models/account/system.ts'

/** When the runtime is killed, while a step's requests are under way, and what surely comes by there. */
const moments = {
  intended: 'payments',
  'authorize done': 'payments',
  'capture done': 'payments',
  'void done': 'payments',
  'credit done': 'payments',
  'reverse done': 'undoing',
  'authorize heard': 'payments',
  'capture heard': 'payments',
  'void heard': 'payments',
  'credit heard': 'payments',
  committed: 'payments',
  completion: 'checkout',
  billed: 'subscription',
  received: 'delivery',
  acknowledged: 'delivery',
  answered: 'payments',
  whenever: 'payments',
} as const satisfies Readonly<Record<string, Round>>

/**
 * `intended`: an operation is written down, and the processor was not asked. `done`: the processor has done it, and has not answered. `heard`:
 * its answer was heard, and nothing is written of it. `committed`: a change and its event were committed, and nobody was told. `completion`:
 * what follows from a checkout's payment is about to be written. `billed`: a bill is written down, and nobody was asked for its money.
 * `received`: a receiver has a delivery, and has not answered it. `acknowledged`: it has answered. `answered`: a request was answered. `whenever`: at any time.
 */
export type Moment = keyof typeof moments

export const roundOf = (moment: Moment): Round => moments[moment]

/** All of them in turn. Short runs have the first four. */
export const turns: readonly Moment[] = [
  'committed',
  'authorize heard',
  'completion',
  'billed',
  'received',
  'capture heard',
  'acknowledged',
  'authorize done',
  'whenever',
  'void heard',
  'reverse done',
  'credit done',
  'answered',
  'intended',
  'whenever',
  'credit heard',
  'capture done',
  'void done',
]

export interface Kill {
  readonly at: Moment
  /** How often that moment comes and goes before. */
  readonly before: number
  /** Milliseconds from then on, in which whoever is at that moment waits, and others go on. */
  readonly afterMs: number
}

/** What a fault of a machine is here. */
export const killOf = ({ call, when }: MachineFault, number: number): Kill => {
  const at = turns[number % turns.length]!
  return at === 'whenever'
    ? { at, before: 0, afterMs: call * 15 }
    : { at, before: call % 3, afterMs: when === 'before' ? 0 : call * 3 }
}
