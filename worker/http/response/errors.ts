import { luhn } from '#contract/card/luhn'
import type { ErrorRegime } from '#contract/endpoint'
import { errorItem } from '#contract/errors/toErrorItem'
import type { ErrorType } from '#contract/errors/errorTypes'
import { rateLimitReached, rateLimits } from '#contract/rateLimits'
import type { RateLimitName } from '#contract/rateLimits'
import type { Fault } from '#contract/errors/apiError'
import { faultText, Refusal } from '#contract/errors/apiError'
import { isTransientDatabaseFailure } from '../../store/sql/failures.ts'

/** What an answer that fails needs to know of its request. */
export interface FailureContext {
  readonly baseUrl: string
  readonly path: string
  readonly requestId: string
  readonly regime: ErrorRegime
  readonly nulls: readonly string[]
  readonly acceptsProblem: boolean
}

/** Seconds that a client should wait, for the errors that ask it to. */
const retryAfter: Partial<Readonly<Record<ErrorType, number>>> = {
  idempotency_in_progress: 1,
  unavailable: 10,
}

const bodylessStatuses = new Set([401, 403, 429])

/** The limit that a request went over. */
const limitReached = ({ type, details }: Fault): RateLimitName | null =>
  type === 'rate_limited' ? (details?.['policy'] as RateLimitName) : null

const headersOf = ({ status, faults: [first] }: Refusal): Headers => {
  const headers = new Headers()
  if (status === 401) headers.set('www-authenticate', 'ApiKey realm="v1"')
  const limit = limitReached(first)
  if (limit !== null) headers.set('ratelimit', rateLimitReached(limit))
  const wait = limit === null ? retryAfter[first.type] : rateLimits[limit].window
  if (first.type === 'upgrade_required') headers.set('upgrade', 'websocket')
  if (wait !== undefined) headers.set('retry-after', String(wait))
  return headers
}

/** "Transaction not found", "Id invalid". */
const titleOf = ({ type, details }: Fault): string => {
  const words =
    typeof details?.['resource'] === 'string' ? `${details['resource']} not found` : type.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The path that was asked for. Our ids fail Luhn, so a run of digits that passes it is no id but somebody's card number. */
const shownPath = (path: string): string =>
  path.replace(/[0-9]{12,20}/g, (digits) => (luhn(digits) ? '*'.repeat(digits.length) : digits))

const problem = (refusal: Refusal, status: number, context: FailureContext): object => {
  const [first] = refusal.faults
  const limit = limitReached(first)
  return {
    type:
      limit !== null
        ? 'https://iana.org/assignments/http-problem-types#quota-exceeded'
        : `${context.baseUrl}/problems/${first.type.replaceAll('_', '-')}`,
    title: titleOf(first),
    status,
    detail: faultText(first),
    instance: shownPath(context.path),
    requestId: context.requestId,
    ...(limit !== null && { 'violated-policies': [limit] }),
  }
}

/** The one place where a failure becomes an answer. */
export const failure = (refusal: Refusal, context: FailureContext): Response => {
  const { status } = refusal
  const headers = headersOf(refusal)
  if (context.regime === 'bodyless' && bodylessStatuses.has(status)) {
    headers.set('content-length', '0')
    return new Response(null, { status, headers })
  }
  if (context.regime === 'problem') {
    headers.set('content-type', context.acceptsProblem ? 'application/problem+json' : 'application/json; charset=utf-8')
    return new Response(JSON.stringify(problem(refusal, status, context)), { status, headers })
  }
  headers.set('content-type', 'application/json; charset=utf-8')
  const body = {
    requestId: context.requestId,
    ...Object.fromEntries(context.nulls.map((member) => [member, null])),
    errors: refusal.faults.map((fault) => errorItem(fault, context.baseUrl)),
  }
  return new Response(JSON.stringify(body), { status, headers })
}

/**
 * Errors of D1 and of Durable Objects that are gone a moment later; the platform marks the latter. All others are internal.
 *
 * @see https://developers.cloudflare.com/durable-objects/best-practices/error-handling/
 */
const isTransient = (thrown: unknown): boolean =>
  isTransientDatabaseFailure(thrown) ||
  (thrown instanceof Error && (isMarked(thrown, 'retryable') || isMarked(thrown, 'overloaded')))

const isMarked = (thrown: Error, mark: 'retryable' | 'overloaded'): boolean =>
  (thrown as { readonly [name in typeof mark]?: unknown })[mark] === true

/** Anything thrown that is no refusal is our fault: its own words stay inside, since they may quote what was sent. */
export const asRefusal = (thrown: unknown): Refusal =>
  thrown instanceof Refusal ? thrown : new Refusal({ type: isTransient(thrown) ? 'unavailable' : 'internal_error' })
