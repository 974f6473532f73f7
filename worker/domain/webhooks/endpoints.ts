/** One attempt at a delivery. Nothing of the response is kept but its status. */
export interface DeliveryAttempt {
  /** When it began, milliseconds since 1970 by the account's clock. */
  readonly at: number
  /** Null without a response in time. */
  readonly status: number | null
  readonly tookMs: number
}

/**
 * - `pending`: not delivered yet, `next` is the time of the next attempt
 * - `delivered`: the receiver returned 2xx
 * - `failed`: all attempts failed
 * - `dropped`: the endpoint was disabled before it was delivered
 */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'dropped'

/** The delivery of one event to one endpoint. */
export interface Delivery {
  readonly state: DeliveryState
  /** The next attempt, milliseconds since 1970; null where there is none, or it is due now. */
  readonly next: number | null
  /** Oldest first. */
  readonly attempts: readonly DeliveryAttempt[]
}

/** The webhook endpoints of an account: calls to their Durable Objects, each named by the id of its webhook. */
export interface Endpoints {
  /** New events exist: all enabled endpoints of the account read them. Never fails, since the sweep retries. */
  wakeAll(): Promise<void>
  /** The registration was changed: returns once the endpoint has read it. */
  refresh(webhook: string): Promise<void>
  /** The account's clock was changed: returns once all that is due was attempted, or after a time limit. Never fails. */
  catchUp(): Promise<void>
  /** Delivers one event again, as if it had just happened. @param position of the event */
  replay(webhook: string, position: number): Promise<void>
  /** Delivers again all events of its kinds from `since` until before `until`, milliseconds since 1970. */
  replayRange(webhook: string, since: number, until: number): Promise<void>
  /** Sends a test at once, even to a disabled endpoint. Null where the webhook is deleted, `unread` where the database failed. */
  test(webhook: string): Promise<DeliveryAttempt | 'unread' | null>
  /** Null where the event was never queued for the endpoint. */
  deliveryOf(webhook: string, position: number): Promise<Delivery | null>
  /** The webhook was deleted: its object deletes all that it stores. */
  forget(webhook: string): Promise<void>
}
