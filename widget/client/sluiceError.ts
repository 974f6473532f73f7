import type { ErrorItem } from './types.ts'

/** What an answer that is no success says. */
export interface Failure {
  /** Status of the answer; null where none came. */
  readonly status: number | null
  /** What is wrong, as the gateway lists it. Empty where it answers without a body: 401, 403 and 429 of authorizeTransaction. */
  readonly items: readonly ErrorItem[]
  /** Name of the request in the gateway's logs. */
  readonly requestId: string | null
  /** Seconds to wait before another try, where the gateway says so. */
  readonly retryAfter: number | null
  /** The whole body, parsed; null where there is none, or no JSON. */
  readonly body: unknown
}

/** What the client adds to it. */
export interface FailedCall {
  readonly operation: string
  /** The key that the request was sent with, where the operation takes one. */
  readonly idempotencyKey: string | null
  /**
   * True when nobody knows whether the operation took effect, say because no answer came. Call again with the same `idempotencyKey` to
   * learn it: under one key nothing is done twice.
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
 * A call that failed: refused by the gateway, or without an answer (`status` is null, and `cause` says why). A declined payment is no
 * failure but an answer.
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

  /** Types of the items: `token_expired`, `rate_limited`. The gateway's page /errors explains each. */
  get types(): readonly ErrorItem['type'][] {
    return typesOf(this)
  }
}
