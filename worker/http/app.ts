import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'
import { endpoints } from '#contract/endpoints'
import { refuse } from '#contract/errors/apiError'
import type { Bindings } from '../app/env.ts'
import { gatewayOf } from '../app/gateway.ts'
import type { Gateway, GatewayParts } from '../app/gateway.ts'
import { admit } from './auth/authenticateRequest.ts'
import { preflight } from './response/cors.ts'
import { failure } from './response/errors.ts'
import { exchange } from './handleRequest.ts'
import { placeOf } from './log.ts'
import { honoPath } from './honoPath.ts'

export interface AppEnvironment {
  Bindings: Bindings
}

export interface App {
  readonly hono: HonoBase<AppEnvironment>
  /** The wiring of this isolate, made at the first request. */
  readonly gateway: (bindings: Bindings) => Gateway
}

/** The methods of each path of the contract. */
const methodsByPath: ReadonlyMap<string, readonly string[]> = new Map(
  [...Map.groupBy(endpoints, ({ path }) => path)].map(([path, list]) => [path, list.map(({ method }) => method)]),
)

const publishablePaths: ReadonlySet<string> = new Set(
  endpoints.filter(({ publishable }) => publishable === true).map(({ path }) => path),
)

/** The router, before its routes: preflights, and 405 for methods that a path does not have. */
export const createApp = (parts: GatewayParts = {}): App => {
  // The router that Hono's own choice between several ends at for our paths, without the others.
  const hono = new HonoBase<AppEnvironment>({ router: new TrieRouter() })
  const gateway = gatewayOf(parts)

  for (const [path, methods] of methodsByPath)
    hono.all(honoPath(path), (context, next) => {
      // The router serves HEAD by what serves GET.
      const method = context.req.method === 'HEAD' ? 'GET' : context.req.method
      // A path with a parameter matches its neighbours without one, too: /authorize is no id.
      const isNeighbour = context.req.path !== path && methodsByPath.has(context.req.path)
      if (isNeighbour || methods.includes(method)) return next()
      if (method === 'OPTIONS' && publishablePaths.has(path)) return preflight(context.req.raw, methods)
      return refused(context.req.raw, gateway(context.env), 'method_not_allowed', methods.join(', '))
    })
  return { hono, gateway }
}

/** After all routes: everything else under /v1 needs a key, too, before it is told that it does not exist. */
export const closeApp = ({ hono, gateway }: App): void => {
  hono.all('/v1/*', (context) => refused(context.req.raw, gateway(context.env), 'route_not_found'))
  hono.notFound((context) => outside(context.req.raw, 'route_not_found'))
  // Only what stands before any route can get here: a worker without its bindings, a build without its files.
  hono.onError((thrown, context) => {
    console.error(JSON.stringify({ exception: placeOf(thrown) }))
    return outside(context.req.raw, 'unavailable')
  })
}

/** An answer outside the API: nobody was asked for a key, and nothing was looked up. */
const outside = (request: Request, type: 'route_not_found' | 'unavailable'): Response => {
  const { origin, pathname } = new URL(request.url)
  const response = failure(refuse(type), {
    baseUrl: origin,
    path: pathname,
    requestId: crypto.randomUUID().replaceAll('-', ''),
    regime: 'envelope',
    nulls: [],
    acceptsProblem: false,
  })
  response.headers.set('cache-control', 'no-store')
  response.headers.set('x-content-type-options', 'nosniff')
  return response
}

const refused = async (
  request: Request,
  gateway: Gateway,
  type: 'method_not_allowed' | 'route_not_found',
  allow?: string,
): Promise<Response> => {
  const response = await exchange(request, { name: type, regime: 'envelope' }, gateway, async (going) => {
    await admit(going, gateway)
    throw refuse(type)
  })
  if (allow !== undefined && response.status === 405) response.headers.set('allow', allow)
  return response
}
