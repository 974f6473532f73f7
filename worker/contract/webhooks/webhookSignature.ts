import { fromBase64, utf8 } from '../encoding/bytes.ts'
import type { Bytes } from '../encoding/bytes.ts'

/**
 * What the two ends of a webhook agree on: the symmetric scheme of Standard Webhooks 1.0.0, HMAC-SHA256 by a shared secret.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

export const secretPrefix = 'whsec_'

/** What a secret may have, in bytes. */
const fewest = 24
const most = 64

/** Stands before a signature of this scheme. Other schemes of the specification, such as `v1a,`, may come beside it. */
export const versionPrefix = 'v1,'

/** The specification forbids the full stop: what is signed is joined by it, so an id with one could be read as an id and a time. */
export const webhookIdPattern = /^[\x21-\x2d\x2f-\x7e]+$/

/** What is signed: the id, the time of the attempt in seconds, and the body, joined by full stops. */
export const signedContent = (id: string, timestamp: string, body: Uint8Array): Bytes => {
  const before = utf8(`${id}.${timestamp}.`)
  const content = new Uint8Array(before.length + body.length)
  content.set(before)
  content.set(body, before.length)
  return content
}

/**
 * The key of a secret, with the prefix or without it.
 *
 * @returns null where the text is no secret: the canonical base64 of 24 to 64 bytes
 */
export const webhookKey = async (secret: string, usage: 'sign' | 'verify'): Promise<CryptoKey | null> => {
  const bytes = fromBase64(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret)
  if (bytes === null || bytes.length < fewest || bytes.length > most) return null
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [usage])
}
