/** Encodings of bytes as text. Decoders are strict: they return null for text that is not canonical. */

export type Bytes = Uint8Array<ArrayBuffer>

/** A generator of random bytes: the platform's, or a deterministic one in tests. */
export type Random = (length: number) => Bytes

/** @param length at most 65,536, the limit of the platform's generator */
export const randomBytes: Random = (length) => {
  const bytes = new Uint8Array(length)
  crypto.getRandomValues(bytes)
  return bytes
}

const encoder = new TextEncoder()

/** Encodes UTF-8. The cast is safe, since an encoder never returns shared memory. */
export const utf8 = (text: string): Bytes => encoder.encode(text) as Bytes

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Encodes lower-case hex with a lookup table: a callback per byte took 5% of the time of a small request. */
export const toHex = (bytes: Uint8Array): string => {
  let hex = ''
  for (const byte of bytes) hex += HEX[byte]
  return hex
}

/** @returns null if the text is not an even number of lower-case hex digits */
export const fromHex = (text: string): Bytes | null =>
  /^([0-9a-f]{2})*$/.test(text) ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : null

/** Base64 of RFC 4648, section 4, with padding. */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/**
 * Decodes base64 of RFC 4648, section 4. atob also accepts spaces, missing padding and non-zero trailing bits, so several texts would
 * decode to the same bytes. Encoding the result again shows whether the text is canonical.
 *
 * @returns null if the text is not canonical base64
 */
export const fromBase64 = (text: string): Bytes | null => {
  if (!/^[0-9A-Za-z+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null
  // atob returns only characters below 256, so code units are bytes.
  // oxlint-disable-next-line unicorn/prefer-code-point
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return toBase64(bytes) === text ? bytes : null
}

/** Base64url of RFC 4648, section 5, without padding. */
export const toBase64url = (bytes: Uint8Array): string =>
  toBase64(bytes)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')

/** @returns null if the text is not canonical base64url without padding */
export const fromBase64url = (text: string): Bytes | null => {
  if (!/^[0-9A-Za-z_-]*$/.test(text)) return null
  const padding = '='.repeat((4 - (text.length % 4)) % 4)
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/') + padding)
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Encodes a non-negative safe integer in base 62 (digits, upper case, lower case), padded with 0 on the left. */
export const toBase62 = (number: number, length: number): string => {
  let text = ''
  for (let rest = number; rest > 0; rest = Math.floor(rest / 62)) text = BASE62.charAt(rest % 62) + text
  return text.padStart(length, '0')
}

/** The largest multiple of 62 in a byte. Bytes from here on are discarded, since they would make 0 to 7 more likely. */
const UNBIASED_LIMIT = 248

/** Random base 62 text with uniformly distributed characters: 5.954 bits each, so 22 characters have 130.9 bits. */
export const randomBase62 = (length: number, random: Random = randomBytes): string => {
  let text = ''
  while (text.length < length)
    for (const byte of random(length - text.length)) if (byte < UNBIASED_LIMIT) text += BASE62.charAt(byte % 62)
  return text
}
