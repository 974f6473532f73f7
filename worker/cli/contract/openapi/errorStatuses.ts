import { takesIdempotencyKey } from '../../../contract/endpoint.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'

export interface ErrorStatus {
  readonly status: number
  readonly appliesTo: (endpoint: Endpoint) => boolean
  readonly meaning: string
}

const always = () => true
const takesBody = (endpoint: Endpoint) => endpoint.body !== undefined
const takesInput = (endpoint: Endpoint) =>
  takesBody(endpoint) || takesIdempotencyKey(endpoint) || endpoint.params !== undefined || endpoint.query !== undefined

/** Endpoints without Idempotency-Key that can return 409: the processor has no report. */
const mayConflict: ReadonlySet<string> = new Set(['reconcileConnection'])

/**
 * Operations that return 504 for an unknown outcome. An authorization with an unknown outcome returns 200 as not approved and is reversed, and
 * a subscription is created with a pending charge. Terminals and the test clock return no outcome.
 */
const mayTimeOut: ReadonlySet<string> = new Set(['captureTransaction', 'voidTransaction', 'creditTransaction'])

/** Error statuses of endpoints, with the condition for each. */
const errorStatuses: readonly ErrorStatus[] = [
  {
    status: 400,
    appliesTo: takesInput,
    meaning: 'The request is invalid. `errors` lists all problems.',
  },
  { status: 401, appliesTo: always, meaning: 'The API key is missing or invalid.' },
  { status: 403, appliesTo: always, meaning: 'The API key does not have permission.' },
  {
    status: 404,
    appliesTo: (endpoint) => endpoint.params !== undefined,
    meaning: 'The resource does not exist in this account and mode.',
  },
  {
    status: 406,
    appliesTo: always,
    meaning: 'The `Accept` header excludes the media type of the response with `q=0`.',
  },
  {
    status: 409,
    appliesTo: (endpoint) => takesIdempotencyKey(endpoint) || mayConflict.has(endpoint.name),
    meaning: 'The request conflicts with the state of the resource or with a request in progress.',
  },
  { status: 413, appliesTo: takesBody, meaning: 'The request body is larger than 256 KiB.' },
  { status: 415, appliesTo: takesBody, meaning: 'The media type is not JSON in UTF-8.' },
  {
    status: 422,
    // The key is bound to method and path, so that only bodies can differ.
    appliesTo: (endpoint) => takesIdempotencyKey(endpoint) && takesBody(endpoint),
    meaning: 'The Idempotency-Key was used with a different request.',
  },
  { status: 429, appliesTo: always, meaning: 'Too many requests.' },
  { status: 500, appliesTo: always, meaning: 'Internal error.' },
  { status: 503, appliesTo: always, meaning: 'The service is temporarily unavailable.' },
  {
    status: 504,
    appliesTo: ({ name }) => mayTimeOut.has(name),
    meaning: 'The processor did not respond in time. The outcome is unknown.',
  },
]

/** Statuses without a body in the format `bodyless`. */
const bodyless: ReadonlySet<number> = new Set([401, 403, 429])

/** Whether the error responses of an endpoint with this status have a body. */
export const hasErrorBody = ({ errorFormat }: Endpoint, status: number): boolean =>
  errorFormat !== 'bodyless' || !bodyless.has(status)

const kind = (endpoint: Endpoint, status: number): string => {
  if (endpoint.errorFormat === 'problem') return 'Problem'
  return hasErrorBody(endpoint, status) ? 'Failure' : 'Bodyless'
}

/** Name of an error response by its content, such as Failure404Customers. Equal responses have equal names. */
export const errorResponseName = (endpoint: Endpoint, status: number): string => {
  const nullMembers = (endpoint.nullOnError ?? []).map((member) => member.charAt(0).toUpperCase() + member.slice(1))
  return [kind(endpoint, status), status, ...nullMembers].join('')
}

/** The error statuses that an endpoint can return. */
export const errorStatusesOf = (endpoint: Endpoint): readonly ErrorStatus[] =>
  errorStatuses.filter(({ appliesTo }) => appliesTo(endpoint))
