import type { EventRow } from '../../store/events/events.ts'
import type { EndpointEvents, EventReference, FreshEvent } from '../../store/webhooks/endpoints.ts'
import type { Deliveries } from './deliveries.ts'
import type { DeliveryQueue, OlderEvents } from './deliveryQueue.ts'

/** A pending delivery that is due. */
export interface DueDelivery extends EventReference {
  /** Whether no attempt was made. */
  readonly isFirst: boolean
}

/** What was to be read. */
interface ReadPlan {
  readonly older: OlderEvents | null
  readonly due: readonly DueDelivery[]
  /** The end of the backlog that the unread events become; null if they become none. */
  readonly backlogEnd: EventReference | null
}

/** Queues the events that were read, and hands those to the deliveries that are to be sent. @param now by the account's clock */
export const queueEvents = (
  { fresh, older: read, retried, newest }: EndpointEvents,
  { older, due, backlogEnd }: ReadPlan,
  { queue, deliveries, now }: { readonly queue: DeliveryQueue; readonly deliveries: Deliveries; readonly now: number },
): void => {
  const dueById = new Map(due.map((delivery) => [delivery.id, delivery]))
  const retries = retried.flatMap((event) => {
    const delivery = dueById.get(event.id)
    return delivery === undefined ? [] : [{ event, resource: event.resource, isFirst: delivery.isFirst, isNew: false }]
  })
  // In this order: the end of a backlog releases the new events that wait for it.
  const sent = addFresh(queue, fresh.events, new Set([...deliveries.ids, ...dueById.keys()]), now)
  if (backlogEnd !== null && fresh.upTo !== null && fresh.upTo < backlogEnd.position)
    queue.addBacklog({ after: fresh.upTo, upTo: backlogEnd.position })
  const last = backlogEnd ?? (fresh.upTo === null ? newest : fresh.events.at(-1))
  if (last != null) queue.advanceCursor(last)
  const isNew = backlogEnd === null
  const again = older === null ? [] : addOlder(queue, older, read, now)
  const found = new Map(retried.map((event) => [event.position, event.id]))
  for (const event of due) {
    const id = found.get(event.position)
    // A missing event has reached the end of its retention undelivered, or the webhook's key can no longer read it.
    if (id === undefined) queue.markUndelivered(event, 'dropped')
    // A restore of the database has removed the event, and its position has another one.
    else if (id !== event.id) queue.remove(event)
  }
  deliveries.add([
    ...retries,
    ...again.map((event) => ({ event, resource: event.resource, isFirst: true, isNew: false })),
    ...sent.map((event) => ({ event, resource: event.resource, isFirst: true, isNew })),
  ])
}

/** Queues new events. Returns those to be sent: each of a resource follows the earlier ones, which may be in the backlog. */
const addFresh = (
  queue: DeliveryQueue,
  events: readonly FreshEvent[],
  inMemory: ReadonlySet<string>,
  now: number,
): FreshEvent[] => {
  const { backlog } = queue
  const deferred = new Set<string>()
  const startable = events.filter((event) => {
    const { previous, resource } = event
    if (previous === null) return true
    const { from, to } = previous
    const isInBacklog = backlog !== null && from <= backlog.upTo && to > backlog.after
    if (!deferred.has(resource) && !isInBacklog && !queue.hasUnsent(from, to, inMemory)) return true
    deferred.add(resource)
    queue.defer(event, now)
    return false
  })
  return queue.add(startable, now)
}

/** Queues events of a replay or of the backlog. Returns those to be sent. */
const addOlder = (
  queue: DeliveryQueue,
  older: OlderEvents,
  { events, upTo }: EndpointEvents['older'],
  now: number,
): readonly EventRow[] => {
  // A webhook that was enabled again has dropped its backlog.
  if (older.replay === null && queue.backlog === null) return []
  const added = older.replay === null ? queue.add(events, now) : events
  if (older.replay !== null) queue.addAgain(events, now)
  // A backlog that was joined to this one continues.
  const end = older.replay === null ? queue.backlog?.upTo : older.range.upTo
  queue.advanceOlder(
    { ...older, range: { ...older.range, upTo: end ?? older.range.upTo } },
    upTo ?? (end === older.range.upTo ? null : older.range.upTo),
  )
  return added
}
