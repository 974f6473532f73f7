import * as fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { bodyOf } from './bodies.ts'
import { weightOf } from './harvest.ts'
import { bodyTypes, furtherHeaders, keyOf } from './headers.ts'
import type { Known } from './known.ts'
import { mostly } from './mostly.ts'
import { shapes } from './operations.ts'
import { requestsToPages } from './pages.ts'
import { pathsOf } from './paths.ts'
import { queriesOf } from './queries.ts'
import { assembled, methods } from './sending.ts'
import type { Keys, Sending } from './sending.ts'
import { bodiesOf } from './shape.ts'
import type { Shape } from './shape.ts'
import type { Written } from './written.ts'

const requestsTo = (
  endpoint: Endpoint,
  known: Known,
  keys: () => Keys,
  bodies: (shape: Shape) => fc.Arbitrary<Written>,
): fc.Arbitrary<Sending> =>
  fc
    .tuple(
      mostly(40, fc.constant<string>(endpoint.method), fc.constantFrom<string>(...methods)),
      pathsOf(endpoint.path, known),
      queriesOf(endpoint, known, bodies),
      keyOf(endpoint, keys),
      furtherHeaders,
      bodyOf(endpoint, known, bodies),
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
export const requests = (known: Known, keys: () => Keys, names?: readonly string[]): fc.Arbitrary<Sending> => {
  const bodies = bodiesOf(shapes, known)
  const toEndpoints = endpoints
    .filter(({ name }) => names === undefined || names.includes(name))
    .map((endpoint) => ({
      weight: weightOf(endpoint.name),
      arbitrary: requestsTo(endpoint, known, keys, bodies),
    }))
  const toPages = names === undefined ? [{ weight: 80, arbitrary: requestsToPages(known, keys) }] : []
  return fc.oneof(...toEndpoints, ...toPages)
}
