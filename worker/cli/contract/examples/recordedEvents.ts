/** A request to the shop's webhook. */
export interface RecordedDelivery {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The text that is signed. */
  readonly body: string
  /** The secret of the webhook. */
  readonly secret: string
}

export interface RecordedEvents {
  /** The first delivered event of each type, in the order of their types. */
  readonly events: Readonly<Record<string, unknown>>
  /** The whole request of the first delivery. */
  readonly delivery: RecordedDelivery
}

/** The events of deliveries, without repeated types. */
export const toRecordedEvents = (deliveries: readonly RecordedDelivery[]): RecordedEvents => {
  const bodies = deliveries.map(({ body }) => JSON.parse(body) as { readonly type: string })
  const first = new Map(bodies.toReversed().map((event) => [event.type, event]))
  const [delivery] = deliveries
  if (delivery === undefined) throw new Error('No event was delivered.')
  return { events: Object.fromEntries([...first].toSorted(([a], [b]) => (a < b ? -1 : 1))), delivery }
}
