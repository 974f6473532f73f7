import type { OperationType } from '../../processors/processor.ts'

/** What the acquirer and its client say to each other: JSON, amounts as text in minor units, never a card number. */

export interface OperationRequest {
  readonly type: OperationType
  /** The idempotency key: one `op` has at most one effect. */
  readonly op: string
  readonly account: string
  readonly minor: string
  readonly currency: number
  /** `op` of what is captured, voided or credited. */
  readonly original?: string
  /** Capture: give back what is held beyond it. */
  readonly final?: boolean
  /** Authorize: take the money at once. */
  readonly captureNow?: boolean
  readonly allowPartial?: boolean
  readonly lastFour?: string
  /** Of a co-badged card. */
  readonly preferredNetwork?: string
  readonly postalSent?: boolean
  /** Only of a card. */
  readonly cvvSent?: boolean
}

export interface OperationAnswer {
  readonly op: string
  /** A response code. */
  readonly code: string
  /** What was approved, in minor units; '0' with a decline. */
  readonly minor: string
  readonly authCode?: string
  readonly networkTransactionId?: string
  readonly avs?: string
  readonly cvv?: string
}

export interface ReversalRequest {
  readonly op: string
  readonly attempt: number
  /** Not the whole operation: so much of it in all, in minor units. */
  readonly rest?: string
}

export interface ReversalAnswer {
  /** `refused` only by a planned fault: nothing was undone, and it is to be asked again. */
  readonly result: 'done' | 'notFound' | 'refused'
}

export interface Reply {
  readonly status: number
  readonly text: string
}

/**
 * Carries one request to the acquirer. Rejects when the connection is lost or the signal aborts. A POST with a body,
 * a GET without.
 */
export type Exchange = (path: string, body: unknown, signal: AbortSignal) => Promise<Reply>
