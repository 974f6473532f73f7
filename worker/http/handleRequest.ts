import type { ErrorRegime } from '#contract/endpoint'
import { rateLimitPolicy } from '#contract/rateLimits'
import type { RateLimitName } from '#contract/rateLimits'
import { Refusal, refuse } from '#contract/errors/apiError'
import type { Gateway } from '../app/gateway.ts'
import type { Warning } from '../domain/warning.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import { corsHeaders } from './response/cors.ts'
import { asRefusal, failure } from './response/errors.ts'
import { loggableId, placeOf } from './log.ts'
import { Meter } from '../app/meter.ts'

/** How the answers of a route look, whether it succeeds or not. */
export interface RouteLook {
  readonly name: string
  readonly regime: ErrorRegime
  readonly nulls?: readonly string[]
  readonly publishable?: true
  /** Draws a failure for a person, in place of JSON. */
  readonly failurePage?: (status: number) => Promise<Response>
}

/** What a request gathers on its way, for its answer's headers and its log line. */
export interface Exchange {
  readonly request: Request
  readonly requestId: string
  readonly meter: Meter
  /** Scheme, host and port that the client used: the base of links in answers. */
  readonly baseUrl: string
  key: KeyRecord | null
  unknownMembers: readonly string[]
  /** The limits that the request was counted against. */
  readonly rateLimits: RateLimitName[]
  readonly warnings: Warning[]
  /** The requestId of the first request under this Idempotency-Key, where this one is answered as that one was. */
  replayOf: string | null
  /** Tells the account's webhooks that something has happened; null as long as it is not known whose request it is. */
  wakeEndpoints: (() => Promise<void>) | null
}

const longestUrl = 8 * 1024

/**
 * One request and its answer: the outermost handler of /v1. Whatever is thrown inside becomes an answer of the closed error table, every
 * answer gets its headers, and one line goes to the log.
 *
 * @param outlive keeps work alive that nobody waits for
 */
export const exchange = async (
  request: Request,
  look: RouteLook,
  gateway: Gateway,
  work: (exchange: Exchange) => Promise<Response>,
  outlive: (work: Promise<unknown>) => void = () => undefined,
): Promise<Response> => {
  const { origin, pathname } = new URL(request.url)
  const going: Exchange = {
    request,
    requestId: gateway.ids.requestId(),
    meter: new Meter(),
    baseUrl: origin,
    key: null,
    unknownMembers: [],
    rateLimits: [],
    warnings: [],
    replayOf: null,
    wakeEndpoints: null,
  }
  let refusal: Refusal | null = null
  let exception: string | null = null
  let response: Response
  try {
    if (request.url.length > longestUrl) throw refuse('uri_too_long')
    response = await work(going)
  } catch (thrown) {
    refusal = asRefusal(thrown)
    going.replayOf = refusal.replayOf
    if (!(thrown instanceof Refusal)) exception = placeOf(thrown)
    response =
      // What cannot be drawn either is said in JSON.
      (await look.failurePage?.(refusal.status).catch(() => null)) ??
      failure(refusal, {
        baseUrl: origin,
        path: pathname,
        requestId: going.replayOf ?? going.requestId,
        regime: look.regime,
        nulls: look.nulls ?? [],
        acceptsProblem: (request.headers.get('accept') ?? '').includes('application/problem+json'),
      })
  }
  addHeaders(response.headers, going, look)
  // Also where the request has failed in the end: what was written down has happened.
  if (going.meter.announced && going.wakeEndpoints !== null) outlive(going.wakeEndpoints())
  gateway.log({
    requestId: going.requestId,
    clientRequestId: loggableId(request.headers.get('x-request-id')),
    route: look.name,
    method: request.method,
    status: response.status,
    key: going.key?.keyId ?? null,
    account: going.key?.account.id ?? null,
    ms: going.meter.totalMs,
    d1: going.meter.trips,
    errors: refusal?.faults.map(({ type }) => type) ?? [],
    unknownMembers: going.unknownMembers,
    warnings: going.warnings,
    replayOf: going.replayOf,
    exception,
  })
  return response
}

const addHeaders = (
  headers: Headers,
  { request, requestId, meter, key, replayOf, rateLimits }: Exchange,
  { publishable }: RouteLook,
): void => {
  headers.set('x-request-id', replayOf ?? requestId)
  if (replayOf !== null) headers.set('idempotent-replayed', 'true')
  headers.set('cache-control', 'no-store')
  headers.set('x-content-type-options', 'nosniff')
  if (rateLimits.length > 0) headers.set('ratelimit-policy', rateLimits.map(rateLimitPolicy).join(', '))
  // Whoever still uses a key that was rotated shall see it coming.
  if (key !== null && key.expires !== null) headers.set('x-api-key-expires', new Date(key.expires).toISOString())
  if (key?.account.mode === 'test') headers.set('server-timing', meter.serverTiming())
  const origin = request.headers.get('origin')
  if (publishable === true && origin !== null)
    for (const [name, value] of Object.entries(corsHeaders(origin))) headers.set(name, value)
}
