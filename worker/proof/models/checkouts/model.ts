import type { System } from '../kernel/gateway.ts'
import type { Kind } from './kinds.ts'
import type { Snapshot } from './snapshot.ts'

/** Which window. */
export type Tab = 0 | 1 | 2

/** A window of the shopper. */
export interface Window {
  /** Nonces that it received, the newest last. */
  readonly nonces: string[]
  /** The last attempt, as it was sent. */
  sent: { readonly nonce: string; readonly more: object } | null
}

/** The expected state. */
export interface State {
  readonly system: System
  readonly kind: Kind
  readonly id: string
  /** The body that created the checkout. */
  readonly offered: object
  readonly windows: Readonly<Record<Tab, Window>>
  /** Nonces that attempts were sent with, each with whether the payment method is to be stored: of two with one nonce, one is made. */
  readonly sent: Map<string, Set<boolean>>
  /** The payment that a response named as the one that completed the checkout. */
  completed: string | null
  /** Whether a response said that the checkout is closed and unpaid. */
  closed: boolean
  /** Whether a machine had a fault: mail that was being sent then counts as not sent. */
  faulty: boolean
  /** Whether the machine of this command may fail. */
  failing: boolean
  /** Requests under way, and how many were ever sent. */
  pending: number
  begun: number
  snapshot: Snapshot
}
