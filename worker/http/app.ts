import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'
import { endpoints } from '#contract/endpoints'
import { apiError } from '#contract/errors/apiError'
import type { ApiError } from '#contract/errors/apiError'
import type { Bindings } from '../app/env.ts'
import type { Gateway } from '../app/gateway.ts'
import { authenticateRequest } from './auth/authenticateRequest.ts'
import { preflight } from './response/cors.ts'
import { errorResponse } from './response/errors.ts'
import { handleRequest } from './handleRequest.ts'
import { redactedStack } from './log.ts'
import { names } from './response/accept.ts'
import { notFoundPage } from '../pages/staticPages.ts'
import { honoPath } from './honoPath.ts'

export interface AppEnvironment {
  Bindings: Bindings
}

export interface App {
  readonly hono: HonoBase<AppEnvironment>
  /** The gateway of this isolate, created at the first request. */
  readonly gateway: (bindings: Bindings) => Gateway
}

/** The contract's methods by path. */
const methodsByPath: ReadonlyMap<string, readonly string[]> = new Map(
  [...Map.groupBy(endpoints, ({ path }) => path)].map(([path, list]) => [path, list.map(({ method }) => method)]),
)

const publishablePaths: ReadonlySet<string> = new Set(
  endpoints.filter(({ publishable }) => publishable === true).map(({ path }) => path),
)

/**
 * Creates a router with preflights and 405 responses. Routes are added after it.
 *
 * @param gateway of an isolate
 * @param isCrossOrigin whether pages of other origins may call what takes a publishable key
 */
export const createApp = (gateway: App['gateway'], isCrossOrigin: boolean): App => {
  // Hono's SmartRouter selects this one for our paths; without the others the worker is smaller.
  const hono = new HonoBase<AppEnvironment>({ router: new TrieRouter() })

  for (const [path, methods] of methodsByPath)
    hono.all(honoPath(path), (c, next) => {
      // Hono serves HEAD by the GET route.
      const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
      // A path with a parameter also matches fixed paths: /authorize is not an id.
      const isFixedPath = c.req.path !== path && methodsByPath.has(c.req.path)
      if (isFixedPath || methods.includes(method)) return next()
      if (isCrossOrigin && method === 'OPTIONS' && publishablePaths.has(path)) return preflight(c.req.raw, methods)
      return rejectUnrouted(c.req.raw, gateway(c.env), 'method_not_allowed', methods.join(', '))
    })
  return { hono, gateway }
}

/** Adds the fallbacks after all routes. Unknown paths under /v1 need a key, so strangers cannot probe them. */
export const addFallbackRoutes = ({ hono, gateway }: App): void => {
  hono.all('/v1/*', (c) => rejectUnrouted(c.req.raw, gateway(c.env), 'route_not_found'))
  hono.notFound((c) =>
    names(c.req.raw, 'text/html')
      ? notFoundPage(c.req.raw, c.env.ASSETS)
      : errorOutsideApi(c.req.raw, apiError('route_not_found')),
  )
  // Reached only if the bindings or the built files are missing.
  hono.onError((thrown, c) => {
    console.error(JSON.stringify({ exception: redactedStack(thrown) }))
    return errorOutsideApi(c.req.raw, apiError('unavailable'))
  })
}

/** An error outside the API: without authentication and without a database. */
export const errorOutsideApi = (request: Request, error: ApiError): Response => {
  const { origin, pathname } = new URL(request.url)
  const requestId = crypto.randomUUID().replaceAll('-', '')
  const response = errorResponse(error, {
    baseUrl: origin,
    path: pathname,
    requestId,
    errorFormat: 'envelope',
    nullOnError: [],
    acceptsProblem: false,
  })
  response.headers.set('x-request-id', requestId)
  response.headers.set('cache-control', 'no-store')
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('vary', 'Accept')
  return response
}

const rejectUnrouted = async (
  request: Request,
  gateway: Gateway,
  type: 'method_not_allowed' | 'route_not_found',
  allow?: string,
): Promise<Response> => {
  const response = await handleRequest(request, { name: type, errorFormat: 'envelope' }, gateway, async (context) => {
    await authenticateRequest(context, gateway)
    throw apiError(type)
  })
  if (allow !== undefined && response.status === 405) response.headers.set('allow', allow)
  return response
}
