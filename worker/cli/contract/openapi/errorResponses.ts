import { takesIdempotencyKey } from '../../../contract/endpoint.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { errors } from '../../../contract/errors/errorTypes.ts'
import type { Json } from './schemas.ts'
import { rateLimitPolicy, rateLimitReached, rateLimits } from '../../../contract/rateLimits.ts'

interface Failure {
  readonly status: number
  readonly happens: (endpoint: Endpoint) => boolean
  readonly means: string
}

const always = () => true
const changes = (endpoint: Endpoint) => endpoint.method !== 'GET'
/** Whether a client should send an Idempotency-Key, under the name that the printed client knows. */
export const isIdempotent = takesIdempotencyKey
const takesBody = (endpoint: Endpoint) => endpoint.body !== undefined

/** Which statuses an endpoint may answer, and when. */
const failures: readonly Failure[] = [
  {
    status: 400,
    happens: (endpoint) => changes(endpoint) || endpoint.params !== undefined || endpoint.query !== undefined,
    means: 'The request is wrong. Everything that is wrong with it is listed.',
  },
  { status: 401, happens: always, means: 'The API key is missing or not valid.' },
  { status: 403, happens: always, means: 'The API key may not do this.' },
  {
    status: 404,
    happens: (endpoint) => endpoint.params !== undefined,
    means: 'There is no such thing in this account and mode.',
  },
  {
    status: 409,
    happens: isIdempotent,
    means: 'The state of the resource, or a request under way, forbids it.',
  },
  { status: 413, happens: takesBody, means: 'The body is larger than 256 KiB.' },
  { status: 415, happens: takesBody, means: 'The media type is not JSON in UTF-8.' },
  { status: 422, happens: isIdempotent, means: 'The Idempotency-Key was used with another body.' },
  { status: 429, happens: always, means: 'Too many requests.' },
  { status: 500, happens: always, means: 'Something went wrong on our side.' },
  { status: 503, happens: always, means: 'Not available at the moment.' },
  {
    status: 504,
    // An authorize whose outcome is unknown is answered as not approved, and reversed.
    happens: (endpoint) => endpoint.reachesProcessor === true && endpoint.regime !== 'bodyless',
    means: 'The processor has not answered; the outcome is not known yet.',
  },
]

const headersOf: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After', 'RateLimit'],
  503: ['Retry-After'],
  504: ['Idempotent-Replayed'],
}

const everywhere = ['X-Request-Id', 'RateLimit-Policy']

/** On authorize these three have no body at all. */
const bodyless: ReadonlySet<number> = new Set([401, 403, 429])

const statusTypes = (status: number): readonly string[] =>
  Object.entries(errors)
    .filter(([, row]) => row.status === status)
    .map(([type]) => `\`${type}\``)

/** Where the types are few, they are named; those of 400 fill a page, /errors. */
const typesOf = (status: number): string =>
  status === 400 ? 'The types are on [the page of errors](/errors).' : `Types: ${statusTypes(status).join(', ')}.`

const header = (name: string) => [name, { $ref: `#/components/headers/${name}` }] as const

/** What 429 says beside the members of every problem. */
const violatedPolicies: Json = {
  'violated-policies': {
    type: 'array',
    items: { type: 'string' },
    description: 'The limits of RateLimit-Policy that the request went over.',
  },
}

const content = (endpoint: Endpoint, status: number): Json => {
  if (endpoint.regime === 'problem') {
    const schema = { $ref: '#/components/schemas/Problem', ...(status === 429 && { properties: violatedPolicies }) }
    return { 'application/json': { schema }, 'application/problem+json': { schema } }
  }
  const nulls = (endpoint.nulls ?? []).map((member) => [member, { type: 'null' }] as const)
  const schema = {
    $ref: '#/components/schemas/Failure',
    ...(nulls.length > 0 && { properties: Object.fromEntries(nulls) }),
  }
  return { 'application/json': { schema } }
}

const response = (endpoint: Endpoint, { status, means }: Failure): Json => {
  const hasBody = endpoint.regime !== 'bodyless' || !bodyless.has(status)
  return {
    description: hasBody ? `${means} ${typesOf(status)}` : `${means} No body.`,
    headers: Object.fromEntries([...everywhere, ...(headersOf[status] ?? [])].map(header)),
    ...(hasBody && { content: content(endpoint, status) }),
  }
}

const kind = ({ regime }: Endpoint, { status }: Failure): string => {
  if (regime === 'problem') return 'Problem'
  return regime === 'bodyless' && bodyless.has(status) ? 'Bodyless' : 'Failure'
}

/** Failure404Customers: what a response looks like, in a name. */
const responseName = (endpoint: Endpoint, failure: Failure): string => {
  const nulls = (endpoint.nulls ?? []).map((member) => member.charAt(0).toUpperCase() + member.slice(1))
  return [kind(endpoint, failure), failure.status, ...nulls].join('')
}

export interface FailureResponse {
  readonly status: number
  readonly name: string
  readonly response: Json
}

/** The responses of an endpoint that are no success, in the regime of errors that it follows. Equal ones have equal names. */
export const failureResponses = (endpoint: Endpoint): readonly FailureResponse[] =>
  failures
    .filter(({ happens }) => happens(endpoint))
    .map((failure) => ({
      status: failure.status,
      name: responseName(endpoint, failure),
      response: response(endpoint, failure),
    }))

/** Headers of answers, described once. */
export const headers: Json = {
  'X-Request-Id': {
    description: 'Identifier of the request, also where the answer has no body.',
    schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  },
  'X-Api-Key-Expires': {
    description: 'On every answer, failures too, to a key that was rotated: when it stops working.',
    schema: { type: 'string', format: 'date-time' },
  },
  'Idempotent-Replayed': {
    description:
      'Present where this is the answer of an earlier request under the same Idempotency-Key, whose X-Request-Id it has.',
    schema: { type: 'string', const: 'true' },
  },
  'RateLimit-Policy': {
    description:
      'The limits that the request was counted against: how many requests (q) in how many seconds (w). Absent where there are none.',
    schema: { type: 'string' },
    example: rateLimitPolicy('standard'),
  },
  RateLimit: {
    description: 'The limit that was reached: nothing is left (r) for so many seconds (t).',
    schema: { type: 'string' },
    example: rateLimitReached('standard'),
  },
  'Retry-After': {
    description: 'Seconds to wait. On 409 only where a request under the same Idempotency-Key is in progress.',
    schema: { type: 'integer' },
    example: rateLimits.standard.window,
  },
  'WWW-Authenticate': { schema: { type: 'string' }, example: 'ApiKey realm="v1"' },
}
