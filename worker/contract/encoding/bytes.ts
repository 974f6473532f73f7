/** Bytes as text and back. Readers are strict: a text that its own writer would not have written is null, never a guess. */

export type Bytes = Uint8Array<ArrayBuffer>

/** Where random bytes come from: the platform's generator, or a test's. */
export type Random = (length: number) => Bytes

/** @param length 65,536 at most, the limit of the platform's generator */
export const randomBytes: Random = (length) => {
  const bytes = new Uint8Array(length)
  crypto.getRandomValues(bytes)
  return bytes
}

const encoder = new TextEncoder()

/** UTF-8. The cast: an encoder's answer never lies in shared memory, which not every platform's types say. */
export const utf8 = (text: string): Bytes => encoder.encode(text) as Bytes

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** From a table, since each request writes an id: byte by byte through a callback it took a twentieth of the time of a small one. */
export const toHex = (bytes: Uint8Array): string => {
  let hex = ''
  for (const byte of bytes) hex += HEX[byte]
  return hex
}

/** @returns null where the text is not an even number of lower-case hex digits */
export const fromHex = (text: string): Bytes | null =>
  /^([0-9a-f]{2})*$/.test(text) ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : null

/** Base64 of RFC 4648, section 4, with padding. */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/**
 * Reads base64 of RFC 4648, section 4. atob alone also takes spaces, missing padding and stray bits in the last
 * character, so that many texts would mean the same bytes; the way back shows whether this is the one.
 *
 * @returns null where the text is not the canonical base64 of anything
 */
export const fromBase64 = (text: string): Bytes | null => {
  if (!/^[0-9A-Za-z+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null
  // Only characters below 256 come out of atob, so code units are bytes.
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

/** @returns null where the text is not the canonical base64url, without padding, of anything */
export const fromBase64url = (text: string): Bytes | null => {
  if (!/^[0-9A-Za-z_-]*$/.test(text)) return null
  const padding = '='.repeat((4 - (text.length % 4)) % 4)
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/') + padding)
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A whole number, 0 or more and a safe integer, in base 62 (digits, upper case, lower case), padded with 0 on the left. */
export const toBase62 = (number: number, length: number): string => {
  let text = ''
  for (let rest = number; rest > 0; rest = Math.floor(rest / 62)) text = BASE62.charAt(rest % 62) + text
  return text.padStart(length, '0')
}

/** The largest multiple of 62 in a byte. A byte from here on is thrown away, since keeping it would favour 0 to 7. */
const FAIR = 248

/** Random text of base 62, each character equally likely: 5.954 bits each, so 22 characters are 130.9 bits. */
export const randomBase62 = (length: number, random: Random = randomBytes): string => {
  let text = ''
  while (text.length < length)
    for (const byte of random(length - text.length)) if (byte < FAIR) text += BASE62.charAt(byte % 62)
  return text
}
