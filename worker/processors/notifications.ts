import type { DisputeCategory } from '#contract/disputes/disputeReasons'
import type { DisputeStage } from '#contract/disputes/disputeStages'
import type { Approved, Declined } from './processor.ts'

/** Notifications of a processor: outcomes of pending operations, disputes and returns. */

/** A request to the address of a connection's notifications, as it arrived. */
export interface NotificationRequest {
  readonly body: Uint8Array
  readonly headers: Headers
}

/** Our reference of the operation, the `op` of its Ref, or the processor's, `theirs`. */
export type NotifiedOperation = { readonly op: string } | { readonly theirs: string }

type WithoutRef<T> = T extends unknown ? Omit<T, 'ref'> : never

/** What a message reports. Times are milliseconds since 1970. */
export type Notification = {
  /** The id of the message at the processor: the same each time that it is sent. */
  readonly id: string
  readonly at: number
  readonly of: NotifiedOperation
} & (
  | {
      readonly kind: 'outcome'
      readonly outcome: WithoutRef<Approved | Declined>
    }
  | {
      readonly kind: 'dispute'
      readonly caseId: string
      readonly stage: DisputeStage
      /** In minor units of the payment's currency. Absent for all of the operation, or as reported before. */
      readonly amount?: number
      readonly reason?: { readonly code: string | null; readonly category?: DisputeCategory }
      readonly evidenceDueBy?: number
    }
  | {
      /** The bank has returned a settled check, or a credit to a bank account. */
      readonly kind: 'return'
      /** A NACHA return code. */
      readonly code?: string
    }
)
