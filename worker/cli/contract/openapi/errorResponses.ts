import { takesIdempotencyKey } from '../../../contract/endpoint.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { errorText } from '../../../contract/errors/apiError.ts'
import type { ErrorDetail } from '../../../contract/errors/apiError.ts'
import { errors, slugOf } from '../../../contract/errors/errorTypes.ts'
import { toErrorItem } from '../../../contract/errors/toErrorItem.ts'
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
    status: 406,
    appliesTo: always,
    meaning: 'The `Accept` header refuses the media type of the response with `q=0`.',
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

/** Errors that are shown as examples of a status, with their field and details. */
const shownErrors: Readonly<Record<number, readonly ErrorDetail[]>> = {
  400: [
    { type: 'required', field: 'amount.value' },
    { type: 'unknown_member', field: 'amuont', details: { nearest: 'amount' } },
    { type: 'query_invalid', field: 'pageSize' },
  ],
  401: [{ type: 'key_missing' }, { type: 'key_invalid' }],
  403: [{ type: 'scope_missing', details: { scope: 'transactions:write' } }],
  404: [{ type: 'not_found', details: { resource: 'customer' } }],
  409: [
    { type: 'idempotency_in_progress' },
    { type: 'invalid_state', details: { state: 'settled', allowed: ['credit'] } },
  ],
  413: [{ type: 'body_too_large' }],
  415: [{ type: 'media_type_unsupported' }],
  422: [{ type: 'idempotency_mismatch' }],
  429: [{ type: 'rate_limited' }],
  500: [{ type: 'internal_error' }],
  503: [{ type: 'unavailable' }],
  504: [{ type: 'processor_timeout' }],
}

const baseUrl = 'https://pay.example.com'
const requestId = '019a9f3c5b7e7c41a2d68f0b1c3e5a79'

const problemOf = (error: ErrorDetail, status: number): Json => ({
  type:
    status === 429
      ? 'https://iana.org/assignments/http-problem-types#quota-exceeded'
      : `${baseUrl}/problems/${slugOf(error.type)}`,
  title: errorText(error),
  status,
  detail: errorText(error),
  instance: '/v1/transactions/91234567890199',
  requestId,
  ...(status === 429 && { 'violated-policies': ['standard'] }),
})

/** Examples of a status in the error format of an endpoint, from the table of errors. */
const errorExamples = ({ errorFormat, nullOnError = [] }: Endpoint, status: number): Json =>
  Object.fromEntries(
    (shownErrors[status] ?? []).map((error) => {
      const nulls = Object.fromEntries(nullOnError.map((member) => [member, null]))
      const value =
        errorFormat === 'problem'
          ? problemOf(error, status)
          : { requestId, ...nulls, errors: [toErrorItem(error, baseUrl)] }
      return [error.type, { summary: errorText(error), value }]
    }),
  )

const content = (endpoint: Endpoint, status: number): Json => {
  const examples = errorExamples(endpoint, status)
  if (endpoint.errorFormat === 'problem') {
    const schema = extended('Problem', status === 429 ? violatedPolicies : {})
    return { 'application/json': { schema, examples }, 'application/problem+json': { schema, examples } }
  }
  const nullMembers = (endpoint.nullOnError ?? []).map((member) => [member, nullInError] as const)
  return { 'application/json': { schema: extended('Failure', Object.fromEntries(nullMembers)), examples } }
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
  Link: {
    description:
      'Relative URLs of the first, the previous and the next page of the list, as far as they exist (RFC 8288). Those of other pages have a `cursor`, so that every page is equally fast and new entries do not shift it.',
    schema: { type: 'string' },
    example:
      '</v1/customers?pageNumber=1&pageSize=100>; rel="first", </v1/customers?pageNumber=2&pageSize=100&cursor=0198c1a4-7a51-7d6b-9a43-5c9f6d0a1b2c>; rel="next"',
  },
  'X-Total-Count': {
    description: 'Number of entries of the whole list.',
    schema: { type: 'integer', format: 'int64' },
    example: 250,
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
