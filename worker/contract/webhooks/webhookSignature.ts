import { fromBase64, utf8 } from '../encoding/bytes.ts'
import type { Bytes } from '../encoding/bytes.ts'

/**
 * The signature scheme of webhooks: the symmetric scheme of Standard Webhooks 1.0.0, HMAC-SHA256 with a shared secret.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

export const secretPrefix = 'whsec_'

/** Length of a secret in bytes. */
const minSecretBytes = 24
const maxSecretBytes = 64

/** Prefix of a signature of this scheme. Signatures of other schemes, such as `v1a,`, can be in the same header. */
export const versionPrefix = 'v1,'

/** The specification forbids full stops: they separate the signed parts, so an id with a full stop would be ambiguous. */
export const webhookIdPattern = /^[\x21-\x2d\x2f-\x7e]+$/

/** The signed content: the id, the time of the attempt in seconds, and the body, joined by full stops. */
export const signedContent = (id: string, timestamp: string, body: Uint8Array): Bytes => {
  const before = utf8(`${id}.${timestamp}.`)
  const content = new Uint8Array(before.length + body.length)
  content.set(before)
  content.set(body, before.length)
  return content
}

/**
 * Imports the key of a secret, with or without the prefix.
 *
 * @returns null if the text is not the canonical base64 of 24 to 64 bytes
 */
export const importWebhookKey = async (secret: string, usage: 'sign' | 'verify'): Promise<CryptoKey | null> => {
  const bytes = fromBase64(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret)
  if (bytes === null || bytes.length < minSecretBytes || bytes.length > maxSecretBytes) return null
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [usage])
}
