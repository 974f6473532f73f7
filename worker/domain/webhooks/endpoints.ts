import type { DeliveryFilter } from '#contract/webhooks/deliveries'

/** An event by its place and its id: after a restore of the database, another event may get the same position. */
export interface DeliveredEvent {
  readonly position: number
  readonly id: string
}

/** One attempt of a delivery. Only the status of the response is stored. */
export interface DeliveryAttempt {
  /** Start in milliseconds since 1970, by the account's clock. */
  readonly at: number
  /** Null after a time-out or without a connection. */
  readonly status: number | null
  readonly tookMs: number
}

/**
 * - `pending`: not delivered yet; `next` is the time of the next attempt
 * - `delivered`: the receiver returned 2xx
 * - `failed`: all attempts failed
 * - `dropped`: the endpoint was disabled before the delivery
 */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'dropped'

/** The delivery of one event to one endpoint. */
export interface Delivery {
  readonly state: DeliveryState
  /** Time of the next attempt in milliseconds since 1970; null for none, or for one that is due now. */
  readonly next: number | null
  /** Oldest first. */
  readonly attempts: readonly DeliveryAttempt[]
}

/** A delivery in a list. */
export interface ListedDelivery extends Delivery {
  readonly event: DeliveredEvent
}

/** Which page of the deliveries of an endpoint. */
export interface DeliveryPageRequest {
  /** Null for those that were attempted or have ended. */
  readonly state: DeliveryFilter | null
  readonly pageNumber: number
  readonly pageSize: number
  /** An event id: older ones follow it. With a hyphen before it: newer ones. Null for the page of this number. */
  readonly cursor: string | null
}

export interface DeliveryPage {
  /** Newest event first. */
  readonly entries: readonly ListedDelivery[]
  /** Cursors of the next and the previous page; null if there is none. */
  readonly next: string | null
  readonly previous: string | null
}

/** Calls to the Durable Objects of an account's webhook endpoints. The name of an object is the id of its webhook. */
export interface Endpoints {
  /** Wakes all enabled endpoints of the account after new events. Never fails, since the sweep retries. */
  wakeAll(): Promise<void>
  /** Makes the endpoint read its changed registration. */
  refresh(webhook: string): Promise<void>
  /** Makes all enabled endpoints of the account read changed settings. Never fails: others read them before their next delivery. */
  refreshAll(): Promise<void>
  /**
   * Attempts all deliveries that are due at a moment of the account's clock, at which the clock stands still. Returns when they are done or after
   * a time limit, with the time of the next delivery, if any. Never fails.
   */
  catchUp(moment: number): Promise<number | null>
  /** Delivers one event again, with the full retry schedule. */
  replay(webhook: string, event: DeliveredEvent): Promise<void>
  /** Delivers again the subscribed events from `since` until before `until`, in milliseconds since 1970. */
  replayRange(webhook: string, since: number, until: number): Promise<void>
  /** Delivers again the events between these times whose delivery failed or was dropped. */
  replayUndelivered(webhook: string, since: number, until: number): Promise<void>
  deliveries(webhook: string, page: DeliveryPageRequest): Promise<DeliveryPage | 'cursor_invalid'>
  /** The first of the failed attempts since the last success, in milliseconds since 1970. Null for none, and for an object that does not respond. */
  failingSince(webhook: string): Promise<number | null>
  /** Sends a test immediately, also to a disabled endpoint. Null for a deleted webhook, `unread` if the database failed. */
  test(webhook: string): Promise<DeliveryAttempt | 'unread' | null>
  /** Null if the event was never queued for the endpoint. */
  deliveryOf(webhook: string, event: DeliveredEvent): Promise<Delivery | null>
  /** Deletes the storage of a deleted webhook's object. */
  forget(webhook: string): Promise<void>
}
