import * as fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { bodyOf } from './bodies.ts'
import { weightOf } from './idPool.ts'
import { bodyTypes, furtherHeaders, keyOf } from './headers.ts'
import type { IdPool } from './idPool.ts'
import { usually } from './weighting.ts'
import { shapes } from './operations.ts'
import { requestsToPages } from './pageRequests.ts'
import { pathsOf } from './paths.ts'
import { queriesOf } from './queries.ts'
import { assembled, methods } from './fuzzRequest.ts'
import type { Keys, Sending } from './fuzzRequest.ts'
import { bodiesOf } from './schemaBodies.ts'
import type { Shape } from './schemaBodies.ts'
import type { Written } from './jsonTree.ts'

const requestsTo = (
  endpoint: Endpoint,
  ids: IdPool,
  keys: () => Keys,
  bodies: (shape: Shape) => fc.Arbitrary<Written>,
): fc.Arbitrary<Sending> =>
  fc
    .tuple(
      usually(40, fc.constant<string>(endpoint.method), fc.constantFrom<string>(...methods)),
      pathsOf(endpoint.path, ids),
      queriesOf(endpoint, ids, bodies),
      keyOf(endpoint, keys),
      furtherHeaders,
      bodyOf(endpoint, ids, bodies),
      bodyTypes,
    )
    .map(([method, path, query, key, headers, body, bodyType]) =>
      assembled(method, path + query, [key, headers], body, bodyType),
    )

/**
 * Requests of every kind, to every endpoint of the contract, and to the pages for shoppers.
 *
 * @param names of the endpoints that they go to, in place of all
 */
export const requests = (ids: IdPool, keys: () => Keys, names?: readonly string[]): fc.Arbitrary<Sending> => {
  const bodies = bodiesOf(shapes, ids)
  const toEndpoints = endpoints
    .filter(({ name }) => names === undefined || names.includes(name))
    .map((endpoint) => ({
      weight: weightOf(endpoint.name),
      arbitrary: requestsTo(endpoint, ids, keys, bodies),
    }))
  const toPages = names === undefined ? [{ weight: 80, arbitrary: requestsToPages(ids, keys) }] : []
  return fc.oneof(...toEndpoints, ...toPages)
}
