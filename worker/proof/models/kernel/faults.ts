import * as fc from 'fast-check'
import type { Fault, FaultPlan } from '../../acquirer/faultPlan.ts'

/** What goes wrong with the machine that runs a command. `call` counts what it asks of others, from 1. */
export type MachineFault =
  /** A batch of the database fails before or after its effect; `lasting`: as do all that follow. */
  | { readonly kind: 'database'; readonly call: number; readonly when: 'before' | 'after'; readonly lasting: boolean }
  /** It dies before or after the effect of a call to the database or the processor. */
  | { readonly kind: 'crash'; readonly call: number; readonly when: 'before' | 'after' }

const when = fc.constantFrom('before' as const, 'after' as const)

/** @param calls how many of a command's first calls may fail */
export const machineFaultIn = (calls: number): fc.Arbitrary<MachineFault> => {
  const call = fc.integer({ min: 1, max: calls })
  return fc.oneof(
    fc.record({ kind: fc.constant('database' as const), call, when, lasting: fc.boolean() }),
    fc.record({ kind: fc.constant('crash' as const), call, when }),
  )
}

export const machineFault = machineFaultIn(12)

/** What goes wrong between gateway and acquirer, whatever is asked of it. */
export const wireFaults: readonly Fault[] = [
  { kind: 'dropBefore' },
  { kind: 'dropAfter' },
  { kind: 'silent' },
  { kind: 'late', ms: 1 },
  { kind: 'delay', ms: 1 },
  { kind: 'double' },
  { kind: 'garbage' },
  { kind: 'busy' },
]

export const reversalFault = fc.constantFrom<Fault>(
  { kind: 'dropBefore' },
  { kind: 'dropAfter' },
  { kind: 'silent' },
  { kind: 'busy' },
  { kind: 'decline', code: '05' },
)

interface Ordered {
  readonly fault: Fault
  /** How many requests it hits. */
  readonly times: number
}

/** What goes wrong during a command. It stands inside the command, so that a shrunk counterexample keeps both together. */
export interface Trouble {
  /** With requests to the processor, one after the other. */
  readonly processor: readonly Ordered[]
  /** With what undoes an operation, or gives a rest back. */
  readonly reversal: Ordered | null
  readonly machine: MachineFault | null
}

export const noTrouble: Trouble = { processor: [], reversal: null, machine: null }

/** Plans the faults of the acquirer. @param on the requests that those of the processor hit; any, if left out */
export const planFaults = (
  { processor, reversal }: Trouble,
  faultPlan: FaultPlan,
  on?: Parameters<FaultPlan['add']>[0]['on'],
): void => {
  for (const one of processor) faultPlan.add({ ...one, ...(on && { on }) })
  if (reversal !== null) faultPlan.add({ ...reversal, on: 'reverse' })
}

interface Weights {
  readonly none: number
  readonly processor: number
  readonly machine: number
  readonly all: number
}

/** @param times how many requests one fault may hit. @param atMost how many faults of the processor follow one another */
export const troubles = (
  fault: fc.Arbitrary<Fault>,
  { none, processor, machine, all }: Weights,
  { times = [1], atMost = 1, machines = machineFault } = {},
): fc.Arbitrary<Trouble> => {
  const ordered = fc.record({ fault, times: fc.constantFrom(...times) })
  const reversal = fc.record({ fault: reversalFault, times: fc.constantFrom(...times) })
  const nothing = fc.constant(null)
  const faults = fc.array(ordered, { minLength: 1, maxLength: atMost })
  return fc.oneof(
    { weight: none, arbitrary: fc.constant(noTrouble) },
    {
      weight: processor,
      arbitrary: fc.record({ processor: faults, reversal: fc.option(reversal, { freq: 2 }), machine: nothing }),
    },
    { weight: machine, arbitrary: fc.record({ processor: fc.constant([]), reversal: nothing, machine: machines }) },
    {
      weight: all,
      arbitrary: fc.record({
        processor: fc.array(ordered, { maxLength: atMost }),
        reversal: fc.option(reversal),
        machine: fc.option(machines),
      }),
    },
  )
}
