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
 * which adds 31 bytes. Header, account, record and purpose are additional authenticated data, so a value that is moved to another row, column
 * or account does not open there.
 */

const FORMAT = 1
const HEADER_BYTES = 3

/** An AES-256-GCM key and its version, 1 to 65535. */
export interface SealingKey {
  readonly key: CryptoKey
  readonly version: number
}

/** The context that a sealed value is bound to. */
export interface SealContext {
  readonly account: string
  readonly record: string
  readonly purpose: Purpose
}

/** The single error for every value that does not open, so that the reason is not revealed. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen'

  constructor() {
    super('A sealed value cannot be opened.')
  }
}

const concat = (...parts: Uint8Array[]): Bytes => {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

const header = (version: number): Bytes => {
  const bytes = new Uint8Array(HEADER_BYTES)
  bytes[0] = FORMAT
  new DataView(bytes.buffer).setUint16(1, version)
  return bytes
}

/** A field with its length before it (4 bytes, big-endian). Without it "a", "bc" and "ab", "c" would be the same bytes. */
const field = (text: string): Bytes => {
  const bytes = utf8(text)
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, bytes.length)
  return concat(length, bytes)
}

const additionalData = (version: number, { account, record, purpose }: SealContext): Bytes =>
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
 * The version of the key that a value is sealed with, to select the key. Not authenticated until the value opens.
 *
 * @throws CannotOpen
 */
export const sealingKeyVersion = (sealed: string): number => parse(sealed).version

/** Seals bytes that are themselves a key. Other values use `seal`. */
export const sealBytes = async ({ key, version }: SealingKey, context: SealContext, plain: Bytes): Promise<string> => {
  const nonce = randomNonce()
  return toBase64url(concat(header(version), nonce, await encrypt(key, nonce, additionalData(version, context), plain)))
}

/**
 * Opens bytes that are themselves a key. The caller must import them as a CryptoKey immediately.
 *
 * @throws CannotOpen
 */
export const openBytes = async ({ key, version }: SealingKey, context: SealContext, sealed: string): Promise<Bytes> => {
  const parsed = parse(sealed)
  if (parsed.version !== version) throw new CannotOpen()
  return decrypt(key, parsed.nonce, additionalData(version, context), parsed.ciphertext).catch(() => {
    throw new CannotOpen()
  })
}

export const seal = (key: SealingKey, context: SealContext, plain: Secret): Promise<string> =>
  sealBytes(key, context, utf8(plain.reveal()))

/** @throws CannotOpen */
export const open = async (key: SealingKey, context: SealContext, sealed: string): Promise<Secret> =>
  new Secret(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await openBytes(key, context, sealed)))
