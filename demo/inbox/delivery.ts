/** The response and its delay. `status` is null if the caller disconnected first. */
export type Answered = { status: number | null; afterMs: number }

/** Event details from the body. They are not trustworthy if the signature is invalid. */
export type EventDetails = {
  type: string | null
  kind: number | null
  sequence: number | null
  /** Id of the affected resource. */
  resource: string | null
  /** Time of the event, as sent. */
  timestamp: string | null
  requestId: string | null
}

/** A delivery in the list. */
export type Summary = EventDetails & {
  /** Sequential number of the delivery. */
  number: number
  /** Event id from the header; '' if missing. */
  id: string
  /** Milliseconds since 1970. */
  received: number
  /** Number of this attempt to deliver the event; null if not verified. */
  attempt: number | null
  /** Why the signature is invalid; null if it is valid. */
  complaint: string | null
  /** Null until the response is sent. */
  answered: Answered | null
}

/** A full delivery. Secret headers are masked. */
export type Delivery = { summary: Summary; headers: readonly (readonly [string, string])[]; body: string }

/** The inbox's registration as a webhook. */
export type Registration =
  /** In progress or not started. */
  | { state: 'registering' }
  | { state: 'enabled' }
  /** The gateway stopped deliveries for this reason. */
  | { state: 'disabled'; reason: string }
  /** The registration failed for this reason. */
  | { state: 'failed'; reason: string }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const count = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null)

/** Id members of the resources. A modification is listed under its payment's id. */
const idNames = ['originalTransactionId', 'customerSubscriptionId', 'id']

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Reads the event details. The first word of the type names the member of `data` that contains the resource. */
export const readEventDetails = (body: string): EventDetails => {
  const event = parse(body)
  const { type, kind, sequence, timestamp, requestId, data } = isRecord(event) ? event : {}
  const content = isRecord(data) ? data[text(type)?.split('.')[0] ?? ''] : undefined
  const resource = isRecord(content) ? idNames.map((name) => text(content[name])).find((id) => id !== null) : null
  return {
    type: text(type),
    kind: count(kind),
    sequence: count(sequence),
    resource: resource ?? null,
    timestamp: text(timestamp),
    requestId: text(requestId),
  }
}
