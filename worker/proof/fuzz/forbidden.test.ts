import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints'
import { faultsIn, validBodies } from '#contract/testBodies'
import { judged } from './breaches.ts'
import { forbidden, withForbidden } from './forbidden.ts'
import { bodyShapeOf, operationOf } from './operations.ts'
import { print, written } from './written.ts'

/** What the printed contract forbids, against the schemas that it is printed from: each speaks for itself, and they agree. */

const taking = endpoints.filter((endpoint) => bodyShapeOf(endpoint) !== null)

test('the contract forbids a thousand things', () => {
  const all = taking.flatMap((endpoint) => forbidden(bodyShapeOf(endpoint)!))
  expect(all.length).toBeGreaterThan(1000)
})

describe.each(taking)('a body of $name', (endpoint) => {
  const shape = bodyShapeOf(endpoint)!
  const content = operationOf(endpoint).requestBody!.content['application/json']
  const examples = Object.values(content.examples ?? {}).map(({ value }) => value)

  test.each([...examples, validBodies[endpoint.name]].map((value) => print(written(value))))('may be %s', (body) => {
    expect(judged(shape, written(JSON.parse(body))).breaches).toEqual(new Set())
  })

  test('is refused for each thing that the contract forbids, by the name of its place', () => {
    const silent = forbidden(shape).flatMap((one) => {
      const body = withForbidden(written(validBodies[endpoint.name]), one)
      const { breaches } = judged(shape, body)
      const named = new Set(faultsIn(endpoint, print(body)).map(({ field }) => field ?? ''))
      const isSilent = breaches.size === 0 || [...breaches].some((path) => !named.has(path))
      return isSilent ? [`${print(body).slice(0, 200)} breaks ${[...breaches].join(', ') || 'nothing'}`] : []
    })
    expect(silent).toEqual([])
  })
})
