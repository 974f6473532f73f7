import { utf8 } from '#contract/encoding/bytes'

const hexPairs = /^(?:[0-9a-f]{2}){32}$/

/**
 * Whether a signature is the HMAC-SHA256 of these bytes. The comparison takes the same time for every signature.
 *
 * @param signature 64 lower-case hex digits
 */
export const isHmacSha256 = async (secret: string, bytes: Uint8Array, signature: string | null): Promise<boolean> => {
  if (secret === '' || signature === null || !hexPairs.test(signature)) return false
  const hash = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', utf8(secret), hash, false, ['verify'])
  return crypto.subtle.verify(
    'HMAC',
    key,
    Uint8Array.from(signature.match(/../g)!, (pair) => parseInt(pair, 16)),
    bytes,
  )
}
