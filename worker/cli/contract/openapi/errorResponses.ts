import type { Endpoint } from '../../../contract/endpoint.ts'
import { errors } from '../../../contract/errors/errorTypes.ts'
import { sharedErrorExamples } from '../examples/index.ts'
import { errorResponseName, errorStatusesOf, hasErrorBody } from './errorStatuses.ts'
import type { ErrorStatus } from './errorStatuses.ts'
import type { Json } from './json.ts'
import { toExamples } from './toExamples.ts'
import { rateLimitPolicy, rateLimitExceeded, rateLimits } from '../../../contract/rateLimits.ts'

const headersOf: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After', 'RateLimit'],
  503: ['Retry-After'],
  504: ['Idempotent-Replayed'],
}

const everywhere = ['X-Request-Id', 'RateLimit-Policy']

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
  const examples = toExamples(sharedErrorExamples(endpoint, status), 'response')
  if (endpoint.errorFormat === 'problem') {
    const schema = extended('Problem', status === 429 ? violatedPolicies : {})
    return { 'application/json': { schema, examples }, 'application/problem+json': { schema, examples } }
  }
  const nullMembers = (endpoint.nullOnError ?? []).map((member) => [member, nullInError] as const)
  return { 'application/json': { schema: extended('Failure', Object.fromEntries(nullMembers)), examples } }
}

const response = (endpoint: Endpoint, { status, meaning }: ErrorStatus): Json => {
  const hasBody = hasErrorBody(endpoint, status)
  return {
    description: hasBody ? `${meaning} ${typesOf(status)}` : `${meaning} No body.`,
    headers: Object.fromEntries([...everywhere, ...(headersOf[status] ?? [])].map(header)),
    ...(hasBody && { content: content(endpoint, status) }),
  }
}

export interface ErrorResponse {
  readonly status: number
  readonly name: string
  readonly response: Json
}

/** The error responses of an endpoint in its error format. Equal responses have equal names. */
export const errorResponsesOf = (endpoint: Endpoint): readonly ErrorResponse[] =>
  errorStatusesOf(endpoint).map((failure) => ({
    status: failure.status,
    name: errorResponseName(endpoint, failure.status),
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
      'Relative URLs of the first, the previous and the next page of the list, if they exist (RFC 8288). Those of other pages have a `cursor`, so that every page is equally fast and new entries do not shift it.',
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
