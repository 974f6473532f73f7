import { answerWithinMs } from './schedule.ts'

/** An event that an endpoint has not got yet. */
export interface PendingDelivery {
  readonly id: string
  /** Of the event, among all events of its database. */
  readonly sequence: number
  /** When its next attempt may be made, milliseconds since 1970. */
  readonly due: number
}

/** What to do now, and when to look again. */
export interface Plan {
  /** In the order in which they are to be started. */
  readonly start: readonly string[]
  /** Milliseconds since 1970. Null where nothing is left to be done. */
  readonly alarm: number | null
}

/** At one endpoint. */
export const mostAtOnce = 5

/** So long after a delivery has begun it has ended for certain, if whoever began it still lives. */
export const overAfterMs = answerWithinMs + 5_000

/**
 * Which deliveries of an endpoint start now: of those whose time has come the oldest events, so that what was missed comes first, and as
 * many as have room. One that failed is not there until its own time, and holds back nobody.
 *
 * Whoever carries this out asks again when a delivery has ended, when an event was added, and at the alarm. With deliveries under way the
 * alarm finds out if their instance died with them: to the next one nothing is in flight, and all that was is pending still.
 *
 * Looks at each delivery once, and of very many it need not see all: `mostAtOnce` due ones of the oldest events will do, with the one that
 * comes due next.
 *
 * @param pending in any order, those in flight among them or not
 * @param inFlight ids of those that this instance has begun and not ended
 */
export const planDeliveries = (
  pending: Iterable<PendingDelivery>,
  inFlight: ReadonlySet<string>,
  nowMs: number,
): Plan => {
  const room = Math.max(0, mostAtOnce - inFlight.size)
  const first: PendingDelivery[] = []
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
const admit = (first: PendingDelivery[], delivery: PendingDelivery, room: number): void => {
  const { sequence } = delivery
  if (first.length >= room && !(sequence < (first.at(-1)?.sequence ?? -Infinity))) return
  const place = first.findIndex((other) => sequence < other.sequence)
  first.splice(place === -1 ? first.length : place, 0, delivery)
  if (first.length > room) first.pop()
}
