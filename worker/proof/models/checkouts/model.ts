import type { System } from '../kernel/gateway.ts'
import type { Kind } from './kinds.ts'
import type { Snapshot } from './snapshot.ts'

/** Number of a window. */
export type Tab = 0 | 1 | 2

/** A browser window of the shopper. */
export interface Window {
  /** Received nonces, the newest last. */
  readonly nonces: string[]
  /** The last sent attempt. */
  sent: { readonly nonce: string; readonly more: object } | null
}

/** The expected state. */
export interface State {
  readonly system: System
  readonly kind: Kind
  readonly id: string
  /** The body of the request that created the checkout. */
  readonly requestBody: object
  readonly windows: Readonly<Record<Tab, Window>>
  /** Sent nonces, each with the `save` values of its attempts: of several attempts with one nonce, one is processed. */
  readonly sent: Map<string, Set<boolean>>
  /** The completing payment, from a response. */
  completed: string | null
  /** Whether a response reported the checkout as closed and unpaid. */
  closed: boolean
  /** Whether any machine had a fault: a receipt may then have been lost. */
  hadFault: boolean
  /** Whether the machine of the current command has a fault. */
  isFaulty: boolean
  /** The number of pending requests, and of all requests so far. */
  pending: number
  requests: number
  snapshot: Snapshot
}
