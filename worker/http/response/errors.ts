import { isLuhnValid } from '#contract/card/luhn'
import type { ErrorFormat } from '#contract/endpoint'
import { toErrorItem } from '#contract/errors/toErrorItem'
import type { ErrorType } from '#contract/errors/errorTypes'
import { rateLimitExceeded, rateLimits } from '#contract/rateLimits'
import type { RateLimitName } from '#contract/rateLimits'
import type { ErrorDetail } from '#contract/errors/apiError'
import { errorText, ApiError } from '#contract/errors/apiError'
import { DatabaseError } from '../../store/sql/failures.ts'
import type { DatabaseFailure } from '../../store/sql/failures.ts'

/** What an error response contains of its request. */
export interface ErrorResponseContext {
  readonly baseUrl: string
  readonly path: string
  readonly requestId: string
  readonly errorFormat: ErrorFormat
  readonly nullOnError: readonly string[]
  readonly acceptsProblem: boolean
}

/** Retry-After in seconds. */
const retryAfter: Partial<Readonly<Record<ErrorType, number>>> = {
  idempotency_in_progress: 1,
  unavailable: 10,
}

const bodylessStatuses = new Set([401, 403, 429])

/** The rate limit that a request exceeded, or null. */
const limitReached = ({ type, details }: ErrorDetail): RateLimitName | null =>
  type === 'rate_limited' ? (details?.['policy'] as RateLimitName) : null

/**
 * Retry-After for each failure of the database, in seconds. A full database needs an operator, so its value exceeds the minute that the
 * official client waits at most.
 */
const databaseRetryAfter: Readonly<Record<DatabaseFailure, number>> = {
  away: 2,
  overloaded: 5,
  reset: 2,
  full: 300,
  limit: 30,
  unknown: 5,
}

/** The failure of the database that made the service unavailable. */
const failures = new WeakMap<ApiError, DatabaseFailure>()

/** Reloads a page in a browser after its Retry-After, so that a shopper who waits need not act. */
export const reloading = (response: Response): Response => {
  const seconds = response.headers.get('retry-after')
  if (seconds !== null) response.headers.set('refresh', seconds)
  return response
}

/** Seconds after which a client may repeat a request with this error. Undefined if time does not help. */
export const retryAfterOf = (error: ApiError): number | undefined => {
  const [first] = error.items
  const limit = limitReached(first)
  if (limit !== null) return rateLimits[limit].window
  const failure = failures.get(error)
  return failure === undefined ? retryAfter[first.type] : databaseRetryAfter[failure]
}

const errorHeaders = (error: ApiError): Headers => {
  const {
    status,
    items: [first],
  } = error
  const headers = new Headers()
  if (status === 401) headers.set('www-authenticate', 'ApiKey realm="v1"')
  const limit = limitReached(first)
  if (limit !== null) headers.set('ratelimit', rateLimitExceeded(limit))
  const wait = retryAfterOf(error)
  if (first.type === 'upgrade_required') headers.set('upgrade', 'websocket')
  if (wait !== undefined) headers.set('retry-after', String(wait))
  return headers
}

/** "Transaction not found", "Id invalid". */
const problemTitle = ({ type, details }: ErrorDetail): string => {
  const words =
    typeof details?.['resource'] === 'string' ? `${details['resource']} not found` : type.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The path with card numbers masked. Transaction ids fail Luhn, so digits that pass it may be a card number. */
const redactedPath = (path: string): string =>
  path.replace(/[0-9]{12,20}/g, (digits) => (isLuhnValid(digits) ? '*'.repeat(digits.length) : digits))

const problem = (apiError: ApiError, status: number, context: ErrorResponseContext): object => {
  const [first] = apiError.items
  const limit = limitReached(first)
  return {
    type:
      limit !== null
        ? 'https://iana.org/assignments/http-problem-types#quota-exceeded'
        : `${context.baseUrl}/problems/${first.type.replaceAll('_', '-')}`,
    title: problemTitle(first),
    status,
    detail: errorText(first),
    instance: redactedPath(context.path),
    requestId: context.requestId,
    ...(limit !== null && { 'violated-policies': [limit] }),
  }
}

/** Renders an API error. Nothing else does. */
export const errorResponse = (apiError: ApiError, context: ErrorResponseContext): Response => {
  const { status } = apiError
  const headers = errorHeaders(apiError)
  if (context.errorFormat === 'bodyless' && bodylessStatuses.has(status)) {
    headers.set('content-length', '0')
    return new Response(null, { status, headers })
  }
  if (context.errorFormat === 'problem') {
    headers.set('content-type', context.acceptsProblem ? 'application/problem+json' : 'application/json; charset=utf-8')
    return new Response(JSON.stringify(problem(apiError, status, context)), { status, headers })
  }
  headers.set('content-type', 'application/json; charset=utf-8')
  const body = {
    requestId: context.requestId,
    ...Object.fromEntries(context.nullOnError.map((member) => [member, null])),
    errors: apiError.items.map((fault) => toErrorItem(fault, context.baseUrl)),
  }
  return new Response(JSON.stringify(body), { status, headers })
}

/**
 * Whether an error of a Durable Object may be retried; the platform marks it. All others are internal errors.
 *
 * @see https://developers.cloudflare.com/durable-objects/best-practices/error-handling/
 */
const isTransient = (thrown: unknown): boolean =>
  thrown instanceof Error && (isMarked(thrown, 'retryable') || isMarked(thrown, 'overloaded'))

const isMarked = (thrown: Error, mark: 'retryable' | 'overloaded'): boolean =>
  (thrown as { readonly [name in typeof mark]?: unknown })[mark] === true

/** Any other exception becomes unavailable or internal_error. Its message is dropped, since it may quote the request. */
export const toApiError = (thrown: unknown): ApiError => {
  if (thrown instanceof ApiError) return thrown
  if (!(thrown instanceof DatabaseError))
    return new ApiError({ type: isTransient(thrown) ? 'unavailable' : 'internal_error' })
  const error = new ApiError({ type: 'unavailable' })
  failures.set(error, thrown.failure)
  return error
}
