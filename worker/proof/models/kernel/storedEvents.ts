export interface StoredEvent {
  readonly resource: string
  readonly sequence: number
  /** The event's type and the operation or period it belongs to. */
  readonly cause: string
}

export const eventKey = ({ resource, cause }: StoredEvent): string => `${resource} ${cause}`

/** All events so far, in order. The gateway deletes its own after thirty days. */
export const mergeEvents = (before: readonly StoredEvent[], now: readonly StoredEvent[]): readonly StoredEvent[] => {
  const stored = new Set(now.map(eventKey))
  return [...before.filter((event) => !stored.has(eventKey(event))), ...now]
}
