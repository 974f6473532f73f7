import { responseTimeoutMs } from './retrySchedule.ts'

/** A pending delivery. */
export interface QueuedDelivery {
  readonly id: string
  /** Position of the event in its database. */
  readonly sequence: number
  /** When the next attempt is due, milliseconds since 1970. */
  readonly due: number
}

/** The deliveries to start now, and when to plan again. */
export interface DeliveryPlan {
  /** Ids, in this order. */
  readonly start: readonly string[]
  /** Milliseconds since 1970. Null if nothing is pending. */
  readonly alarm: number | null
}

/** A delivery in flight for longer was lost with its instance. */
export const inFlightTimeoutMs = responseTimeoutMs + 5_000

/**
 * Selects the deliveries of an endpoint that start now: the due ones of the oldest events, up to `limit` in flight. A
 * failed delivery waits for its own next attempt and delays no other.
 *
 * Call it when a delivery ends, when an event is queued, and at the alarm. While deliveries are in flight, the alarm covers a crash of the
 * instance: for the next instance they are pending and not in flight.
 *
 * Reads each delivery once. The `limit` oldest due ones and the next one to come due are sufficient input.
 *
 * @param pending in any order, with or without those in flight
 * @param inFlight ids of deliveries that this instance is sending
 * @param limit how many are in flight at most
 */
export const planDeliveries = (
  pending: Iterable<QueuedDelivery>,
  inFlight: ReadonlySet<string>,
  nowMs: number,
  limit: number,
): DeliveryPlan => {
  const capacity = Math.max(0, limit - inFlight.size)
  const first: QueuedDelivery[] = []
  let next = Infinity
  for (const delivery of pending) {
    const { id, due } = delivery
    if (inFlight.has(id)) continue
    if (due > nowMs) next = Math.min(next, due)
    else insertOldest(first, delivery, capacity)
  }
  const isBusy = inFlight.size + first.length > 0
  const alarm = Math.min(next, isBusy ? nowMs + inFlightTimeoutMs : Infinity)
  return { start: first.map(({ id }) => id), alarm: alarm === Infinity ? null : alarm }
}

/** Inserts in the order of events and keeps the oldest ones up to the capacity. */
const insertOldest = (first: QueuedDelivery[], delivery: QueuedDelivery, capacity: number): void => {
  const { sequence } = delivery
  if (first.length >= capacity && !(sequence < (first.at(-1)?.sequence ?? -Infinity))) return
  const place = first.findIndex((other) => sequence < other.sequence)
  first.splice(place === -1 ? first.length : place, 0, delivery)
  if (first.length > capacity) first.pop()
}
