import * as fc from 'fast-check'
import type { Fault, FaultPlan } from '../../acquirer/faultPlan.ts'

/** A fault of the machine that runs a command. `call` counts its calls to the database and the processor, from 1. */
export type MachineFault =
  /** A database batch fails before or after its effect; with `lasting`, so do all later batches. */
  | { readonly kind: 'database'; readonly call: number; readonly when: 'before' | 'after'; readonly lasting: boolean }
  /** The machine crashes before or after the effect of a call. */
  | { readonly kind: 'crash'; readonly call: number; readonly when: 'before' | 'after' }

const when = fc.constantFrom('before' as const, 'after' as const)

/** @param calls only the first calls of a command may fail */
export const machineFaultWithin = (calls: number): fc.Arbitrary<MachineFault> => {
  const call = fc.integer({ min: 1, max: calls })
  return fc.oneof(
    fc.record({ kind: fc.constant('database' as const), call, when, lasting: fc.boolean() }),
    fc.record({ kind: fc.constant('crash' as const), call, when }),
  )
}

export const machineFault = machineFaultWithin(12)

/** Faults between gateway and acquirer that can affect any request. */
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

/** Responses that leave open whether the operation has happened. */
export const unclearResponses: readonly Fault[] = [
  { kind: 'half' },
  ...[true, false].flatMap((before): Fault[] => [
    { kind: 'unclear', code: '420', before },
    { kind: 'unclear', code: '421', before },
    { kind: 'unclear', code: '430', before },
    { kind: 'status', status: 500, before },
    { kind: 'status', status: 429, before },
  ]),
]

export const reversalFault = fc.constantFrom<Fault>(
  { kind: 'dropBefore' },
  { kind: 'dropAfter' },
  { kind: 'silent' },
  { kind: 'busy' },
  { kind: 'decline', code: '05' },
)

interface RepeatedFault {
  readonly fault: Fault
  /** How many requests fail. */
  readonly times: number
}

/** The faults during a command. They are part of the command, so a shrunk counterexample keeps both together. */
export interface CommandFaults {
  /** Of requests to the processor, in order. */
  readonly processor: readonly RepeatedFault[]
  /** Of requests that reverse an operation or release an uncaptured amount. */
  readonly reversal: RepeatedFault | null
  readonly machine: MachineFault | null
}

export const noFaults: CommandFaults = { processor: [], reversal: null, machine: null }

/** The faults as they come to another side than the acquirer. */
export const translateFaults = (faults: CommandFaults, toFault: (fault: Fault) => Fault | null): CommandFaults => {
  const translate = ({ fault, times }: RepeatedFault): RepeatedFault[] => {
    const translated = toFault(fault)
    return translated === null ? [] : [{ fault: translated, times }]
  }
  const { processor, reversal } = faults
  return {
    ...faults,
    processor: processor.flatMap(translate),
    reversal: reversal === null ? null : (translate(reversal)[0] ?? null),
  }
}

/** Plans the faults of the acquirer. @param on the operation type that `processor` faults affect; default: any, and look-ups as well */
export const planFaults = (
  { processor, reversal }: CommandFaults,
  faultPlan: FaultPlan,
  on?: Parameters<FaultPlan['add']>[0]['on'],
): void => {
  for (const repeated of processor) {
    faultPlan.add({ ...repeated, ...(on && { on }) })
    if (on === undefined) faultPlan.add({ ...repeated, on: 'lookup' })
  }
  if (reversal !== null) faultPlan.add({ ...reversal, on: 'reverse' })
}

interface Weights {
  readonly none: number
  readonly processor: number
  readonly machine: number
  readonly all: number
}

/** @param times choices for the number of requests a fault affects. @param atMost the most consecutive processor faults */
export const commandFaults = (
  fault: fc.Arbitrary<Fault>,
  { none, processor, machine, all }: Weights,
  { times = [1], atMost = 1, machines = machineFault } = {},
): fc.Arbitrary<CommandFaults> => {
  const repeated = fc.record({ fault, times: fc.constantFrom(...times) })
  const reversal = fc.record({ fault: reversalFault, times: fc.constantFrom(...times) })
  const nothing = fc.constant(null)
  const faults = fc.array(repeated, { minLength: 1, maxLength: atMost })
  return fc.oneof(
    { weight: none, arbitrary: fc.constant(noFaults) },
    {
      weight: processor,
      arbitrary: fc.record({ processor: faults, reversal: fc.option(reversal, { freq: 2 }), machine: nothing }),
    },
    { weight: machine, arbitrary: fc.record({ processor: fc.constant([]), reversal: nothing, machine: machines }) },
    {
      weight: all,
      arbitrary: fc.record({
        processor: fc.array(repeated, { maxLength: atMost }),
        reversal: fc.option(reversal),
        machine: fc.option(machines),
      }),
    },
  )
}
