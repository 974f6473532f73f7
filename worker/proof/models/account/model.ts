import type { Snapshot } from './snapshot.ts'
import type { AccountSystem, WebhookReceiver } from './system.ts'

/** A sent transaction request. */
export interface SentRequest {
  /** Its number, sent as `initiatedByUserId`. */
  readonly tag: number
  readonly verb: 'authorize' | 'capture' | 'void' | 'credit'
  readonly body: object
  /** The payment that it modifies. */
  readonly payment: string | null
  /** By the account's clock, milliseconds since the start of the history. */
  readonly at: number
  /** The operation's id, from a response. */
  id: string | null
  /** The first final response. */
  finalResponse: { readonly code: string; readonly amount: number } | null
}

/** A created resource. `deleted` is `maybe` after a delete without a response. */
export interface TrackedResource {
  readonly id: string
  deleted: 'no' | 'maybe' | 'yes'
  /** Deletes without a response, so far. */
  pendingDeletes?: number
}

export interface Customer extends TrackedResource {
  readonly cards: TrackedResource[]
  /** The expected default payment method; null if unknown. */
  defaultCard: string | null
  /** The number of concurrent commands that may change the default. The order of several is unknown. */
  defaultChanges: number
}

export interface Subscription extends TrackedResource {
  readonly customer: Customer
  /** Its payments when its cancellation was acknowledged. */
  chargesAtCancel: ReadonlySet<string> | null
}

export interface Checkout extends TrackedResource {
  /** The completing payment, from a response. */
  paid: string | null
}

export interface Webhook extends TrackedResource {
  readonly receiver: WebhookReceiver
  /** Events before its creation or its last enabling or disabling, which it need not receive. */
  eventsBefore: ReadonlySet<string> | null
  /** Its deliveries when it was first seen as disabled; null if enabled. */
  deliveriesWhenDisabled: number | null
}

/** The expected state: all requests and acknowledged changes. */
export interface State {
  readonly system: AccountSystem
  readonly sent: SentRequest[]
  readonly customers: Customer[]
  readonly subscriptions: Subscription[]
  readonly checkouts: Checkout[]
  readonly terminals: TrackedResource[]
  readonly webhooks: Webhook[]
  readonly plans: Map<number, string>
  /** Offset of the account's test clock, in milliseconds. */
  clockOffset: number
  /** The same after all current commands. */
  clockOffsetAfter: number
  snapshot: Snapshot
}

/** Any number selects one; 0 is the newest. */
export const pick = <T>(from: readonly T[], which: number): T | undefined =>
  from[from.length - 1 - (which % from.length)]

export const existing = <T extends TrackedResource>(resources: readonly T[]): T[] =>
  resources.filter(({ deleted }) => deleted === 'no')
