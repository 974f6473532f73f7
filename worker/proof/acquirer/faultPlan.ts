import type { OperationType } from '../../processors/processor.ts'

/**
 * What is to go wrong, with any kind of request. `dropBefore` and `busy` have no effect, `delay` waits before it,
 * `decline` and `partial` change it; all others come after it, so the ledger and the caller disagree about what happened.
 */
export type Fault =
  | { readonly kind: 'dropBefore' }
  | { readonly kind: 'dropAfter' }
  /** No answer at all, until the caller goes. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'late'; readonly ms: number }
  /** The answer twice in one piece. */
  | { readonly kind: 'double' }
  | { readonly kind: 'garbage' }
  /** Refused before anything happened. */
  | { readonly kind: 'busy' }
  /** A reversal that is declined undoes nothing, and is to be asked for again. */
  | { readonly kind: 'decline'; readonly code: string }
  /** Half, or so many minor units; a decline for what takes all or nothing: a void, a reversal. */
  | { readonly kind: 'partial'; readonly minor?: string }

export interface PlannedFault {
  readonly fault: Fault
  /** Only for this kind of request; for any, where absent. */
  readonly on?: OperationType | 'reverse'
  /** Only for this operation. */
  readonly op?: string
  /** How many requests it is for: 1, where absent. */
  readonly times?: number
}

export type FaultPlan = ReturnType<typeof createFaultPlan>

/** The planned faults, oldest first; each request takes the first one that fits. */
export const createFaultPlan = () => {
  let standing: (PlannedFault & { readonly times: number })[] = []

  return {
    add(planned: PlannedFault): void {
      standing.push({ ...planned, times: planned.times ?? 1 })
    },

    take(on: OperationType | 'reverse', op: string): Fault | undefined {
      const found = standing.find((planned) => fits(planned.on, on) && fits(planned.op, op))
      if (found === undefined) return undefined
      standing = standing.flatMap((planned) => {
        if (planned !== found) return [planned]
        return planned.times > 1 ? [{ ...planned, times: planned.times - 1 }] : []
      })
      return found.fault
    },

    clear(): void {
      standing = []
    },
  }
}

const fits = (wanted: string | undefined, actual: string) => wanted === undefined || wanted === actual
