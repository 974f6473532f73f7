import type { OperationState, OperationType, TransactionState } from '#contract/transactions'
import type { Ledger } from '../../acquirer/ledger.ts'
import type { FaultPlan } from '../../acquirer/faultPlan.ts'
import type { MachineFault } from './steps.ts'

/** A request as it is sent, and sent again: the very same. */
export interface Sending {
  readonly verb: 'authorize' | 'capture' | 'void' | 'credit'
  readonly body: object
  readonly key: string | null
}

/** What the client hears. */
export type Answer =
  | {
      readonly kind: 'answered'
      readonly id: string
      readonly code: string
      /** In units of the currency. */
      readonly amount: number
      readonly text: string
    }
  | {
      readonly kind: 'refused'
      readonly type: string
      /** Of processor_timeout: the operation whose outcome is not known. */
      readonly id: string | null
      readonly text: string
    }
  /** 503, or nothing at all. */
  | { readonly kind: 'lost' }

/** A payment as GET shows it. Amounts in units of the currency. */
export interface Shown {
  readonly transactionId: string
  readonly status: TransactionState
  readonly currency: number
  readonly amountAuthorized: number
  readonly amountCaptured: number
  readonly amountCapturable: number
  readonly amountCredited: number
  readonly amountSettled: number
  readonly expires: string | null
  readonly operations: readonly {
    readonly transactionId: string
    readonly type: OperationType
    readonly status: OperationState
    readonly amount: number
    readonly responseCode: string | null
  }[]
}

/** All that can be seen of an account. */
export interface Seen {
  /** Oldest first. */
  readonly payments: readonly Shown[]
  /** Which request made an operation: what it said as `initiatedByUserId`. */
  readonly tags: ReadonlyMap<string, number>
  /** How many operations something is still to be done for. */
  readonly due: number
  /** In their order. */
  readonly events: readonly Told[]
  /** The ids of batches that have closed. */
  readonly closed: readonly string[]
}

/** An event, as far as it says what happened. */
export interface Told {
  readonly resource: string
  readonly sequence: number
  readonly type: string
  /** The type and what of the resource it happened to. */
  readonly cause: string
}

export type Job =
  | { readonly send: Sending }
  /** Puts the clock forward, in the midst of what else is done, and then sweeps. */
  | { readonly sweepAfterMs: number }
  | { readonly close: true }

/** The gateway as a history plays on it, with a fresh account and a fresh acquirer. */
export interface UnderTest {
  readonly book: Ledger
  readonly orders: FaultPlan
  /** The account's name at the acquirer. */
  readonly account: string
  now(): number
  advance(ms: number): void
  /** Runs jobs at once, on a machine of their own. Answers what each client heard; nothing is heard of sweeps and closes. */
  run(jobs: readonly Job[], machine: MachineFault | null, turns: readonly number[]): Promise<Answer[]>
  /** Lets answers arrive that nobody waits for any more. */
  hearLate(): Promise<void>
  see(): Promise<Seen>
}
