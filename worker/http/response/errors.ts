import { isLuhnValid } from '#contract/card/luhn'
import type { ErrorFormat } from '#contract/endpoint'
import { toErrorItem } from '#contract/errors/toErrorItem'
import type { ErrorType } from '#contract/errors/errorTypes'
import { rateLimitExceeded, rateLimits } from '#contract/rateLimits'
import type { RateLimitName } from '#contract/rateLimits'
import type { ErrorDetail } from '#contract/errors/apiError'
import { errorText, ApiError } from '#contract/errors/apiError'
import { isTransientDatabaseFailure } from '../../store/sql/failures.ts'

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

const errorHeaders = ({ status, items: [first] }: ApiError): Headers => {
  const headers = new Headers()
  if (status === 401) headers.set('www-authenticate', 'ApiKey realm="v1"')
  const limit = limitReached(first)
  if (limit !== null) headers.set('ratelimit', rateLimitExceeded(limit))
  const wait = limit === null ? retryAfter[first.type] : rateLimits[limit].window
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
 * Whether an error of D1 or of a Durable Object may be retried; the platform marks the latter. All others are internal errors.
 *
 * @see https://developers.cloudflare.com/durable-objects/best-practices/error-handling/
 */
const isTransient = (thrown: unknown): boolean =>
  isTransientDatabaseFailure(thrown) ||
  (thrown instanceof Error && (isMarked(thrown, 'retryable') || isMarked(thrown, 'overloaded')))

const isMarked = (thrown: Error, mark: 'retryable' | 'overloaded'): boolean =>
  (thrown as { readonly [name in typeof mark]?: unknown })[mark] === true

/** Any other exception becomes unavailable or internal_error. Its message is dropped, since it may quote the request. */
export const toApiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError ? thrown : new ApiError({ type: isTransient(thrown) ? 'unavailable' : 'internal_error' })
