export interface StoredEvent {
  readonly resource: string
  readonly sequence: number
  /** The type, and the part of the resource that it is about. */
  readonly cause: string
}

export const nameOf = ({ resource, cause }: StoredEvent): string => `${resource} ${cause}`

/** All events so far, in their order: the gateway keeps one for thirty days. */
export const everStored = (before: readonly StoredEvent[], now: readonly StoredEvent[]): readonly StoredEvent[] => {
  const isKept = new Set(now.map(nameOf))
  return [...before.filter((event) => !isKept.has(nameOf(event))), ...now]
}
