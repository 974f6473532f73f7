import type { ErrorItem } from './types.ts'

/** A failed request. */
export interface Failure {
  /** HTTP status; null without a response. */
  readonly status: number | null
  /** The error items. Empty for responses without a body: 401, 403 and 429 of authorizeTransaction. */
  readonly items: readonly ErrorItem[]
  /** The id of the request in the gateway's logs. */
  readonly requestId: string | null
  /** Retry-After in seconds, if the gateway sent it. */
  readonly retryAfter: number | null
  /** The parsed body; null if there is none or it is not JSON. */
  readonly body: unknown
}

/** What the client adds to a failed request. */
export interface FailedCall {
  readonly operation: string
  /** The request's idempotency key, if the operation has one. */
  readonly idempotencyKey: string | null
  /**
   * True if it is unknown whether the operation took effect, for example without a response. Call again with the same `idempotencyKey` to
   * get its outcome; it is not executed twice.
   */
  readonly outcomeUnknown: boolean
}

export const typesOf = ({ items }: Pick<Failure, 'items'>): readonly ErrorItem['type'][] =>
  items.map(({ type }) => type)

const sentence = (operation: string, { status, items, requestId }: Failure): string => {
  const causes = items.map(({ type, message }) => `${type}: ${message.text}`).join(' ')
  const shortly = status === null ? 'no answer' : `status ${status}`
  return `${operation}: ${causes || shortly}${requestId === null ? '' : ` (request ${requestId})`}`
}

/**
 * A failed call: rejected by the gateway, or without a response (`status` is null and `cause` has the reason). A declined payment is not an
 * error: the call returns it.
 */
export class SluiceError extends Error implements Failure, FailedCall {
  readonly operation: string
  readonly status: number | null
  readonly items: readonly ErrorItem[]
  readonly requestId: string | null
  readonly retryAfter: number | null
  readonly body: unknown
  readonly idempotencyKey: string | null
  readonly outcomeUnknown: boolean

  constructor(failure: Failure, call: FailedCall, cause?: unknown) {
    super(sentence(call.operation, failure), cause === undefined ? undefined : { cause })
    this.name = 'SluiceError'
    this.operation = call.operation
    this.status = failure.status
    this.items = failure.items
    this.requestId = failure.requestId
    this.retryAfter = failure.retryAfter
    this.body = failure.body
    this.idempotencyKey = call.idempotencyKey
    this.outcomeUnknown = call.outcomeUnknown
  }

  /** The types of the items, such as `token_expired`. The gateway's page /errors explains each. */
  get types(): readonly ErrorItem['type'][] {
    return typesOf(this)
  }
}
