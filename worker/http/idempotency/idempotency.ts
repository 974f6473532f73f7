import { takesIdempotencyKey } from '#contract/endpoint'
import type { Endpoint } from '#contract/endpoint'
import { apiError } from '#contract/errors/apiError'
import type { RequestServices } from '../../app/requestServices.ts'
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

/** The tokens in a parsed body: every text in a member named `token`, at any depth. */
const tokensIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) =>
        name === 'token' && typeof member === 'string' ? [member] : tokensIn(member),
      )

/**
 * Rejects a key that contains a token of its own request. Keys appear in a client's logs and support tickets, and a token opens its card.
 * The form of a key alone says nothing: hashes and ids have the same.
 */
const rejectTokenIn = (key: string, body: unknown): void => {
  if (tokensIn(body).some((token) => token !== '' && key.includes(token)))
    throw apiError('idempotency_key_contains_token')
}

type IdentifyNeeds = Pick<
  RequestServices,
  'requestId' | 'clock' | 'realClock' | 'idempotencyKeyHash' | 'requestFingerprint'
>

/**
 * Identifies a request, so that a repetition is recognized.
 *
 * Error: idempotency_key_contains_token (400).
 *
 * @param body the parsed body before validation, which wraps secrets; null if there is none
 */
export const idempotentRequest = async (
  key: string,
  { method, url }: Request,
  body: unknown,
  { requestId, clock, realClock, idempotencyKeyHash, requestFingerprint }: IdentifyNeeds,
): Promise<IdempotentRequest> => {
  rejectTokenIn(key, body)
  const [keyHash, fingerprint] = await Promise.all([idempotencyKeyHash(key), requestFingerprint(canonicalBody(body))])
  return {
    route: `${method} ${new URL(url).pathname}`,
    keyHash,
    fingerprint,
    requestId,
    at: clock.now(),
    realTime: realClock.now(),
  }
}
