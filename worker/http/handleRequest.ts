import type { ErrorFormat } from '#contract/endpoint'
import { rateLimitPolicy } from '#contract/rateLimits'
import type { RateLimitName } from '#contract/rateLimits'
import { ApiError, apiError } from '#contract/errors/apiError'
import type { Gateway } from '../app/gateway.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import type { BodyContext } from './body/validate.ts'
import { isForConsole } from './console/consoleHost.ts'
import { names } from './response/accept.ts'
import { corsHeaders } from './response/cors.ts'
import { toApiError, errorResponse, reloading, retryAfterOf } from './response/errors.ts'
import { loggableId, redactedStack } from './log.ts'
import { cardNumberWarning, memberList } from './response/memberList.ts'
import { Meter } from '../app/meter.ts'

/** The response format of a route. */
export interface RouteFormat {
  readonly name: string
  readonly errorFormat: ErrorFormat
  readonly nullOnError?: readonly string[]
  readonly publishable?: true
  /** Renders an HTML page for a failure, in place of JSON. */
  readonly failurePage?: (status: number) => Promise<Response>
}

/** What a request collects for its response headers and its log line. */
export interface RequestContext extends BodyContext {
  readonly requestId: string
  readonly meter: Meter
  /** Scheme, host and port that the client used: the base of links in responses. */
  readonly baseUrl: string
  key: KeyRecord | null
  /** The limits that the request was counted against. */
  readonly rateLimits: RateLimitName[]
  /** The requestId of the first request with this Idempotency-Key, if this one returns its response. */
  replayOf: string | null
  /** Wakes the account's webhook endpoints after a new event; null until the request is authenticated. */
  wakeEndpoints: (() => Promise<void>) | null
  /** Notes which connections have responded; null until the request is authenticated. */
  noteConnections: (() => Promise<void>) | null
}

/** The longest URL, in characters. */
export const maxUrlLength = 8 * 1024

/**
 * Handles one request: the outermost handler of /v1. Every exception becomes an error of the contract's table, every response gets its
 * headers, and one line goes to the log.
 *
 * @param waitUntil keeps work alive after the response is sent
 */
export const handleRequest = async (
  request: Request,
  format: RouteFormat,
  gateway: Gateway,
  work: (context: RequestContext) => Promise<Response>,
  waitUntil: (work: Promise<unknown>) => void = () => undefined,
): Promise<Response> => {
  const { origin, pathname } = new URL(request.url)
  const context: RequestContext = {
    request,
    requestId: gateway.ids.requestId(),
    meter: new Meter(),
    baseUrl: origin,
    key: null,
    ignoredMembers: [],
    cardNumberMembers: [],
    rateLimits: [],
    warnings: [],
    replayOf: null,
    wakeEndpoints: null,
    noteConnections: null,
  }
  let rejection: ApiError | null = null
  let exception: string | null = null
  let response: Response
  try {
    if (request.url.length > maxUrlLength) throw apiError('uri_too_long')
    response = await work(context)
  } catch (thrown) {
    rejection = toApiError(thrown)
    context.replayOf = rejection.replayOf
    if (!(thrown instanceof ApiError)) exception = redactedStack(thrown)
    response =
      // JSON if the page cannot be rendered either.
      (await failurePage(format, rejection).catch(() => null)) ??
      errorResponse(rejection, {
        baseUrl: origin,
        path: pathname,
        requestId: context.replayOf ?? context.requestId,
        errorFormat: format.errorFormat,
        nullOnError: format.nullOnError ?? [],
        acceptsProblem: names(request, 'application/problem+json'),
      })
  }
  addHeaders(response.headers, context, format.publishable === true && !isForConsole(request, gateway.environment))
  // Even if the request failed: an event that was written must be delivered.
  if (context.meter.announced && context.wakeEndpoints !== null) waitUntil(context.wakeEndpoints())
  if (context.meter.connectionHealth.size > 0 && context.noteConnections !== null) waitUntil(context.noteConnections())
  gateway.databaseHealth.note(context.meter.databaseFailure)
  gateway.log({
    requestId: context.requestId,
    clientRequestId: loggableId(request.headers.get('x-request-id')),
    route: format.name,
    method: request.method,
    status: response.status,
    key: context.key?.keyId ?? null,
    account: context.key?.account.id ?? null,
    ms: context.meter.totalMs,
    d1: context.meter.trips,
    errors: rejection?.items.map(({ type }) => type) ?? [],
    ignoredMembers: context.ignoredMembers,
    warnings: context.warnings,
    replayOf: context.replayOf,
    database: context.meter.databaseFailure,
    exception,
  })
  return response
}

/** The page of a failure, which reloads itself if waiting helps. Null if the route has none. */
const failurePage = async (format: RouteFormat, rejection: ApiError): Promise<Response | null> => {
  const page = (await format.failurePage?.(rejection.status)) ?? null
  const wait = retryAfterOf(rejection)
  if (page === null || wait === undefined) return page
  page.headers.set('retry-after', String(wait))
  return rejection.status === 503 ? reloading(page) : page
}

const addHeaders = (
  headers: Headers,
  { request, requestId, meter, key, replayOf, rateLimits, ignoredMembers, cardNumberMembers }: RequestContext,
  isCrossOrigin: boolean,
): void => {
  headers.set('x-request-id', replayOf ?? requestId)
  if (replayOf !== null) headers.set('idempotent-replayed', 'true')
  headers.set('cache-control', 'no-store')
  headers.set('x-content-type-options', 'nosniff')
  if (rateLimits.length > 0) headers.set('ratelimit-policy', rateLimits.map(rateLimitPolicy).join(', '))
  if (ignoredMembers.length > 0) headers.set('sluice-ignored', memberList(ignoredMembers))
  if (cardNumberMembers.length > 0) headers.set('sluice-warning', cardNumberWarning(cardNumberMembers))
  // Warns clients that still use a rotated key.
  if (key !== null && key.expires !== null) headers.set('x-api-key-expires', new Date(key.expires).toISOString())
  if (key?.account.mode === 'test') headers.set('server-timing', meter.serverTiming())
  const origin = request.headers.get('origin')
  if (isCrossOrigin && origin !== null)
    for (const [name, value] of Object.entries(corsHeaders(origin))) headers.set(name, value)
}
