import type { Failure } from './sluiceError.ts'
import type { ErrorItem } from './types.ts'

/** A response with its body. */
export interface Heard {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly text: string
}

/** Parses JSON; undefined if the text is none. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Members of the two formats of error bodies. */
interface FailureBody {
  readonly requestId?: string
  /** Of the envelope. */
  readonly errors?: readonly ErrorItem[] | null
  /** Of problem details (RFC 9457). */
  readonly type?: string
  readonly detail?: string
}

/** The one type of problem details with another base URL. */
const quotaExceeded = 'https://iana.org/assignments/http-problem-types#quota-exceeded'

/** `https://pay.example.com/problems/not-found` is the error type `not_found`. */
const typeOfProblem = (type: string): ErrorItem['type'] | undefined =>
  type === quotaExceeded ? 'rate_limited' : /\/problems\/([a-z-]+)$/.exec(type)?.[1]?.replaceAll('-', '_')

const itemsOf = ({ errors, type: docs = '', detail: text = '' }: FailureBody): readonly ErrorItem[] => {
  if (Array.isArray(errors)) return errors
  const type = typeOfProblem(docs)
  return type === undefined ? [] : [{ type, message: { text, field: null, code: type, docs, details: null } }]
}

/** The failure without a response. */
export const noAnswer: Failure = { status: null, items: [], requestId: null, retryAfter: null, body: null }

/** Parses an error response: an envelope, problem details, or no body. */
export const readFailure = ({ status, headers, text }: Heard): Failure => {
  const body = parsed(text) ?? null
  const members = Object(body) as FailureBody
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return {
    status,
    items: itemsOf(members),
    requestId: headers.get('x-request-id') ?? members.requestId ?? null,
    retryAfter: Number.isFinite(seconds) ? seconds : null,
    body,
  }
}
