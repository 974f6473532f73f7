import type { Inbox, UnderTest } from './underTest.ts'
import type { Which } from './steps.ts'
import type { Seen } from './seen.ts'

/** A request that moves money, with what is known of it. */
export interface Sent {
  /** Its number, which payments carry as `initiatedByUserId`. */
  readonly tag: number
  readonly verb: 'authorize' | 'capture' | 'void' | 'credit'
  readonly body: object
  /** The payment that it asks for something of. */
  readonly payment: string | null
  /** By the account's clock, milliseconds since the history began. */
  readonly at: number
  /** The operation that was made of it, once that was answered. */
  id: string | null
  /** The first answer that stands for good. */
  answer: { readonly code: string; readonly amount: number } | null
}

/** Something that was acknowledged, and whether it was asked to go: `maybe` where nobody heard what came of that. */
export interface Thing {
  readonly id: string
  gone: 'no' | 'maybe' | 'yes'
}

export interface Customer extends Thing {
  readonly cards: Thing[]
  /** The payment method that must be the default; null where that is not known. */
  theDefault: string | null
  /** How many deeds of this step may change that: of several nobody knows which was last. */
  touched: number
}

export interface Subscription extends Thing {
  readonly customer: Customer
  /** Payments that there were for it when its end was acknowledged. */
  charges: ReadonlySet<string> | null
}

export interface Checkout extends Thing {
  /** The payment by which somebody was told that it is completed. */
  paid: string | null
}

export interface Webhook extends Thing {
  readonly inbox: Inbox
  /** The events that there were when it was registered, or switched on or off the last time: it need not get those. */
  before: ReadonlySet<string> | null
  /** How many deliveries it had got when it was known to be switched off; null where it is not. */
  silentSince: number | null
}

/** What the outside knows while a history is played: all that it has asked for and was told. */
export interface World {
  readonly under: UnderTest
  readonly sent: Sent[]
  readonly customers: Customer[]
  readonly subscriptions: Subscription[]
  readonly checkouts: Checkout[]
  readonly readers: Thing[]
  readonly webhooks: Webhook[]
  readonly plans: Map<number, string>
  /** How far the account's clock was put forward, milliseconds. */
  passed: number
  /** The same, where all that is under way in this step has come about. */
  passing: number
  seen: Seen
}

/** The newest is 0. Of things, those that may be there. */
export const pick = <T>(from: readonly T[], which: Which): T | undefined =>
  from[from.length - 1 - (which % from.length)]

export const there = <T extends Thing>(things: readonly T[]): T[] => things.filter(({ gone }) => gone === 'no')
