import {
  type CardFieldErrors,
  toCardFieldErrors,
  type CardValues,
  toCardRequest,
} from '../fields/card-form/cardRequest.ts'
import type { Failure } from '../locales/cardTexts.ts'

export type TokenResult = { token: string; network: string; last4: string; expiry: string }

/** A failed tokenization: a reason for the whole form, and the server's field errors. */
export class TokenizeError extends Error {
  override name = 'TokenizeError'
  readonly failure: Failure
  readonly fields: CardFieldErrors

  constructor(failure: Failure, fields: CardFieldErrors = {}) {
    super(failure)
    this.failure = failure
    this.fields = fields
  }
}

/** Delays before the second and third attempt, in milliseconds. Retries are safe, since an unused token is harmless. */
const RETRY_MS = [400, 1600]
const TIMEOUT_MS = 15_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const send = (key: string, card: string): Promise<Response> =>
  fetch('/v1/tokens', {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: card,
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })

/** Failures by HTTP status. Any other status means that the server rejected the card. */
const FAILURES: Record<number, Failure> = { 401: 'refused', 403: 'refused', 429: 'rate_limited' }

const readToken = async (response: Response): Promise<TokenResult> => {
  const json = (await response.json().catch(() => null)) as Record<string, unknown> | null
  if (!response.ok || typeof json?.['token'] !== 'string') {
    throw new TokenizeError(FAILURES[response.status] ?? 'card_invalid', toCardFieldErrors(json?.['errors']))
  }
  return {
    token: json['token'],
    network: String(json['network']),
    last4: String(json['accountNumber']).slice(-4),
    expiry: String(json['expiry']),
  }
}

/**
 * Sends card data to the gateway that served this page. No other function does. Network errors and server errors (5xx) are
 * retried twice.
 *
 * @param preferredNetwork the shopper's choice for a co-badged card; an empty string for none
 * @throws {TokenizeError} with the reason for the shopper
 */
export const tokenize = async (card: CardValues, preferredNetwork: string, key: string): Promise<TokenResult> => {
  const text = JSON.stringify(toCardRequest(card, preferredNetwork))
  for (let attempts = 0; ; attempts++) {
    const response = await send(key, text).catch(() => null)
    if (response && response.status < 500) return readToken(response)
    const delay = RETRY_MS[attempts]
    if (delay === undefined) throw new TokenizeError(response ? 'unavailable' : 'network')
    await wait(delay)
  }
}
