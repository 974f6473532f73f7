/** The body of a webhook. Members may be added, never removed. */
export interface WebhookEvent {
  /** The event's id, equal for all deliveries and in the header `webhook-id`. Store it to process each event once. */
  readonly id: string
  /** The family: 0 authorization, 1 capture, 2 void, 3 credit, 4 settlement, 5 customer and subscription, 6 terminal and checkout. */
  readonly kind: 0 | 1 | 2 | 3 | 4 | 5 | 6
  /** The event type, such as `transaction.captured`. New types may be added; ignore unknown ones. */
  readonly type: string
  /** Time of the event in ISO 8601, not of the delivery. */
  readonly timestamp: string
  readonly apiVersion: string
  /** False in test mode. */
  readonly live: boolean
  /** The id of the request that caused it; null for events caused by time. */
  readonly requestId: string | null
  /** Number of the event within its resource. Events may arrive out of order: one with a smaller number than before is late. */
  readonly sequence: number
  /** The resource, named by the first word of the type: `transaction`. */
  readonly data: { readonly [name: string]: unknown }
}
