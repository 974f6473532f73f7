import { fromBase64, utf8, type Bytes } from '#contract/encoding/bytes'
import { signedContent, versionPrefix, webhookIdPattern, importWebhookKey } from '#contract/webhooks/webhookSignature'
import { onlyValue, type ReceivedHeaders } from './receivedHeaders.ts'
import { SluiceWebhookError } from './webhookError.ts'
import type { WebhookEvent } from './webhookEvent.ts'

export interface VerifyWebhookOptions {
  /** Allowed difference between the sender's clock and yours in seconds. 300 by default. */
  readonly toleranceSeconds?: number
  /** Replaces the clock in tests. */
  readonly now?: Date
}

/** At most this many signatures are checked, since each costs a pass over the body. */
const mostSignatures = 10

const secondsPattern = /^(0|[1-9]\d{0,11})$/

const bytesOf = (body: string | Uint8Array | ArrayBuffer): Uint8Array => {
  if (typeof body === 'string') return utf8(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError('body must be the raw request body as text or bytes, not the parsed JSON.')
}

const keysOf = async (secret: string | readonly string[]): Promise<readonly CryptoKey[]> => {
  const secrets: readonly unknown[] = [secret].flat()
  const keys = await Promise.all(
    secrets.map((one) => (typeof one === 'string' ? importWebhookKey(one, 'verify') : null)),
  )
  const usable = keys.filter((key) => key !== null)
  if (usable.length === 0 || usable.length < keys.length)
    throw new TypeError('secret must be whsec_ and the base64 of 24 to 64 bytes, or a list of such texts.')
  return usable
}

/** The signatures of scheme v1. */
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
    // The platform's error would quote the body.
    throw new SluiceWebhookError('body_invalid')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SluiceWebhookError('body_invalid')
  return value as WebhookEvent
}

/**
 * Verifies that your gateway sent a request recently and returns its event: Standard Webhooks 1.0.0, HMAC-SHA256.
 *
 *     const event = await verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET!)
 *
 * An event may be delivered late and more than once: store its `id` and process each once.
 *
 * @param body the raw request body, text or bytes
 * @param headers `Headers`, Node's `request.headers`, or an object of names, in any case, and values
 * @param secret of the endpoint, `whsec_…`; during a rotation a list of the old and the new one
 * @throws {SluiceWebhookError} with a `reason`, if the request must be rejected
 * @throws {TypeError} for an invalid body, secret or tolerance argument
 */
export const verifyWebhook = async (
  body: string | Uint8Array | ArrayBuffer,
  headers: ReceivedHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyWebhookOptions = {},
): Promise<WebhookEvent> => {
  if (!(toleranceSeconds >= 0)) throw new TypeError('toleranceSeconds must be a number of 0 or more.')
  // A copy, so that reusing the buffer cannot change the body after its verification.
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
