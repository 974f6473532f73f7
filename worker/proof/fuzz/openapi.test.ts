import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createCustomer } from '#contract/customers/customers'
import type { Endpoint } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { text } from '#contract/schema/fields'
import { toErrorDetails } from '#contract/schema/issues'
import { int32 } from '#contract/schema/numbers'
import { object } from '#contract/schema/objects'
import { createSubscription } from '#contract/plans/plans'
import { simulateTerminal } from '#contract/terminals/terminals'
import { errorsIn, validBodies } from '#contract/requestBodies.fixtures'
import { captureTransaction } from '#contract/transactions/transactions'
import { invalidValues, fieldPath, withInvalidValue } from './invalidValues.ts'
import { createIdPool } from './idPool.ts'
import { isCrossMemberRule, isSettingOfProcessor } from './knownGaps.ts'
import { bodySchema, openapiOperation, componentSchemas } from './operations.ts'
import { createBodyGenerator } from './schemaBodies.ts'
import { serialize, toTree } from './jsonTree.ts'

/** Compares the published OpenAPI description with the schemas that check requests. */

const withBody = endpoints.filter((endpoint) => bodySchema(endpoint) !== null)
/** Digits are a valid id of each kind. */
const digits = () => fc.constant('91234567890123')
const bodies = createBodyGenerator(componentSchemas, { ...createIdPool(), id: digits, anyId: digits })

/** Bodies that the description forbids and the schema accepts, or rejects with another member. */
const wronglyAccepted = (endpoint: Endpoint): readonly string[] =>
  invalidValues(bodySchema(endpoint)!).flatMap((one) => {
    if (isSettingOfProcessor(endpoint.name, ` ${fieldPath(one)}`)) return []
    const body = serialize(withInvalidValue(toTree(validBodies[endpoint.name]), one))
    const named = errorsIn(endpoint, body).map(({ field }) => field ?? '')
    return named.includes(fieldPath(one)) ? [] : [`${fieldPath(one)}: ${body.slice(0, 200)}`]
  })

/** Error types whose rules the description contains. Others need several members, the time or a parser. */
const schemaErrorTypes =
  /^(required|type_invalid|pattern_mismatch|length_invalid|out_of_range|enum_invalid|format_invalid|unknown_member) /

/** Errors of bodies that the description allows and the schema rejects. */
const wronglyRejected = (endpoint: Endpoint): readonly string[] => {
  const made = fc.sample(bodies(bodySchema(endpoint)!), { seed: 1, numRuns: 300 })
  return made.flatMap((tree) =>
    errorsIn(endpoint, serialize(tree))
      .map(({ type, field }) => `${type} ${field}`)
      .filter((error) => schemaErrorTypes.test(error))
      .filter((error) => !isCrossMemberRule(endpoint.name, error)),
  )
}

test('OpenAPI description forbids over 1000 values', () => {
  expect(withBody.flatMap((endpoint) => invalidValues(bodySchema(endpoint)!)).length).toBeGreaterThan(1000)
})

describe.each(withBody)('$name', (endpoint) => {
  const { examples = {} } = openapiOperation(endpoint).requestBody!.content['application/json']
  const valid = [...Object.values(examples).map(({ value }) => value), validBodies[endpoint.name]]

  test.each(valid.map((value) => JSON.stringify(value)))(`schema of ${endpoint.name} accepts %s`, (body) => {
    expect(errorsIn(endpoint, body)).toEqual([])
  })

  test(`schema of ${endpoint.name} rejects each value that the OpenAPI description forbids, with its member`, () => {
    expect(wronglyAccepted(endpoint)).toEqual([])
  })

  test(`schema of ${endpoint.name} accepts values that the OpenAPI description allows`, () => {
    expect([...new Set(wronglyRejected(endpoint))]).toEqual([])
  })
})

/** Parameters of all endpoints, with the description and the schema of each. */
const parameters = endpoints.flatMap((endpoint) =>
  (['path', 'query'] as const).flatMap((place) => {
    const schema = place === 'path' ? endpoint.params : endpoint.query
    const named = (openapiOperation(endpoint).parameters ?? []).filter((one) => one.in === place)
    return named.map(({ name = '', schema: shape = {} }) => [`${endpoint.name} ${name}`, name, shape, schema!] as const)
  }),
)

test.each(parameters)(
  'schema of parameter %s rejects values that the OpenAPI description forbids',
  (_what, name, shape, schema) => {
    const wrong = invalidValues(shape).flatMap(({ wrong: tree }) => (tree !== null && 'raw' in tree ? [tree.raw] : []))
    const texts = wrong
      .filter((one) => one.startsWith('"') === (shape.type === 'string'))
      .map((one) => one.replaceAll('"', ''))
    const faults = (value: string) => toErrorDetails(v.safeParse(schema, { [name]: value }).issues ?? ([] as never))
    expect(texts.filter((value) => !faults(value).some(({ field }) => field === name))).toEqual([])
  },
)

describe('schema that differs from the OpenAPI description', () => {
  test.each<[what: string, endpoint: Endpoint, member: string, schema: v.GenericSchema]>([
    ['a member of any type', captureTransaction, 'final', v.optional(v.any())],
    ['an object without members', createCustomer, 'shippingAddress', v.nullish(v.object({}))],
    ['an enum of any word', simulateTerminal, 'action', v.string()],
    ['a number without maximum', createSubscription, 'installments', v.nullish(int32(0))],
    ['a text without maximum length', createSubscription, 'label', text(1, 100_000)],
    ['a text with a shorter maximum length', createSubscription, 'label', text(1, 3)],
    ['a text without pattern', captureTransaction, 'transactionId', v.string()],
  ])('comparison detects a schema with %s', (_what, endpoint, member, schema) => {
    const { entries } = endpoint.body as unknown as { readonly entries: v.ObjectEntries }
    const planted = { ...endpoint, body: object({ ...entries, [member]: schema }) }
    expect([...wronglyAccepted(planted), ...wronglyRejected(planted)].join()).toContain(member)
  })
})
