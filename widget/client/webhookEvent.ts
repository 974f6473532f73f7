/** What the body of a webhook says. Members may be added; those that are here stay. */
export interface WebhookEvent {
  /** The same however often the event is delivered, and the one in the header `webhook-id`: keep it, to act on each event once. */
  readonly id: string
  /** The family: 0 authorization, 1 capture, 2 void, 3 credit, 4 settlement, 5 customer and subscription, 6 terminal and checkout. */
  readonly kind: 0 | 1 | 2 | 3 | 4 | 5 | 6
  /** What happened: `transaction.captured`. New types may come; leave alone those that you do not know. */
  readonly type: string
  /** When it happened, in ISO 8601. Not when it was delivered. */
  readonly timestamp: string
  readonly apiVersion: string
  /** False in test mode. */
  readonly live: boolean
  /** Name of the request that caused it, in the gateway's logs; null where time did. */
  readonly requestId: string | null
  /** Counts the events of one resource. They may arrive in another order: one with a smaller number than you have seen is late. */
  readonly sequence: number
  /** What it happened to, under the word that its type begins with: `transaction`. */
  readonly data: { readonly [name: string]: unknown }
}
