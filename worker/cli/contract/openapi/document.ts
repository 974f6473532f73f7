import { documentationOf } from '../../../contract/documentation.ts'
import { takesIdempotencyKey } from '../../../contract/endpoint.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { examplesOf } from '../examples/index.ts'
import { pathParameterText } from './describeMembers.ts'
import type { ErrorResponse } from './errorResponses.ts'
import { errorResponsesOf, headers } from './errorResponses.ts'
import type { Json } from './json.ts'
import { toExamples } from './toExamples.ts'
import { bodySchemaOf, namedSchemas, querySchemaOf, requestName, responseSchemaOf, schemaOf } from './schemas.ts'

import { testEventSchema, webhookParameters, webhooks } from './webhooks.ts'

/**
 * The OpenAPI 3.1 description, which a test prints to worker/openapi.json. None of this is in the worker's bundle, since it needs valibot's
 * JSON Schema printer, a development dependency.
 */
const introduction = `Sluice is a self-hosted payment gateway that runs on Cloudflare Workers.

Send your API key in the \`x-api-key\` header. A key belongs to an account and a mode, test or live. Amounts are JSON numbers in currency
units with up to two decimals. Currencies are ISO 4217 numeric codes. A declined payment returns status 200 with \`approved\` false, and with
the reason in \`responseCode\` and \`errors\`.

Operations and members marked as extensions go beyond the interface that this gateway implements. They never change its documented behavior.

Each error has a \`type\`: see [all error types](/errors).`

const tags: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'Transactions', description: 'Authorize, capture, void, credit and retrieve payments.' },
  { name: 'Batches', description: 'Daily settlement of captures and credits.' },
  { name: 'Figures', description: 'What was captured, credited and declined on each day.' },
  { name: 'Disputes', description: 'Cardholders’ claims against payments, from early warning to result.' },
  { name: 'Tokens', description: 'Exchange card data for a token that your server can safely handle.' },
  { name: 'Customers', description: 'Customers and their stored payment methods.' },
  { name: 'Subscriptions', description: 'Recurring payments: plans and subscriptions.' },
  { name: 'Terminals', description: 'Card terminals and the payments on them.' },
  { name: 'Checkout', description: 'Hosted payment pages and payment links.' },
  { name: 'Webhooks', description: 'Endpoints that receive your events.' },
  { name: 'Events', description: 'Events of your account and their deliveries.' },
  { name: 'Account', description: 'Account settings.' },
  { name: 'Connections', description: 'Your accounts at processors, and what each processor supports.' },
  { name: 'API keys', description: 'Create, list, revoke and rotate the API keys of your account.' },
  { name: 'Audit', description: 'Who changed what in the account.' },
  { name: 'Team', description: 'People who use the console, with their invitations and sessions.' },
  { name: 'Saved views', description: 'Searches of lists that the console keeps.' },
  { name: 'Test clock', description: 'Advance the time in test mode.' },
]

/** The media types of the interface. */
const requestTypes = ['application/json', 'text/json', 'application/*+json'] as const

const parameters = (
  json: Json | undefined,
  where: 'path' | 'query',
  text: (name: string, json: Json) => unknown,
): Json[] => {
  const { properties = {}, required = [] } = (json ?? {}) as { properties?: Json; required?: readonly string[] }
  return Object.entries(properties).map(([name, json]) => {
    const { description: _, ...schema } = json as Json
    const isRequired = where === 'path' || required.includes(name)
    return { name, in: where, required: isRequired, description: text(name, json as Json), schema }
  })
}

const pathParameters = ({ params, path }: Endpoint): Json[] =>
  parameters(params && schemaOf(params), 'path', (name) => pathParameterText(path, name))

const queryParameters = (endpoint: Endpoint): Json[] =>
  parameters(querySchemaOf(endpoint), 'query', (_name, { description }) => description)

const idempotencyKey: Json = { $ref: '#/components/parameters/IdempotencyKey' }

/** The recorded successful examples of an endpoint. */
const successesOf = ({ name }: Endpoint) => examplesOf(name).filter(({ response }) => response.status === 200)

/** The recorded errors of an endpoint with a status. */
const failuresOf = ({ name }: Endpoint, status: number) =>
  examplesOf(name).filter(({ response }) => response.status === status && response.body !== undefined)

const requestBody = (endpoint: Endpoint): Json => {
  const schema = { $ref: `#/components/schemas/${requestName(endpoint)}` }
  const examples = toExamples(successesOf(endpoint), 'request')
  const [first, ...others] = requestTypes
  return {
    required: true,
    content: {
      [first]: { schema, examples },
      ...Object.fromEntries(others.map((type) => [type, { schema }])),
    },
  }
}

/** A reference to the shared response, or the response itself if this endpoint has examples of it. */
const toErrorResponse = (endpoint: Endpoint, { status, name, response }: ErrorResponse): Json => {
  const failures = failuresOf(endpoint, status)
  if (failures.length === 0) return { $ref: `#/components/responses/${name}` }
  const examples = toExamples(failures, 'response')
  const content = Object.entries(response['content'] as Record<string, Json>)
  const withExamples = content.map(([type, media]) => [type, Object.assign({}, media, { examples })])
  return { ...response, content: Object.fromEntries(withExamples) }
}

const responses = (endpoint: Endpoint): Json => {
  const examples = toExamples(successesOf(endpoint), 'response')
  const errorResponses = errorResponsesOf(endpoint).map((errorResponse) => [
    String(errorResponse.status),
    toErrorResponse(endpoint, errorResponse),
  ])
  return {
    '200': {
      description: 'Success.',
      headers: {
        'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
        'X-Api-Key-Expires': { $ref: '#/components/headers/X-Api-Key-Expires' },
        'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
        ...(takesIdempotencyKey(endpoint) && {
          'Idempotent-Replayed': { $ref: '#/components/headers/Idempotent-Replayed' },
        }),
        ...(endpoint.list && { Link: { $ref: '#/components/headers/Link' } }),
        ...(endpoint.list?.counted === true && { 'X-Total-Count': { $ref: '#/components/headers/X-Total-Count' } }),
        ...(endpoint.body && {
          'Sluice-Ignored': { $ref: '#/components/headers/Sluice-Ignored' },
          'Sluice-Warning': { $ref: '#/components/headers/Sluice-Warning' },
        }),
      },
      content: {
        'application/json': { schema: responseSchemaOf(endpoint), examples },
        ...Object.fromEntries(
          Object.values(endpoint.formats ?? {}).map((type) => [type, { schema: { type: 'string' } }]),
        ),
      },
    },
    ...Object.fromEntries(errorResponses),
  }
}

/** The responses that operations reference. */
const sharedResponses = (): Json =>
  Object.fromEntries(
    endpoints.flatMap((endpoint) =>
      errorResponsesOf(endpoint)
        .filter(({ status }) => failuresOf(endpoint, status).length === 0)
        .map(({ name, response }) => [name, response]),
    ),
  )

/** A sentence with the scopes that an operation needs, and one for each member that needs a further one. */
const scopeText = ({ scope, additionalScopes = [], memberScopes = {} }: Endpoint): string => {
  const scopes = [scope, ...additionalScopes].map((name) => `\`${name}\``)
  return [
    `Required scope${scopes.length > 1 ? 's' : ''}: ${scopes.join(', ')}.`,
    ...Object.entries(memberScopes).map(([member, name]) => `A request with \`${member}\` also requires \`${name}\`.`),
  ].join(' ')
}

/** The headers of a list, in one sentence. */
const listText = ({ list }: Endpoint): string | undefined =>
  list &&
  `The header \`Link\` has the URLs of the first, the previous and the next page, where these exist. ${
    list.counted ? 'The header `X-Total-Count` is the number of all entries.' : 'There is no total count.'
  }`

/** Repeats the facts of extension members as sentences, since documentation tools do not display extension members. */
const description = (endpoint: Endpoint): string =>
  [
    documentationOf(endpoint).description,
    listText(endpoint),
    endpoint.extension && 'An extension: not part of the interface that this gateway implements.',
    endpoint.returnedOnce &&
      `Repeated requests with the same Idempotency-Key return null for ${endpoint.returnedOnce.map((name) => `\`${name}\``).join(', ')}.`,
    endpoint.publishable && 'Can be called from a browser with a publishable key.',
    scopeText(endpoint),
  ]
    .filter(Boolean)
    .join('\n\n')

const operation = (endpoint: Endpoint): Json => {
  const operationParameters = [
    ...pathParameters(endpoint),
    ...queryParameters(endpoint),
    ...(takesIdempotencyKey(endpoint) ? [idempotencyKey] : []),
  ]
  return {
    operationId: endpoint.name,
    tags: [endpoint.tag],
    summary: documentationOf(endpoint).summary,
    description: description(endpoint),
    ...(operationParameters.length > 0 && { parameters: operationParameters }),
    ...(endpoint.body && { requestBody: requestBody(endpoint) }),
    responses: responses(endpoint),
    'x-scope': endpoint.scope,
    ...(endpoint.extension && { 'x-extension': true }),
    ...(endpoint.testOnly && { 'x-test-only': true }),
    ...(endpoint.liveOnly && { 'x-live-only': true }),
  }
}

const paths = (): Json => {
  const items: Record<string, Record<string, Json>> = {}
  for (const endpoint of endpoints) (items[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint)
  return items
}

const requestSchemas = (): Json =>
  Object.fromEntries(
    endpoints.flatMap((endpoint) => (endpoint.body ? [[requestName(endpoint), bodySchemaOf(endpoint)]] : [])),
  )

/** The OpenAPI description as data. */
export const openApiDocument = (): Json => ({
  openapi: '3.1.1',
  info: {
    title: 'Sluice',
    version: 'v1',
    summary: 'Self-hosted payment gateway',
    description: introduction,
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  },
  servers: [{ url: '/' }],
  security: [{ 'x-api-key': [] }],
  tags,
  paths: paths(),
  webhooks: webhooks(),
  components: {
    securitySchemes: {
      'x-api-key': {
        type: 'apiKey',
        in: 'header',
        name: 'x-api-key',
        description: 'A secret, restricted or publishable API key, such as `sluice_sk_test_…`.',
      },
    },
    parameters: {
      ...webhookParameters,
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description:
          'A unique value for each operation, such as the id of your order or a UUID: 1 to 255 visible ASCII characters, plain or as a quoted string. A key that contains the token of its request returns 400 `idempotency_key_contains_token`. Only an HMAC of the key is stored. Within 24 hours, a repeated request with the same key and body returns the response of the first request and has no further effect. A request with the same key and a different body returns 422; a request during the first one returns 409. A rejected request (4xx) does not consume the key.',
        schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]*$' },
      },
    },
    headers,
    responses: sharedResponses(),
    schemas: { ...namedSchemas(), TestEvent: testEventSchema, ...requestSchemas() },
  },
})
