import { fromBase64url, toBase64url, utf8 } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'
import { NONCE_BYTES, TAG_BYTES, decrypt, encrypt, randomNonce } from './cipher.ts'
import type { Purpose } from '../keys/purposes.ts'

/**
 * A sealed value is base64url text, without padding, of
 *
 *     format (1 byte, 1) | version of the key (2 bytes, big-endian) | nonce (12) | ciphertext | tag (16)
 *
 * which is 31 bytes more than was sealed. Header, account, record and purpose are authenticated with it, so that a
 * value that somebody moves to another row, column or account does not open there.
 */

const FORMAT = 1
const HEADER_BYTES = 3

/** A key of AES-256-GCM and which of its kind it is, 1 to 65535. */
export interface SealingKey {
  readonly key: CryptoKey
  readonly version: number
}

/** Where a sealed value belongs. */
export interface Place {
  readonly account: string
  readonly record: string
  readonly purpose: Purpose
}

/** The one answer to everything that does not open, whatever the reason, so that nobody learns from the difference. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen'

  constructor() {
    super('A sealed value cannot be opened.')
  }
}

const concat = (...parts: Uint8Array[]): Bytes => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const header = (version: number): Bytes => {
  const bytes = new Uint8Array(HEADER_BYTES)
  bytes[0] = FORMAT
  new DataView(bytes.buffer).setUint16(1, version)
  return bytes
}

/** Each field behind its length (4 bytes, big-endian): without it "a" and "bc" would be bound as "ab" and "c" are. */
const field = (text: string): Bytes => {
  const bytes = utf8(text)
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, bytes.length)
  return concat(length, bytes)
}

const bound = (version: number, { account, record, purpose }: Place): Bytes =>
  concat(header(version), field(account), field(record), field(purpose))

const parse = (sealed: string) => {
  const bytes = fromBase64url(sealed)
  if (bytes === null || bytes.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES || bytes[0] !== FORMAT)
    throw new CannotOpen()
  const version = new DataView(bytes.buffer).getUint16(1)
  const ciphertextAt = HEADER_BYTES + NONCE_BYTES
  return { version, nonce: bytes.slice(HEADER_BYTES, ciphertextAt), ciphertext: bytes.slice(ciphertextAt) }
}

/**
 * The version of the key that sealed it, to choose the key by. Not authenticated until the value opens.
 *
 * @throws CannotOpen
 */
export const sealedVersion = (sealed: string): number => parse(sealed).version

/** Seals bytes that are themselves a key. What people typed goes through `seal`. */
export const sealBytes = async ({ key, version }: SealingKey, place: Place, plain: Bytes): Promise<string> => {
  const nonce = randomNonce()
  return toBase64url(concat(header(version), nonce, await encrypt(key, nonce, bound(version, place), plain)))
}

/**
 * Opens bytes that are themselves a key. Whoever calls imports them at once and hands on a CryptoKey.
 *
 * @throws CannotOpen
 */
export const openBytes = async ({ key, version }: SealingKey, place: Place, sealed: string): Promise<Bytes> => {
  const parsed = parse(sealed)
  if (parsed.version !== version) throw new CannotOpen()
  return decrypt(key, parsed.nonce, bound(version, place), parsed.ciphertext).catch(() => {
    throw new CannotOpen()
  })
}

export const seal = (key: SealingKey, place: Place, plain: Secret): Promise<string> =>
  sealBytes(key, place, utf8(plain.reveal()))

/** @throws CannotOpen */
export const open = async (key: SealingKey, place: Place, sealed: string): Promise<Secret> =>
  new Secret(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await openBytes(key, place, sealed)))
