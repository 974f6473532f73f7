import { toBase64, utf8 } from '#contract/encoding/bytes'
import type { Secret } from '#contract/schema/secret'
import { signedContent, versionPrefix, webhookIdPattern, webhookKey } from '#contract/webhooks/webhookSignature'

/** One attempt to deliver an event. */
export interface Attempt {
  /** The event's, the same for every attempt, so that a receiver knows what it has seen before. Visible ASCII without a full stop. */
  readonly id: string
  /** Of this attempt, in seconds since 1970: a signature that somebody recorded is soon too old. */
  readonly timestamp: number
  /** Exactly as it is sent. */
  readonly body: string
}

export type SignatureHeaders = Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>

const signature = async (content: Uint8Array<ArrayBuffer>, secret: Secret): Promise<string> => {
  const key = await webhookKey(secret.reveal(), 'sign')
  if (key === null) throw new TypeError('What was to sign a webhook is no secret of one.')
  return versionPrefix + toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, content)))
}

/**
 * The headers that show a receiver who sent an event: Standard Webhooks 1.0.0.
 *
 * @param secrets during a rotation the new one and the old one: each signs, so that the receiver may change over in its own time
 * @throws {TypeError} for an id or a time that the scheme cannot sign, and without a secret
 */
export const signWebhook = async (
  { id, timestamp, body }: Attempt,
  secrets: readonly Secret[],
): Promise<SignatureHeaders> => {
  if (!webhookIdPattern.test(id)) throw new TypeError('The id of an event has visible ASCII alone, and no full stop.')
  if (!Number.isSafeInteger(timestamp) || timestamp < 0) throw new TypeError('An attempt is made at a whole second.')
  if (secrets.length === 0) throw new TypeError('A webhook without a secret would not be signed.')
  const content = signedContent(id, String(timestamp), utf8(body))
  const signatures = await Promise.all(secrets.map((secret) => signature(content, secret)))
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}
