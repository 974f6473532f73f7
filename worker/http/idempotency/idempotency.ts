import { takesIdempotencyKey } from '#contract/endpoint'
import type { Endpoint } from '#contract/endpoint'
import { apiError } from '#contract/errors/apiError'
import type { RequestServices } from '../../app/compose.ts'
import type { IdempotentRequest } from '../../store/sql/idempotency.ts'
import { canonicalBody } from './canonicalBody.ts'

const visible = /^[\x21-\x7e]{1,255}$/
/** A quoted string of structured fields (RFC 9651, 3.3.3): \" and \\ are the only escapes. */
const quoted = /^"((?:[^"\\]|\\["\\])*)"$/

/** Parses an Idempotency-Key header: the IETF draft's quoted string, or the bare text that most clients send. Null if it is invalid. */
export const parseIdempotencyKey = (header: string): string | null => {
  const inside = quoted.exec(header)?.[1]?.replace(/\\(.)/g, '$1')
  const key = header.startsWith('"') ? inside : header
  return key !== undefined && visible.test(key) ? key : null
}

/**
 * The Idempotency-Key of a request; null if it has none or the endpoint ignores it.
 *
 * Error: idempotency_key_invalid (400).
 */
export const idempotencyKeyOf = (endpoint: Endpoint, request: Request): string | null => {
  const header = request.headers.get('idempotency-key')
  if (header === null || !takesIdempotencyKey(endpoint)) return null
  const key = parseIdempotencyKey(header)
  if (key === null) throw apiError('idempotency_key_invalid')
  return key
}

/**
 * Identifies a request, so that a repetition is recognized.
 *
 * @param body the parsed body before validation, which wraps secrets; null if there is none
 */
export const idempotentRequest = async (
  key: string,
  { method, url }: Request,
  body: unknown,
  { requestId, clock, requestFingerprint }: Pick<RequestServices, 'requestId' | 'clock' | 'requestFingerprint'>,
): Promise<IdempotentRequest> => ({
  route: `${method} ${new URL(url).pathname}`,
  key,
  fingerprint: await requestFingerprint(canonicalBody(body)),
  requestId,
  at: clock.now(),
})
