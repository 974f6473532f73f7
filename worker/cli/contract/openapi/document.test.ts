import type { SpecData } from '@seriousme/openapi-schema-validator'
import { Validator } from '@seriousme/openapi-schema-validator'
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { errorItem, envelope, problem } from '../../../contract/errors/envelope.ts'
import { documentation, documentationOf } from '../../../contract/documentation.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { event, eventTypes } from '../../../contract/events/events.ts'
import { eventExample, recordedExamples } from '../examples/index.ts'
import { openApiDocument } from './document.ts'
import { parseKeepingNumbers } from '../../../contract/schema/rawJson.ts'

const document = openApiDocument()
const printed = `${JSON.stringify(document, null, 2)}\n`

interface Response {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema: unknown }>>
}
interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Response>>
  readonly parameters?: readonly { readonly name?: string; readonly $ref?: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly [extension: `x-${string}`]: unknown
}
const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Operation>>>>
const operationOf = (name: string): Operation => {
  const found = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .find(({ operationId }) => operationId === name)
  if (found === undefined) throw new Error(`no operation ${name}`)
  return found
}
const sharedResponses = (document['components'] as { readonly responses: Readonly<Record<string, Response>> }).responses
const responsesOf = (name: string): Readonly<Record<string, Response | undefined>> =>
  Object.fromEntries(
    Object.entries(operationOf(name).responses).map(([status, response]) => [
      status,
      response.$ref === undefined ? response : sharedResponses[response.$ref.replace('#/components/responses/', '')],
    ]),
  )

test('worker/openapi.json is up to date with the contract (to update it: npm run contract)', async () => {
  await expect(printed).toMatchFileSnapshot('../../../openapi.json')
})

test('the OpenAPI description is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const result = await validator.validate(JSON.parse(printed) as SpecData)
  expect(result).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('the OpenAPI validator rejects an invalid path', async () => {
  const broken = { ...document, paths: { 'no/slash': {} } }
  expect((await new Validator().validate(JSON.parse(JSON.stringify(broken)) as SpecData)).valid).toBe(false)
})

test('every $ref of the OpenAPI description resolves', () => {
  const references = [...printed.matchAll(/"\$ref": "#\/([^"]+)"/g)].map(([, path = '']) => path.split('/'))
  expect(references.length).toBeGreaterThan(50)
  for (const path of references) {
    const target = path.reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document)
    expect(target, path.join('/')).toBeDefined()
  }
})

/** The operations of the interface: method and path. */
const interfaceEndpoints = [
  'POST /v1/transactions/authorize',
  'POST /v1/transactions/capture',
  'POST /v1/transactions/void',
  'POST /v1/transactions/credit',
  'GET /v1/transactions/{id}',
  'GET /v1/customers',
  'GET /v1/customers/{Customer}',
  'GET /v1/customers/{Customer}/wallet',
  'PUT /v1/customers/{Customer}/wallet/{Wallet}',
  'GET /v1/customers/{Customer}/subscriptions',
  'PUT /v1/customers/{Customer}/subscriptions/{Subscription}',
  'DELETE /v1/customers/{Customer}/subscriptions/{Subscription}',
  'GET /v1/subscriptions',
  'POST /v1/terminals',
  'GET /v1/terminals/{Terminal}',
  'DELETE /v1/terminals/{Terminal}',
  'POST /v1/dynamiccheckout',
  'POST /v1/webhook',
]

test('operations outside of the interface are marked x-extension, and no others', () => {
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ line: `${method.toUpperCase()} ${path}`, operation })),
  )
  const documented = described.filter(({ operation }) => operation['x-extension'] !== true).map(({ line }) => line)
  expect(documented.sort()).toEqual([...interfaceEndpoints].sort())
})

/** Members that extend objects and operations of the interface. */
const extensionMembers = [
  'Appearance.acceptedNetworks',
  'Appearance.contrast',
  'Appearance.faviconUrl',
  'Appearance.fontFamily',
  'Appearance.fontUrl',
  'Appearance.radius',
  'Appearance.spacing',
  'Appearance.statementDescriptor',
  'Appearance.textSize',
  'CaptureTransactionRequest.final',
  'CreateCheckoutRequest.allowRemoval',
  'CreateCheckoutRequest.cancelUrl',
  'CreateCheckoutRequest.collectPhone',
  'CreateCheckoutRequest.consents',
  'CreateCheckoutRequest.currency',
  'CreateCheckoutRequest.discounts',
  'CreateCheckoutRequest.returnAutomatically',
  'CreateCheckoutRequest.shipping',
  'CreateCheckoutRequest.shippingOptions',
  'CreateCheckoutRequest.taxRates',
  'CreateWebhookRequest.eventTypes',
  'CreateWebhookRequest.maxConcurrency',
  'CustomerSubscription.charges',
  'CustomerSubscription.currency',
  'CustomerSubscription.label',
  'CustomerSubscription.nextCharge',
  'CustomerSubscription.plan',
  'CustomerSubscription.resumesAt',
  'CustomerSubscription.wallet',
  'SubscriptionWithCustomer.charges',
  'SubscriptionWithCustomer.currency',
  'SubscriptionWithCustomer.label',
  'SubscriptionWithCustomer.nextCharge',
  'SubscriptionWithCustomer.plan',
  'SubscriptionWithCustomer.resumesAt',
  'SubscriptionWithCustomer.wallet',
  'Terminal.configuration',
  'Transaction.checkout',
  'Transaction.connection',
  'Transaction.needsAttention',
  'Transaction.resolutions',
  'TransactionResponse.approved',
  'UpdateCustomerSubscriptionRequest.resumesAt',
  'UpdateCustomerSubscriptionRequest.status',
  'UpdateCustomerSubscriptionRequest.wallet',
  'createCheckout.expiresAt',
  'createCheckout.id',
  'createWebhook.webhook',
  'listCustomerSubscriptions.errors',
  'listCustomerSubscriptions.requestId',
]

const extensionsOf = (owner: string, schema: unknown) =>
  Object.entries((schema as { properties?: Record<string, object> }).properties ?? {})
    .filter(([, member]) => 'x-extension' in member)
    .map(([name]) => `${owner}.${name}`)

test('members outside of the interface are marked x-extension, and no others', () => {
  const { schemas } = document['components'] as { readonly schemas: Record<string, unknown> }
  const inSchemas = Object.entries(schemas).flatMap(([name, schema]) => extensionsOf(name, schema))
  const inAnswers = endpoints.flatMap(({ name }) =>
    extensionsOf(name, responsesOf(name)['200']?.content?.['application/json']?.schema),
  )
  expect([...inSchemas, ...inAnswers].sort()).toEqual(extensionMembers)
})

/** Every object schema in a part of the document, with its place. */
const objectSchemas = (part: unknown, place: string): [string, Readonly<Record<string, unknown>>][] => {
  if (typeof part !== 'object' || part === null) return []
  const { properties } = part as { readonly properties?: Readonly<Record<string, unknown>> }
  const own: ReturnType<typeof objectSchemas> = properties === undefined ? [] : [[place, properties]]
  return [...own, ...Object.entries(part).flatMap(([name, inner]) => objectSchemas(inner, `${place}/${name}`))]
}

test('every object with a responseCode has approved beside it', () => {
  const withCode = objectSchemas(document, '').filter(([, properties]) => 'responseCode' in properties)
  expect(withCode.length).toBeGreaterThanOrEqual(6)
  for (const [place, { approved }] of withCode) expect(approved, place).toMatchObject({ type: 'boolean' })
})

test('operation names, and pairs of method and path, are unique', () => {
  expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length)
  expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length)
})

test('every operation has documentation, and none is left over', () => {
  expect(Object.keys(documentation).sort()).toEqual(endpoints.map(({ name }) => name).sort())
  expect(() => documentationOf({ ...endpoints[0]!, name: 'undocumented' })).toThrow('undocumented has no documentation')
})

test('every query parameter has a description, and none is left over', () => {
  for (const { name, query } of endpoints) {
    const described = Object.keys(documentation[name]?.parameters ?? {})
    const entries = (query as { readonly entries?: object } | undefined)?.entries ?? {}
    expect(described.sort(), name).toEqual(Object.keys(entries).sort())
  }
})

const failureSchema = { $ref: '#/components/schemas/Failure' }
const problemSchema = { $ref: '#/components/schemas/Problem' }

describe('error responses', () => {
  test('authorize has no body for 401, 403 and 429, and the envelope for 400', () => {
    const responses = responsesOf('authorizeTransaction')
    for (const status of ['401', '403', '429']) {
      expect(responses[status]).toHaveProperty('description')
      expect(responses[status]).not.toHaveProperty('content')
    }
    expect(responses['400']?.content).toMatchObject({
      'application/json': { schema: { $ref: '#/components/schemas/Failure' } },
    })
  })

  test.each(['authorizeTransaction', 'saleTransaction', 'createCustomerSubscription'])(
    '%s has no 504, since an unknown outcome returns 200',
    (name) => {
      expect(responsesOf(name)).not.toHaveProperty('504')
    },
  )

  test.each(['getTransaction', 'listWallet'])('%s has problem details for every error status', (name) => {
    const failed = Object.entries(responsesOf(name)).filter(([status]) => status !== '200')
    expect(failed.map(([status]) => status)).toEqual(expect.arrayContaining(['400', '401', '403', '404', '429', '500']))
    for (const [status, response] of failed)
      expect(response?.content?.['application/json']?.schema, status).toEqual(
        status === '429'
          ? { allOf: [problemSchema, { type: 'object', properties: { 'violated-policies': expect.anything() } }] }
          : problemSchema,
      )
  })

  test('all other operations return the envelope for errors, with null for the resources that the interface marks "or null"', () => {
    const withNulls = endpoints
      .filter(({ nullOnError }) => nullOnError !== undefined)
      .map(({ name, nullOnError }) => [name, nullOnError])
    expect(withNulls).toEqual([
      ['getSignature', ['signature']],
      ['createToken', ['token']],
      ['listCustomers', ['customers']],
      ['createCustomer', ['customers']],
      ['getCustomer', ['customers']],
      ['updateCustomer', ['customers']],
      ['addWalletEntry', ['wallet']],
      ['updateWalletEntry', ['wallet']],
      ['listSubscriptions', ['subscriptions']],
      ['createSubscription', ['subscriptions']],
      ['listTerminals', ['terminals']],
      ['getTerminal', ['terminals']],
      ['cancelTerminal', ['terminals']],
      ['simulateTerminal', ['terminals']],
    ])
    for (const { name, nullOnError } of endpoints.filter(({ errorFormat }) => errorFormat === 'envelope')) {
      const nulls = nullOnError?.map((member) => [member, expect.objectContaining({ type: 'null' })])
      expect(responsesOf(name)['401']?.content?.['application/json']?.schema, name).toEqual(
        nulls === undefined
          ? failureSchema
          : { allOf: [failureSchema, { type: 'object', properties: Object.fromEntries(nulls) }] },
      )
    }
  })
})

test('all writes except tokens, reconciliations and the test clock have Idempotency-Key and Idempotent-Replayed, and 422 if they have a body', () => {
  // A second token or reconciliation does no harm, and keys expire by the test clock.
  const withoutKey = new Set([
    'createToken',
    'reconcileConnection',
    'setTestClock',
    'advanceTestClock',
    'resetTestClock',
  ])
  for (const { name, method, body } of endpoints) {
    const { parameters = [], responses } = operationOf(name)
    const takesKey = parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey')
    expect(takesKey, name).toBe(method !== 'GET' && !withoutKey.has(name))
    const { headers } = responses['200'] as { headers?: object }
    expect('Idempotent-Replayed' in (headers ?? {}), name).toBe(takesKey)
    expect('422' in responses, name).toBe(takesKey && body !== undefined)
  }
})

test('tags have the order of the endpoints', () => {
  const tags = document['tags'] as readonly { readonly name: string }[]
  expect(tags.map(({ name }) => name)).toEqual([...new Set(endpoints.map(({ tag }) => tag))])
})

test('path parameters match the path of each operation', () => {
  for (const { name, path } of endpoints) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
    const described = (operationOf(name).parameters ?? []).filter(
      (parameter) => 'in' in parameter && parameter.in === 'path',
    )
    expect(described.map((parameter) => parameter.name)).toEqual(inPath)
  }
})

test('request bodies have the three media types of the interface', () => {
  for (const { name, body } of endpoints)
    if (body !== undefined)
      expect(Object.keys(operationOf(name).requestBody?.content ?? {})).toEqual([
        'application/json',
        'text/json',
        'application/*+json',
      ])
})

/** The recorded bodies of successful examples. */
const examplesOf = (part: 'request' | 'response') =>
  recordedExamples.flatMap(({ operation: name, id: key, response: { status }, [part]: { body: value } }) =>
    status === 200 && value !== undefined ? [{ name, key, value }] : [],
  )
const endpointOf = (name: string) => endpoints.find((endpoint) => endpoint.name === name)

/** Validates by the printed JSON Schemas alone, as tools of clients do. */
const printedSchemas = new Ajv2020({ strict: false, allErrors: true })
addFormats(printedSchemas, ['date-time', 'int32', 'int64'])
printedSchemas.addSchema(JSON.parse(printed) as object, 'openapi')
const errorsBySchema = (pointer: readonly string[], value: unknown) => {
  const path = pointer.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1'))
  const validate = printedSchemas.getSchema(`openapi#/${path.map(encodeURIComponent).join('/')}`)
  if (validate === undefined) throw new Error(`no schema ${pointer.join(' ')}`)
  return validate(JSON.parse(JSON.stringify(value))) ? [] : validate.errors
}
const schemaPath = (name: string) => {
  const { path, method } = endpoints.find((endpoint) => endpoint.name === name)!
  return ['paths', path, method.toLowerCase()]
}
const jsonSchema = ['content', 'application/json', 'schema']

describe('examples', () => {
  test.each(examplesOf('request'))('the request example $key of $name is valid', ({ name, value }) => {
    const body = endpointOf(name)?.body
    expect(body && v.safeParse(body, parseKeepingNumbers(JSON.stringify(value))).issues).toBeUndefined()
    expect(body).toBeDefined()
  })

  test.each(examplesOf('response'))('the response example $key of $name is valid', ({ name, value }) => {
    const answer = endpointOf(name)?.response
    expect(answer && v.safeParse(answer, value).issues).toBeUndefined()
    expect(answer).toBeDefined()
  })

  test('every operation has a response example, and every body a request example', () => {
    const [requests, responses] = (['request', 'response'] as const).map(
      (part) => new Set(examplesOf(part).map(({ name }) => name)),
    ) as [Set<string>, Set<string>]
    const advice = 'add a step to worker/cli/contract/examples/stories'
    expect(
      endpoints.filter(({ name }) => !responses.has(name)).map(({ name }) => name),
      advice,
    ).toEqual([])
    const withBody = endpoints.filter(({ body }) => body)
    expect(
      withBody.filter(({ name }) => !requests.has(name)).map(({ name }) => name),
      advice,
    ).toEqual([])
  })

  test('every status of a recorded example is documented', () => {
    const others = recordedExamples.filter(({ operation, response }) => !(response.status in responsesOf(operation)))
    expect(others.map(({ id, response }) => `${response.status} of ${id}`)).toEqual([])
  })

  test('every JSON response has examples', () => {
    const without = endpoints.flatMap(({ name }) =>
      Object.entries(responsesOf(name)).flatMap(([status, response]) =>
        Object.entries(response?.content ?? {})
          .filter(([type, media]) => type.endsWith('json') && !('examples' in media))
          .map(([type]) => `${status} of ${name} as ${type}`),
      ),
    )
    expect(without).toEqual([])
  })

  test.each(eventTypes)('the example of the event %s is valid, also by its printed schema', (type) => {
    const example = eventExample(type)
    expect(v.safeParse(event(), example).issues).toBeUndefined()
    expect(errorsBySchema(['webhooks', type, 'post', 'requestBody', ...jsonSchema], example)).toEqual([])
  })

  test('the webhooks section has every event type and the test event', () => {
    expect(Object.keys(document['webhooks'] as object).sort()).toEqual([...eventTypes, 'webhook.test'].sort())
  })

  test('the example of the test event is valid by its printed schema, which rejects other events', () => {
    const pointer = ['components', 'schemas', 'TestEvent']
    expect(errorsBySchema(pointer, eventExample('webhook.test'))).toEqual([])
    expect(errorsBySchema(pointer, eventExample('customer.created'))).not.toEqual([])
  })

  test.each(examplesOf('request'))(
    'the request example $key of $name is valid by its printed schema',
    ({ name, value }) => {
      expect(errorsBySchema([...schemaPath(name), 'requestBody', ...jsonSchema], value)).toEqual([])
    },
  )

  test.each(examplesOf('response'))(
    'the response example $key of $name is valid by its printed schema',
    ({ name, value }) => {
      expect(errorsBySchema([...schemaPath(name), 'responses', '200', ...jsonSchema], value)).toEqual([])
    },
  )

  test('the printed schemas reject an example with a fraction as currency', () => {
    const value = { payment: { cash: true }, amount: { value: 1, currency: 840.5 } }
    const pointer = [...schemaPath('saleTransaction'), 'requestBody', ...jsonSchema]
    expect(errorsBySchema(pointer, value)).not.toEqual([])
  })

  test('no printed schema has a keyword of our own without x-', () => {
    for (const name of ['extension', 'exactlyOneOf']) expect(printed).not.toContain(`"${name}":`)
  })

  test('every integer has a format', () => {
    const withoutFormat = [...printed.matchAll(/\{[^{}[\]]*"type": (?:"integer"|\[\s*"integer"[^\]]*\])[^{}[\]]*\}?/g)]
      .map(([text]) => text)
      .filter((text) => !text.includes('"format"'))
    expect(withoutFormat).toEqual([])
  })

  test('integers of responses are printed as integers', () => {
    const { Transaction } = (document['components'] as { schemas: Record<string, { properties: object }> }).schemas
    expect(Transaction!.properties).toMatchObject({
      latency: { type: 'integer', format: 'int32' },
      currency: { type: 'integer', format: 'int32' },
      amount: { type: 'number' },
      initiatedByUserId: { type: ['integer', 'null'], format: 'int64' },
    })
  })

  test('error examples are valid envelopes or problem details, also by their printed schemas', () => {
    const failures = recordedExamples.filter(({ response: { status, body } }) => status !== 200 && body !== undefined)
    expect(failures.length).toBeGreaterThan(60)
    for (const { id, operation, response } of failures) {
      const { status, body } = response
      expect(v.is(v.union([envelope({}), problem()]), body), id).toBe(true)
      const { $ref } = operationOf(operation).responses[status]!
      const path = $ref?.slice(2).split('/') ?? [...schemaPath(operation), 'responses', String(status)]
      expect(errorsBySchema([...path, ...jsonSchema], body), id).toEqual([])
    }
    expect(v.is(errorItem(), { type: 'no_such_type', message: {} })).toBe(false)
  })
})
