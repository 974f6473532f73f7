import { fromBase64, utf8, type Bytes } from '#contract/encoding/bytes'
import { signedContent, versionPrefix, webhookIdPattern, webhookKey } from '#contract/webhooks/webhookSignature'
import { onlyValue, type ReceivedHeaders } from './receivedHeaders.ts'
import { SluiceWebhookError } from './webhookError.ts'
import type { WebhookEvent } from './webhookEvent.ts'

export interface VerifyWebhookOptions {
  /** How far the sender's clock and yours may be apart, in seconds. 300 by default. */
  readonly toleranceSeconds?: number
  /** In place of your clock, for tests. */
  readonly now?: Date
}

/** Signatures beyond these are not looked at: each costs a walk over the body, and strangers may send as many as a header holds. */
const mostSignatures = 10

const secondsPattern = /^(0|[1-9]\d{0,11})$/

const bytesOf = (body: string | Uint8Array | ArrayBuffer): Uint8Array => {
  if (typeof body === 'string') return utf8(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError(
    'body is the body of the request as it was received, as text or bytes: not what it was parsed to.',
  )
}

const keysOf = async (secret: string | readonly string[]): Promise<readonly CryptoKey[]> => {
  const secrets: readonly unknown[] = [secret].flat()
  const keys = await Promise.all(secrets.map((one) => (typeof one === 'string' ? webhookKey(one, 'verify') : null)))
  const usable = keys.filter((key) => key !== null)
  if (usable.length === 0 || usable.length < keys.length)
    throw new TypeError('secret is whsec_ and the base64 of 24 to 64 bytes, or a list of such texts.')
  return usable
}

/** Those of our scheme. */
const signaturesOf = (header: string): readonly Bytes[] =>
  header
    .split(' ')
    .filter((entry) => entry.startsWith(versionPrefix))
    .slice(0, mostSignatures)
    .map((entry) => fromBase64(entry.slice(versionPrefix.length)))
    .filter((signature) => signature !== null)

/** WebCrypto compares in constant time. */
const isSigned = async (content: Bytes, signatures: readonly Bytes[], keys: readonly CryptoKey[]): Promise<boolean> => {
  for (const key of keys)
    for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, content)) return true
  return false
}

const parsed = (body: Uint8Array): WebhookEvent => {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    // The platform's own error would quote the body.
    throw new SluiceWebhookError('body_invalid')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SluiceWebhookError('body_invalid')
  return value as WebhookEvent
}

/**
 * The event that a request brings, once it is certain that your gateway sent it, and just now: Standard Webhooks 1.0.0, HMAC-SHA256.
 *
 *     const event = await verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET!)
 *
 * The same event may come more than once and late: keep its `id`, and act on each once.
 *
 * @param body exactly as it was received: text or bytes, before anything parses it
 * @param headers `Headers`, Node's `request.headers`, or an object of names, in any case, and values
 * @param secret of the endpoint, `whsec_…`; while it is replaced, a list of the old one and the new one
 * @throws {SluiceWebhookError} with its `reason`, where the request is no webhook to act on
 * @throws {TypeError} for what is no body, secret or tolerance: a mistake of the program, not of the sender
 */
export const verifyWebhook = async (
  body: string | Uint8Array | ArrayBuffer,
  headers: ReceivedHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyWebhookOptions = {},
): Promise<WebhookEvent> => {
  if (!(toleranceSeconds >= 0)) throw new TypeError('toleranceSeconds is a number, 0 or more.')
  // A copy: whoever reuses the buffer meanwhile must not have another body read than was verified.
  const received = bytesOf(body).slice()
  const keys = await keysOf(secret)
  const id = onlyValue(headers, 'webhook-id')
  const timestamp = onlyValue(headers, 'webhook-timestamp')
  const signatures = signaturesOf(onlyValue(headers, 'webhook-signature'))
  if (!webhookIdPattern.test(id) || !secondsPattern.test(timestamp)) throw new SluiceWebhookError('header_invalid')

  const content = signedContent(id, timestamp, received)
  if (!(await isSigned(content, signatures, keys))) throw new SluiceWebhookError('signature_wrong')
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp)
  if (age < -toleranceSeconds) throw new SluiceWebhookError('timestamp_too_new')
  if (!(age <= toleranceSeconds)) throw new SluiceWebhookError('timestamp_too_old')
  return parsed(received)
}
