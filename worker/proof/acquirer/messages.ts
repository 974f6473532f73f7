import type { OperationType } from '../../processors/processor.ts'

/** Messages between acquirer and client: JSON, amounts as text in minor units, no card numbers. */

export interface OperationRequest {
  readonly type: OperationType
  /** The idempotency key, if the acquirer has idempotency: then an `op` has at most one effect. */
  readonly op: string
  readonly account: string
  readonly minor: string
  readonly currency: number
  /** Decimals of the currency, which look-ups and reports repeat. */
  readonly exponent?: number
  /** `op` of the captured, voided or credited operation. */
  readonly original?: string
  /** The acquirer's reference of it, if the client has received it. */
  readonly originalTheirs?: string
  /** Capture: release the remaining hold. */
  readonly final?: boolean
  /** Authorize: capture at once. */
  readonly captureNow?: boolean
  readonly allowPartial?: boolean
  readonly lastFour?: string
  /** The network chosen for a co-badged card. */
  readonly preferredNetwork?: string
  readonly postalSent?: boolean
  /** Cards only. */
  readonly cvvSent?: boolean
}

export interface OperationResponse {
  readonly op: string
  /** The acquirer's reference. */
  readonly theirs: string
  /** The outcome will be known later. */
  readonly pending?: true
  /** ISO 8583 response code. */
  readonly code: string
  /** The approved amount in minor units; '0' for a decline. */
  readonly minor: string
  /** Of an authorization without capture: when its hold began, in milliseconds since 1970. */
  readonly heldSince?: number
  readonly authCode?: string
  readonly networkTransactionId?: string
  readonly avs?: string
  readonly cvv?: string
}

export interface ReversalRequest {
  readonly op: string
  readonly theirs?: string
  readonly attempt: number
  /** A partial reversal: the total amount to release, in minor units. Default: the whole operation. */
  readonly rest?: string
}

export interface ReversalResponse {
  /** `declined` only by a planned fault: the reversal had no effect and must be retried. */
  readonly result: 'done' | 'notFound' | 'declined'
}

export interface LookupRequest {
  readonly op: string
  readonly theirs?: string
  /** When the client made the operation, in milliseconds since 1970. */
  readonly created?: number
}

/** What was found, with the currency of the operation. Null: nothing, or nothing visible yet. */
export type LookupResponse = (OperationResponse & { readonly currency: number; readonly exponent: number }) | null

export interface Reply {
  readonly status: number
  readonly text: string
}

/** Sends a request to the acquirer: a POST with a body, a GET without. Rejects if the connection is lost or the signal aborts. */
export type Transport = (path: string, body: unknown, signal: AbortSignal) => Promise<Reply>
