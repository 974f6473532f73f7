/** What was answered, and how long that took. `status` is null where the caller hung up before. */
export type Answered = { status: number | null; afterMs: number }

/** What an event says of itself. Nothing is certain of one that is not verified, not even that it is one. */
export type About = {
  type: string | null
  kind: number | null
  sequence: number | null
  /** The id of what it happened to. */
  resource: string | null
  /** When it happened, as it was written. */
  timestamp: string | null
  requestId: string | null
}

/** A delivery as the list shows it. */
export type Summary = About & {
  /** Counts deliveries in the order of their arrival. */
  number: number
  /** Of the event, as its header says; '' without one. */
  id: string
  /** Milliseconds since 1970. */
  received: number
  /** How many deliveries of this event there were, with this one; null where it is not verified. */
  attempt: number | null
  /** Why it is not verified; null where it is. */
  complaint: string | null
  /** Null as long as nothing was answered. */
  answered: Answered | null
}

/** The whole of it: secrets among its headers are masked. */
export type Delivery = { summary: Summary; headers: readonly (readonly [string, string])[]; body: string }

/** How the gateway knows this inbox. */
export type Registration =
  /** Not asked yet, or asking. */
  | { state: 'registering' }
  | { state: 'enabled' }
  /** The gateway delivers nothing any more, for this reason. */
  | { state: 'disabled'; reason: string }
  /** It could not be registered. */
  | { state: 'failed'; reason: string }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const count = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null)

/** As each resource calls its own id. That of a transaction is the payment's: events of a capture are counted with those of its payment. */
const idNames = ['originalTransactionId', 'customerSubscriptionId', 'id']

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** What the list says of a body: the word that the type begins with is the member of `data` that shows the resource. */
export const readAbout = (body: string): About => {
  const event = parse(body)
  const { type, kind, sequence, timestamp, requestId, data } = isRecord(event) ? event : {}
  const shown = isRecord(data) ? data[text(type)?.split('.')[0] ?? ''] : undefined
  const resource = isRecord(shown) ? idNames.map((name) => text(shown[name])).find((id) => id !== null) : null
  return {
    type: text(type),
    kind: count(kind),
    sequence: count(sequence),
    resource: resource ?? null,
    timestamp: text(timestamp),
    requestId: text(requestId),
  }
}
