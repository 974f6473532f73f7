import { answerWithinMs } from './schedule.ts'

/** A delivery that has not ended. */
export interface QueuedDelivery {
  readonly id: string
  /** Of the event, among all events of its database. */
  readonly sequence: number
  /** When its next attempt may be made, milliseconds since 1970. */
  readonly due: number
}

/** What to start now, and when to plan again. */
export interface Plan {
  /** In this order. */
  readonly start: readonly string[]
  /** Milliseconds since 1970. Null where nothing is left to do. */
  readonly alarm: number | null
}

/** At one endpoint. */
export const mostAtOnce = 5

/** A delivery that was started has ended by then, unless its instance has. */
export const overAfterMs = answerWithinMs + 5_000

/**
 * Which deliveries of an endpoint start now: of those that are due the oldest events, as many as there is room for. A failed delivery waits
 * for its own next attempt and delays no other.
 *
 * To be called again when a delivery has ended, when an event was queued, and at the alarm. While deliveries are in flight the alarm covers
 * the end of their instance: to the next instance nothing is in flight, and all of it is still pending.
 *
 * Reads each delivery once. Of very many, the `mostAtOnce` due ones of the oldest events and the one that comes due next are enough.
 *
 * @param pending in any order, with or without those in flight
 * @param inFlight ids of deliveries that this instance has started and not ended
 */
export const planDeliveries = (
  pending: Iterable<QueuedDelivery>,
  inFlight: ReadonlySet<string>,
  nowMs: number,
): Plan => {
  const room = Math.max(0, mostAtOnce - inFlight.size)
  const first: QueuedDelivery[] = []
  let next = Infinity
  for (const delivery of pending) {
    const { id, due } = delivery
    if (inFlight.has(id)) continue
    if (due > nowMs) next = Math.min(next, due)
    else admit(first, delivery, room)
  }
  const isBusy = inFlight.size + first.length > 0
  const alarm = Math.min(next, isBusy ? nowMs + overAfterMs : Infinity)
  return { start: first.map(({ id }) => id), alarm: alarm === Infinity ? null : alarm }
}

/** Keeps the oldest events, in their order, as many as have room. */
const admit = (first: QueuedDelivery[], delivery: QueuedDelivery, room: number): void => {
  const { sequence } = delivery
  if (first.length >= room && !(sequence < (first.at(-1)?.sequence ?? -Infinity))) return
  const place = first.findIndex((other) => sequence < other.sequence)
  first.splice(place === -1 ? first.length : place, 0, delivery)
  if (first.length > room) first.pop()
}
