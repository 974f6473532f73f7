import { type Blame, blamed, type CardTexts, wireCard } from '../fields/card-form/cardRequest.ts'
import type { Failure } from '../locales/cardTexts.ts'

export type Tokenized = { token: string; network: string; last4: string; expiry: string }

/** Why there is no token: a reason for the whole form, and the fields that the server found wrong. */
export class TokenizeError extends Error {
  override name = 'TokenizeError'
  readonly failure: Failure
  readonly fields: Blame

  constructor(failure: Failure, fields: Blame = {}) {
    super(failure)
    this.failure = failure
    this.fields = fields
  }
}

/** Waits before the second and the third try, in milliseconds. A token that nobody uses is harmless, so a retry is. */
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

/** What a status other than 200 means for the form; anything else is a card that the server refused. */
const FAILURES: Record<number, Failure> = { 401: 'refused', 403: 'refused', 429: 'rate_limited' }

const answer = async (response: Response): Promise<Tokenized> => {
  const json = (await response.json().catch(() => null)) as Record<string, unknown> | null
  if (!response.ok || typeof json?.['token'] !== 'string') {
    throw new TokenizeError(FAILURES[response.status] ?? 'card_invalid', blamed(json?.['errors']))
  }
  return {
    token: json['token'],
    network: String(json['network']),
    last4: String(json['accountNumber']).slice(-4),
    expiry: String(json['expiry']),
  }
}

/**
 * Sends card data to the gateway that served this page: the one function that does. A lost connection and an error of
 * the server (5xx) are tried again twice; an answer is not.
 *
 * @param preferredNetwork of a co-badged card the one that the shopper chose; an empty text for none
 * @throws {TokenizeError} with the reason for the shopper
 */
export const tokenize = async (card: CardTexts, preferredNetwork: string, key: string): Promise<Tokenized> => {
  const text = JSON.stringify(wireCard(card, preferredNetwork))
  for (let tries = 0; ; tries++) {
    const response = await send(key, text).catch(() => null)
    if (response && response.status < 500) return answer(response)
    const delay = RETRY_MS[tries]
    if (delay === undefined) throw new TokenizeError(response ? 'unavailable' : 'network')
    await wait(delay)
  }
}
