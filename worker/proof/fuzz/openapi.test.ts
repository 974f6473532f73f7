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
import { forbidden, placeOf, withForbidden } from './invalidValues.ts'
import { createIdPool } from './idPool.ts'
import { isOfSeveralMembers } from './knownGaps.ts'
import { bodyShapeOf, operationOf, shapes } from './operations.ts'
import { bodiesOf } from './schemaBodies.ts'
import { print, written } from './jsonTree.ts'

/** The printed contract and the schemas that it is printed from: each speaks for itself, and they agree. */

const taking = endpoints.filter((endpoint) => bodyShapeOf(endpoint) !== null)
/** Digits alone are an id of every kind. */
const digits = () => fc.constant('91234567890123')
const bodies = bodiesOf(shapes, { ...createIdPool(), id: digits, anyId: digits })

/** What the print forbids and the schema accepts, or refuses in another place. */
const accepted = (endpoint: Endpoint): readonly string[] =>
  forbidden(bodyShapeOf(endpoint)!).flatMap((one) => {
    const body = print(withForbidden(written(validBodies[endpoint.name]), one))
    const named = errorsIn(endpoint, body).map(({ field }) => field ?? '')
    return named.includes(placeOf(one)) ? [] : [`${placeOf(one)}: ${body.slice(0, 200)}`]
  })

/** Types of errors whose rules are printed. Others need more than one member, the time, or a parser of addresses. */
const printed =
  /^(required|type_invalid|pattern_mismatch|length_invalid|out_of_range|enum_invalid|format_invalid|unknown_member) /

/** What the print allows and the schema refuses. */
const refused = (endpoint: Endpoint): readonly string[] => {
  const made = fc.sample(bodies(bodyShapeOf(endpoint)!), { seed: 1, numRuns: 300 })
  return made.flatMap((tree) =>
    errorsIn(endpoint, print(tree))
      .map(({ type, field }) => `${type} ${field}`)
      .filter((error) => printed.test(error))
      .filter((error) => !isOfSeveralMembers(endpoint.name, error)),
  )
}

test('the print forbids a thousand things', () => {
  expect(taking.flatMap((endpoint) => forbidden(bodyShapeOf(endpoint)!)).length).toBeGreaterThan(1000)
})

describe.each(taking)('the schema of $name', (endpoint) => {
  const { examples = {} } = operationOf(endpoint).requestBody!.content['application/json']
  const valid = [...Object.values(examples).map(({ value }) => value), validBodies[endpoint.name]]

  test.each(valid.map((value) => JSON.stringify(value)))('accepts %s', (body) => {
    expect(errorsIn(endpoint, body)).toEqual([])
  })

  test('refuses each thing that the print forbids, by the name of its place', () => {
    expect(accepted(endpoint)).toEqual([])
  })

  test('accepts what the print allows', () => {
    expect([...new Set(refused(endpoint))]).toEqual([])
  })
})

/** The shapes of an endpoint's parameters, and the schema that takes them. */
const parameters = endpoints.flatMap((endpoint) =>
  (['path', 'query'] as const).flatMap((place) => {
    const schema = place === 'path' ? endpoint.params : endpoint.query
    const named = (operationOf(endpoint).parameters ?? []).filter((one) => one.in === place)
    return named.map(({ name = '', schema: shape = {} }) => [`${endpoint.name} ${name}`, name, shape, schema!] as const)
  }),
)

test.each(parameters)('the schema of the parameter %s refuses what the print forbids', (_what, name, shape, schema) => {
  const wrong = forbidden(shape).flatMap(({ wrong: tree }) => (tree !== null && 'raw' in tree ? [tree.raw] : []))
  const texts = wrong
    .filter((one) => one.startsWith('"') === (shape.type === 'string'))
    .map((one) => one.replaceAll('"', ''))
  const faults = (value: string) => toErrorDetails(v.safeParse(schema, { [name]: value }).issues ?? ([] as never))
  expect(texts.filter((value) => !faults(value).some(({ field }) => field === name))).toEqual([])
})

describe('a schema that is not the one that is printed', () => {
  test.each<[what: string, endpoint: Endpoint, member: string, schema: v.GenericSchema]>([
    ['with a member that may be anything', captureTransaction, 'final', v.optional(v.any())],
    ['with a number where an object belongs', createCustomer, 'shippingAddress', v.nullish(v.object({}))],
    ['with an enum that takes every word', simulateTerminal, 'action', v.string()],
    ['with a number without a maximum', createSubscription, 'installments', v.nullish(int32(0))],
    ['with a text without a maximum', createSubscription, 'label', text(1, 100_000)],
    ['with a text that may not be as long', createSubscription, 'label', text(1, 3)],
    ['without a pattern', captureTransaction, 'transactionId', v.string()],
  ])('%s is found', (_what, endpoint, member, schema) => {
    const { entries } = endpoint.body as unknown as { readonly entries: v.ObjectEntries }
    const planted = { ...endpoint, body: object({ ...entries, [member]: schema }) }
    expect([...accepted(planted), ...refused(planted)].join()).toContain(member)
  })
})
