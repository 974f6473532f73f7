import * as fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { requestBodies } from './bodies.ts'
import { endpointWeight } from './idPool.ts'
import { bodyTypes, otherHeaders, apiKeyHeaders } from './headers.ts'
import type { IdPool } from './idPool.ts'
import { usually } from './weighting.ts'
import { componentSchemas } from './operations.ts'
import { pageRequests } from './pageRequests.ts'
import { requestPaths } from './paths.ts'
import { requestQueries } from './queries.ts'
import { buildRequest, methods } from './fuzzRequest.ts'
import type { ApiKeys, FuzzRequest } from './fuzzRequest.ts'
import { createBodyGenerator } from './schemaBodies.ts'
import type { JsonSchema } from './schemaBodies.ts'
import type { JsonTree } from './jsonTree.ts'

const endpointRequests = (
  endpoint: Endpoint,
  ids: IdPool,
  keys: () => ApiKeys,
  bodies: (shape: JsonSchema) => fc.Arbitrary<JsonTree>,
): fc.Arbitrary<FuzzRequest> =>
  fc
    .tuple(
      usually(40, fc.constant<string>(endpoint.method), fc.constantFrom<string>(...methods)),
      requestPaths(endpoint.path, ids),
      requestQueries(endpoint, ids, bodies),
      apiKeyHeaders(endpoint, keys),
      otherHeaders,
      requestBodies(endpoint, ids, bodies),
      bodyTypes,
    )
    .map(([method, path, query, key, headers, body, bodyType]) =>
      buildRequest(method, path + query, [key, headers], body, bodyType),
    )

/**
 * Requests to all endpoints and pages.
 *
 * @param names limits them to these endpoints
 */
export const requests = (ids: IdPool, keys: () => ApiKeys, names?: readonly string[]): fc.Arbitrary<FuzzRequest> => {
  const bodies = createBodyGenerator(componentSchemas, ids)
  const toEndpoints = endpoints
    .filter(({ name }) => names === undefined || names.includes(name))
    .map((endpoint) => ({
      weight: endpointWeight(endpoint.name),
      arbitrary: endpointRequests(endpoint, ids, keys, bodies),
    }))
  const toPages = names === undefined ? [{ weight: 80, arbitrary: pageRequests(ids, keys) }] : []
  return fc.oneof(...toEndpoints, ...toPages)
}
