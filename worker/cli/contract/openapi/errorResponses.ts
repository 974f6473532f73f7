import { takesIdempotencyKey } from '../../../contract/endpoint.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { errors } from '../../../contract/errors/errorTypes.ts'
import type { Json } from './json.ts'
import { rateLimitPolicy, rateLimitExceeded, rateLimits } from '../../../contract/rateLimits.ts'

interface ErrorStatus {
  readonly status: number
  readonly appliesTo: (endpoint: Endpoint) => boolean
  readonly meaning: string
}

const always = () => true
const changes = (endpoint: Endpoint) => endpoint.method !== 'GET'
const takesBody = (endpoint: Endpoint) => endpoint.body !== undefined

/** A payment with an unknown outcome returns 200 as not approved and is reversed, and a subscription is created with a pending charge. */
const returnsUnknown: ReadonlySet<string> = new Set([
  'authorizeTransaction',
  'saleTransaction',
  'createCustomerSubscription',
])

/** Error statuses of endpoints, with the condition for each. */
const errorStatuses: readonly ErrorStatus[] = [
  {
    status: 400,
    appliesTo: (endpoint) => changes(endpoint) || endpoint.params !== undefined || endpoint.query !== undefined,
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
    status: 409,
    appliesTo: takesIdempotencyKey,
    meaning: 'The request conflicts with the state of the resource or with a request in progress.',
  },
  { status: 413, appliesTo: takesBody, meaning: 'The request body is larger than 256 KiB.' },
  { status: 415, appliesTo: takesBody, meaning: 'The media type is not JSON in UTF-8.' },
  { status: 422, appliesTo: takesIdempotencyKey, meaning: 'The Idempotency-Key was used with a different request.' },
  { status: 429, appliesTo: always, meaning: 'Too many requests.' },
  { status: 500, appliesTo: always, meaning: 'Internal error.' },
  { status: 503, appliesTo: always, meaning: 'The service is temporarily unavailable.' },
  {
    status: 504,
    appliesTo: (endpoint) => endpoint.reachesProcessor === true && !returnsUnknown.has(endpoint.name),
    meaning: 'The processor did not respond in time. The outcome is unknown.',
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

/** Statuses without a body in the format `bodyless`. */
const bodyless: ReadonlySet<number> = new Set([401, 403, 429])

const statusTypes = (status: number): readonly string[] =>
  Object.entries(errors)
    .filter(([, row]) => row.status === status)
    .map(([type]) => `\`${type}\``)

/** Lists the error types of a status. Those of 400 are too many, so they are on the page /errors. */
const typesOf = (status: number): string =>
  status === 400 ? 'See [all error types](/errors).' : `Error types: ${statusTypes(status).join(', ')}.`

const header = (name: string) => [name, { $ref: `#/components/headers/${name}` }] as const

/** Additional member of 429 problem details. */
const violatedPolicies: Json = {
  'violated-policies': {
    type: 'array',
    items: { type: 'string' },
    description: 'Names of the limits in RateLimit-Policy that the request exceeded.',
  },
}

const nullInError: Json = { type: 'null', description: 'Null in an error response.' }

/** A named schema with further members. */
const extended = (name: 'Failure' | 'Problem', properties: Json): Json => {
  const schema = { $ref: `#/components/schemas/${name}` }
  return Object.keys(properties).length === 0 ? schema : { allOf: [schema, { type: 'object', properties }] }
}

const content = (endpoint: Endpoint, status: number): Json => {
  if (endpoint.errorFormat === 'problem') {
    const schema = extended('Problem', status === 429 ? violatedPolicies : {})
    return { 'application/json': { schema }, 'application/problem+json': { schema } }
  }
  const nullMembers = (endpoint.nullOnError ?? []).map((member) => [member, nullInError] as const)
  return { 'application/json': { schema: extended('Failure', Object.fromEntries(nullMembers)) } }
}

const response = (endpoint: Endpoint, { status, meaning }: ErrorStatus): Json => {
  const hasBody = endpoint.errorFormat !== 'bodyless' || !bodyless.has(status)
  return {
    description: hasBody ? `${meaning} ${typesOf(status)}` : `${meaning} No body.`,
    headers: Object.fromEntries([...everywhere, ...(headersOf[status] ?? [])].map(header)),
    ...(hasBody && { content: content(endpoint, status) }),
  }
}

const kind = ({ errorFormat }: Endpoint, { status }: ErrorStatus): string => {
  if (errorFormat === 'problem') return 'Problem'
  return errorFormat === 'bodyless' && bodyless.has(status) ? 'Bodyless' : 'Failure'
}

/** Name of a response by its content, such as Failure404Customers. */
const responseName = (endpoint: Endpoint, failure: ErrorStatus): string => {
  const nullMembers = (endpoint.nullOnError ?? []).map((member) => member.charAt(0).toUpperCase() + member.slice(1))
  return [kind(endpoint, failure), failure.status, ...nullMembers].join('')
}

export interface ErrorResponse {
  readonly status: number
  readonly name: string
  readonly response: Json
}

/** The error responses of an endpoint in its error format. Equal responses have equal names. */
export const errorResponsesOf = (endpoint: Endpoint): readonly ErrorResponse[] =>
  errorStatuses
    .filter(({ appliesTo }) => appliesTo(endpoint))
    .map((failure) => ({
      status: failure.status,
      name: responseName(endpoint, failure),
      response: response(endpoint, failure),
    }))

/** Response headers. */
export const headers: Json = {
  'X-Request-Id': {
    description: 'Id of the request. Also present in responses without a body.',
    schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  },
  'X-Api-Key-Expires': {
    description: 'Expiry of the API key, in all responses to a rotated key.',
    schema: { type: 'string', format: 'date-time' },
  },
  'Idempotent-Replayed': {
    description:
      'Present if this is the response of an earlier request with the same Idempotency-Key. X-Request-Id is the id of that request.',
    schema: { type: 'string', const: 'true' },
  },
  'Sluice-Ignored': {
    description:
      'Paths of the members of the request body that the API does not know, in responses of accounts with the setting `unknownMembers: "ignore"`: separated by commas, ordered, at most 20 (then `...`), digits of names with two or more masked, other characters percent-encoded. Also present in error responses.',
    schema: { type: 'string' },
    example: 'amount.curency, order.lines[0].sku',
  },
  'Sluice-Warning': {
    description:
      'Members of the request body whose text contains a card number, unless the account refuses such requests (setting `cardNumbersInText`): a list of structured fields (RFC 9651), at most 20 members (then `...`). The text is stored as it was sent. Also present in error responses.',
    schema: { type: 'string' },
    example: 'card_number_in_text;member="order.metadata.note"',
  },
  'RateLimit-Policy': {
    description:
      'The rate limits that apply to the request: number of requests (q) per seconds (w). Absent without limits.',
    schema: { type: 'string' },
    example: rateLimitPolicy('standard'),
  },
  RateLimit: {
    description: 'The exceeded rate limit: remaining requests (r) and seconds until it resets (t).',
    schema: { type: 'string' },
    example: rateLimitExceeded('standard'),
  },
  'Retry-After': {
    description:
      'Seconds to wait before a retry. On 409 only if a request with the same Idempotency-Key is in progress.',
    schema: { type: 'integer', format: 'int32', minimum: 1 },
    example: rateLimits.standard.window,
  },
  'WWW-Authenticate': {
    description: 'How to authenticate: with an API key in the header `x-api-key`.',
    schema: { type: 'string' },
    example: 'ApiKey realm="v1"',
  },
}
