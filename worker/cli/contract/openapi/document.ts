import { documentationOf } from '../../../contract/documentation.ts'
import { takesIdempotencyKey } from '../../../contract/endpoint.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { examples } from './examples.ts'
import type { FailureResponse } from './errorResponses.ts'
import { failureResponses, headers } from './errorResponses.ts'
import type { Json } from './schemas.ts'
import { namedSchemas, querySchemaOf, schemaOf } from './schemas.ts'

/**
 * The OpenAPI 3.1 description, printed from the contract into worker/openapi.json by a test. Nothing of this is in the worker's
 * bundle: it needs the schema library's JSON Schema printer, a development dependency.
 */
const about = `Sluice is a payment gateway that you run yourself on Cloudflare's edge.

Send your API key in the \`x-api-key\` header. Keys belong to an account and a mode, test or live. Amounts are JSON numbers in currency
units with at most two decimals; currencies are ISO 4217 numbers. A declined payment is an answer with status 200 whose
\`responseCode\` is not \`00\`, \`10\` or \`08\` and whose \`errors\` say why.

Operations and members marked as additions go beyond the interface that this gateway implements. They never change what it documents.

What went wrong is named by \`type\` in each error: [all error types](/errors).`

const tags: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'Transactions', description: 'Authorize, capture, void, credit and read payments.' },
  { name: 'Batches', description: 'What was settled together, day by day.' },
  { name: 'Tokens', description: 'Card data in exchange for a value that is safe to handle.' },
  { name: 'Customers', description: 'Customers of the vault and their stored payment methods.' },
  { name: 'Subscriptions', description: 'What recurs: plans, and the customers who took them.' },
  { name: 'Terminals', description: 'Card readers.' },
  { name: 'Checkout', description: 'Hosted pages where shoppers pay.' },
  { name: 'Webhooks', description: 'Where events are sent to, and how.' },
  { name: 'Events', description: 'What happened, and who was told of it.' },
  { name: 'Account', description: 'Settings of your account.' },
  { name: 'API keys', description: 'Issue, list, revoke and replace the keys of your account.' },
  { name: 'Test clock', description: 'Let days pass in test mode.' },
]

/** As the interface writes them. */
const requestTypes = ['application/json', 'text/json', 'application/*+json'] as const

/** authorizeTransaction's body is AuthorizeTransactionRequest. */
const requestName = ({ name }: Endpoint): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Request`

const parameters = (json: Json | undefined, where: 'path' | 'query'): Json[] => {
  const { properties = {}, required = [] } = (json ?? {}) as { properties?: Json; required?: readonly string[] }
  return Object.entries(properties).map(([name, json]) => {
    const { description, ...schema } = json as Json
    const parameter = { name, in: where, required: where === 'path' || required.includes(name), schema }
    return description === undefined ? parameter : Object.assign(parameter, { description })
  })
}

const idempotencyKey: Json = { $ref: '#/components/parameters/IdempotencyKey' }

const requestBody = (endpoint: Endpoint): Json => {
  const schema = { $ref: `#/components/schemas/${requestName(endpoint)}` }
  const shown = examples[endpoint.name]?.request
  const [first, ...others] = requestTypes
  return {
    required: true,
    content: {
      [first]: { schema, ...(shown && { examples: shown }) },
      ...Object.fromEntries(others.map((type) => [type, { schema }])),
    },
  }
}

/** A reference to the shared response, or the response itself where it comes with examples of this endpoint. */
const failureOf = (endpoint: Endpoint, { status, name, response }: FailureResponse): Json => {
  const shown = examples[endpoint.name]?.failure?.[status]
  if (shown === undefined) return { $ref: `#/components/responses/${name}` }
  const content = Object.entries(response['content'] as Record<string, Json>)
  const withExamples = content.map(([type, media]) => [type, Object.assign({ examples: shown }, media)])
  return { ...response, content: Object.fromEntries(withExamples) }
}

const responses = (endpoint: Endpoint): Json => {
  const shown = examples[endpoint.name]?.answer
  const failed = failureResponses(endpoint).map((failure) => [String(failure.status), failureOf(endpoint, failure)])
  return {
    '200': {
      description: 'Done.',
      headers: {
        'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
        'X-Api-Key-Expires': { $ref: '#/components/headers/X-Api-Key-Expires' },
        'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
        ...(takesIdempotencyKey(endpoint) && {
          'Idempotent-Replayed': { $ref: '#/components/headers/Idempotent-Replayed' },
        }),
      },
      content: { 'application/json': { schema: schemaOf(endpoint.answer), ...(shown && { examples: shown }) } },
    },
    ...Object.fromEntries(failed),
  }
}

const sharedResponses = (): Json =>
  Object.fromEntries(endpoints.flatMap(failureResponses).map(({ name, response }) => [name, response]))

/** What a reader must know, in sentences, since readers do not see extension members. */
const description = (endpoint: Endpoint): string =>
  [
    documentationOf(endpoint).description,
    endpoint.extension && 'An addition to the interface.',
    endpoint.secretMembers &&
      `Where an Idempotency-Key gives the answer again, it has null for ${endpoint.secretMembers.map((name) => `\`${name}\``).join(', ')}.`,
    endpoint.publishable && 'May be called from a browser with a publishable key.',
    `Scope of the key: \`${endpoint.scope}\`.`,
  ]
    .filter(Boolean)
    .join('\n\n')

const operation = (endpoint: Endpoint): Json => {
  const given = [
    ...parameters(endpoint.params && schemaOf(endpoint.params), 'path'),
    ...parameters(querySchemaOf(endpoint), 'query'),
    ...(takesIdempotencyKey(endpoint) ? [idempotencyKey] : []),
  ]
  return {
    operationId: endpoint.name,
    tags: [endpoint.tag],
    summary: documentationOf(endpoint).summary,
    description: description(endpoint),
    ...(given.length > 0 && { parameters: given }),
    ...(endpoint.body && { requestBody: requestBody(endpoint) }),
    responses: responses(endpoint),
    'x-scope': endpoint.scope,
    ...(endpoint.extension && { 'x-extension': true }),
    ...(endpoint.testOnly && { 'x-test-only': true }),
  }
}

const paths = (): Json => {
  const items: Record<string, Record<string, Json>> = {}
  for (const endpoint of endpoints) (items[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint)
  return items
}

const requestSchemas = (): Json =>
  Object.fromEntries(
    endpoints.flatMap((endpoint) => (endpoint.body ? [[requestName(endpoint), schemaOf(endpoint.body)]] : [])),
  )

/** The whole description, as data. */
export const openApiDocument = (): Json => ({
  openapi: '3.1.1',
  info: {
    title: 'Sluice',
    version: 'v1',
    summary: 'Payment gateway with a customer vault',
    description: about,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/' }],
  security: [{ 'x-api-key': [] }],
  tags,
  paths: paths(),
  components: {
    securitySchemes: {
      'x-api-key': {
        type: 'apiKey',
        in: 'header',
        name: 'x-api-key',
        description: 'A secret, restricted or publishable key: `sluice_sk_test_…`.',
      },
    },
    parameters: {
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description:
          'A fresh random value for each effect that you mean, such as a UUID: 1 to 255 visible ASCII characters, bare or as a quoted string. A repetition with the same value and body is answered as the first request was, for 24 hours, and does nothing; with another body it is 422, and while the first is under way 409. A request that was refused before it did anything leaves the value free.',
        schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]*$' },
      },
    },
    headers,
    responses: sharedResponses(),
    schemas: { ...namedSchemas(), ...requestSchemas() },
  },
})
