import type { Snapshot } from './snapshot.ts'
import type { AccountSystem, Inbox } from './system.ts'

/** A request that moves money. */
export interface Sent {
  /** Its number, which a payment carries as `initiatedByUserId`. */
  readonly tag: number
  readonly verb: 'authorize' | 'capture' | 'void' | 'credit'
  readonly body: object
  /** The payment that it modifies. */
  readonly payment: string | null
  /** By the account's clock, milliseconds since the history began. */
  readonly at: number
  /** The operation that a response named. */
  id: string | null
  /** The first final response. */
  answer: { readonly code: string; readonly amount: number } | null
}

/** A created resource, and whether it is deleted: `maybe` after a request without a response. */
export interface Thing {
  readonly id: string
  gone: 'no' | 'maybe' | 'yes'
  /** Requests to delete it without a response, so far. */
  deletes?: number
}

export interface Customer extends Thing {
  readonly cards: Thing[]
  /** The payment method that must be the default; null where that is not known. */
  theDefault: string | null
  /** How many deeds of this command may change the default: the order of several is unknown. */
  touched: number
}

export interface Subscription extends Thing {
  readonly customer: Customer
  /** Its payments when its end was acknowledged. */
  charges: ReadonlySet<string> | null
}

export interface Checkout extends Thing {
  /** The payment that a response named as the one that completed it. */
  paid: string | null
}

export interface Webhook extends Thing {
  readonly inbox: Inbox
  /** The events before it was created, or enabled or disabled the last time: it need not receive those. */
  before: ReadonlySet<string> | null
  /** Its deliveries when it was known to be disabled; null for an enabled one. */
  silentSince: number | null
}

/** The expected state: all requests, and what was acknowledged. */
export interface State {
  readonly system: AccountSystem
  readonly sent: Sent[]
  readonly customers: Customer[]
  readonly subscriptions: Subscription[]
  readonly checkouts: Checkout[]
  readonly readers: Thing[]
  readonly webhooks: Webhook[]
  readonly plans: Map<number, string>
  /** Offset of the account's test clock, in milliseconds. */
  passed: number
  /** The same after all deeds of this command. */
  passing: number
  snapshot: Snapshot
}

/** Any number selects one; 0 is the newest. */
export const pick = <T>(from: readonly T[], which: number): T | undefined =>
  from[from.length - 1 - (which % from.length)]

export const there = <T extends Thing>(things: readonly T[]): T[] => things.filter(({ gone }) => gone === 'no')
