import { toBase64, utf8 } from '#contract/encoding/bytes'
import type { Secret } from '#contract/schema/secret'
import { signedContent, versionPrefix, webhookIdPattern, importWebhookKey } from '#contract/webhooks/webhookSignature'

/** The message of one delivery attempt. */
export interface SignedMessage {
  /** The event's id, the same for every attempt, for deduplication. Visible ASCII without a full stop. */
  readonly id: string
  /** Of this attempt, in seconds since 1970. Limits replays of a recorded signature. */
  readonly timestamp: number
  /** Exactly as it is sent. */
  readonly body: string
}

export type SignatureHeaders = Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>

const signature = async (content: Uint8Array<ArrayBuffer>, secret: Secret): Promise<string> => {
  const key = await importWebhookKey(secret.reveal(), 'sign')
  if (key === null) throw new TypeError('Invalid webhook secret.')
  return versionPrefix + toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, content)))
}

/**
 * The signature headers of Standard Webhooks 1.0.0.
 *
 * @param secrets during a rotation the new and the previous one: each signs, so that the receiver can switch at any time
 * @throws {TypeError} for an invalid id, timestamp or secret, or without a secret
 */
export const signWebhook = async (
  { id, timestamp, body }: SignedMessage,
  secrets: readonly Secret[],
): Promise<SignatureHeaders> => {
  if (!webhookIdPattern.test(id)) throw new TypeError('The event id must be visible ASCII without a full stop.')
  if (!Number.isSafeInteger(timestamp) || timestamp < 0)
    throw new TypeError('The timestamp must be a whole number of seconds.')
  if (secrets.length === 0) throw new TypeError('At least one webhook secret is required.')
  const content = signedContent(id, String(timestamp), utf8(body))
  const signatures = await Promise.all(secrets.map((secret) => signature(content, secret)))
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}
