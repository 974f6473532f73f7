import type { System } from '../kernel/gateway.ts'
import type { Choices } from './choices.ts'
import type { Kind } from './kinds.ts'
import type { Snapshot } from './snapshot.ts'

/** Number of a window. */
export type Tab = 0 | 1 | 2

/** A quote, and the order that it proves; null for no order of this checkout. */
export interface Quote {
  readonly text: string
  readonly order: string | null
}

export interface SentAttempt {
  readonly nonce: string
  readonly body: object
  /** Whether to store the payment method. */
  readonly save: boolean
  /** Null for a checkout without choices. */
  readonly order: { readonly choices: Choices; readonly quote: Quote } | null
}

/** A browser window of the shopper. */
export interface Window {
  /** Received nonces, the newest last. */
  readonly nonces: string[]
  /** Received quotes, the newest last. */
  readonly quotes: Quote[]
  /** The last sent attempt. */
  sent: SentAttempt | null
}

/** The expected state. */
export interface State {
  readonly system: System
  readonly kind: Kind
  readonly id: string
  /** The body of the request that created the checkout. */
  readonly requestBody: object
  /** When the code SOON expires. */
  readonly codeExpires: number
  readonly windows: Readonly<Record<Tab, Window>>
  /** Nonces of attempts that may be processed: of several attempts with one nonce, one is. `charge` is in minor units. */
  readonly sent: Map<string, { readonly save: boolean; readonly charge: number }[]>
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
