import type { OperationType } from '../../processors/processor.ts'

/**
 * A fault for one request. `dropBefore`, `busy` and those with `before` have no effect in the ledger, `delay` waits before the effect, `decline` and `partial`
 * change it. All others come after the effect, so ledger and client disagree about the result.
 */
export type Fault =
  | { readonly kind: 'dropBefore' }
  | {
      readonly kind: 'dropAfter'
      /** Milliseconds until look-ups and reports show the effect. Default: as late as the acquirer's capabilities say. */
      readonly visibleAfterMs?: number
    }
  /** No response until the client disconnects. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'late'; readonly ms: number }
  /** The response twice, in one body. */
  | { readonly kind: 'double' }
  | { readonly kind: 'garbage' }
  /** The first half of the response. */
  | { readonly kind: 'half' }
  /** Rejected with 503 before any effect. */
  | { readonly kind: 'busy' }
  /** An HTTP status without a body, before or after the effect. */
  | { readonly kind: 'status'; readonly status: 429 | 500; readonly before: boolean }
  /** One of NMI's results that leave open what has happened, in place of the effect or after it. */
  | { readonly kind: 'unclear'; readonly code: '420' | '421' | '430'; readonly before: boolean }
  /** A declined reversal has no effect and must be retried. */
  | { readonly kind: 'decline'; readonly code: string }
  /** Approves half, or the given minor units. Voids and reversals have no partial approval and are declined. */
  | { readonly kind: 'partial'; readonly minor?: string }

export type RequestType = OperationType | 'reverse' | 'lookup'

export interface PlannedFault {
  readonly fault: Fault
  /** The request type. Default: any but look-ups. */
  readonly on?: RequestType
  /** The operation id. Default: any. */
  readonly op?: string
  /** The number of requests it applies to. Default: 1. */
  readonly times?: number
}

export type FaultPlan = ReturnType<typeof createFaultPlan>

/** Planned faults in order. Each request takes the first that matches. */
export const createFaultPlan = () => {
  let pendingFaults: (PlannedFault & { readonly times: number })[] = []

  return {
    add(planned: PlannedFault): void {
      pendingFaults.push({ ...planned, times: planned.times ?? 1 })
    },

    take(on: RequestType, op: string): Fault | undefined {
      const found = pendingFaults.find(
        (planned) => (planned.on === undefined ? on !== 'lookup' : planned.on === on) && matches(planned.op, op),
      )
      if (found === undefined) return undefined
      pendingFaults = pendingFaults.flatMap((planned) => {
        if (planned !== found) return [planned]
        return planned.times > 1 ? [{ ...planned, times: planned.times - 1 }] : []
      })
      return found.fault
    },

    clear(): void {
      pendingFaults = []
    },
  }
}

const matches = (expected: string | undefined, actual: string) => expected === undefined || expected === actual
