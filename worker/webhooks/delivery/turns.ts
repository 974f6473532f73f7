/** What a delivery needs to be chosen. */
export interface WaitingDelivery {
  /** The id of its event's resource. */
  readonly resource: string
  /** First attempts are in the order of events for each resource. Retries wait for nothing and delay nothing. */
  readonly isFirst: boolean
  /** Whether its event is new, not of a backlog, a replay or a retry. */
  readonly isNew: boolean
}

/**
 * Those that can start: retries, and of each resource the first attempt of its oldest event.
 *
 * @param waiting in the order of their events
 * @param inFlight deliveries that are being sent
 */
export const selectStartable = <Delivery extends WaitingDelivery>(
  waiting: readonly Delivery[],
  inFlight: Iterable<WaitingDelivery>,
): Delivery[] => {
  const held = new Set<string>()
  for (const { isFirst, resource } of inFlight) if (isFirst) held.add(resource)
  return waiting.filter(({ isFirst, resource }) => {
    if (!isFirst) return true
    const canStart = !held.has(resource)
    held.add(resource)
    return canStart
  })
}

/**
 * Chooses deliveries, oldest first. New events and all others take turns, so that neither waits for the other: each gets half of the
 * places, or more if the other needs fewer.
 *
 * @param startable in the order of their events
 * @param inFlight deliveries that are being sent, in the order of their starts
 * @param capacity how many to choose
 * @param lastWasNew whether the last choice was a new event: the other side is next if both have equally many in flight
 */
export const takeTurns = <Delivery extends WaitingDelivery>(
  startable: readonly Delivery[],
  inFlight: readonly WaitingDelivery[],
  capacity: number,
  lastWasNew: boolean,
): Delivery[] => {
  const fresh = startable.filter(({ isNew }) => isNew)
  const others = startable.filter(({ isNew }) => !isNew)
  const chosen: Delivery[] = []
  let wasNew = lastWasNew
  let ahead = inFlight.reduce((sum, { isNew }) => sum + (isNew ? 1 : -1), 0)
  while (chosen.length < capacity && fresh.length + others.length > 0) {
    const isNewsTurn = others.length === 0 || (fresh.length > 0 && (ahead < 0 || (ahead === 0 && !wasNew)))
    chosen.push((isNewsTurn ? fresh : others).shift()!)
    ahead += isNewsTurn ? 1 : -1
    wasNew = isNewsTurn
  }
  return chosen
}
