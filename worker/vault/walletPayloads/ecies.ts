import * as v from 'valibot'
import { fromBase64, utf8 } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'
import { googlePayProtocols, googlePaySender } from '#contract/tokens/googlePayProtocol'
import type { GooglePayProtocol } from '#contract/tokens/googlePayProtocol'
import { parseStrictJson } from './json.ts'
import { importEphemeralKey } from './p256.ts'

/**
 * Decryption of a Google Pay signed message: ECIES-KEM (ISO/IEC 18033-2) on P-256, without cofactor mode and single hash mode, then AES-CTR
 * with HMAC-SHA-256 over the ciphertext.
 */

const base64 = v.pipe(
  v.string(),
  v.transform(fromBase64),
  v.check((bytes) => bytes !== null),
  v.transform((bytes) => bytes as Bytes),
)

const messageSchema = v.strictObject({ encryptedMessage: base64, ephemeralPublicKey: base64, tag: base64 })

/** 32 zero bytes: the RFC 5869 value for no salt. */
const salt = new Uint8Array(32)

/** Zero, since each message has its own keys. */
const firstCounter = new Uint8Array(16)

const concat = (first: Bytes, second: Bytes): Bytes => {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

/** The cast is needed because the worker's types call the member $public; the runtime accepts only the standard name. */
const ecdhParameters = (ephemeral: CryptoKey) =>
  ({ name: 'ECDH', public: ephemeral }) as Parameters<SubtleCrypto['deriveBits']>[0]

/** The encryption and MAC keys: HKDF-SHA-256 over the ephemeral point and the shared secret, split in two. */
const deriveMessageKeys = async (
  protocol: GooglePayProtocol,
  recipient: CryptoKey,
  ephemeralPoint: Bytes,
): Promise<{ encryption: CryptoKey; mac: CryptoKey } | null> => {
  const ephemeral = await importEphemeralKey(ephemeralPoint)
  if (ephemeral === null) return null
  const secret = new Uint8Array(await crypto.subtle.deriveBits(ecdhParameters(ephemeral), recipient, 256))
  const material = await crypto.subtle.importKey('raw', concat(ephemeralPoint, secret), 'HKDF', false, ['deriveBits'])
  const { keyBytes } = googlePayProtocols[protocol]
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info: utf8(googlePaySender) }
  const bytes = new Uint8Array(await crypto.subtle.deriveBits(derivation, material, 2 * keyBytes * 8))
  const [encryption, mac] = await Promise.all([
    crypto.subtle.importKey('raw', bytes.slice(0, keyBytes), 'AES-CTR', false, ['decrypt']),
    crypto.subtle.importKey('raw', bytes.slice(keyBytes), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']),
  ])
  return { encryption, mac }
}

/** Null for any fault. The platform compares the tag in constant time, before decryption. */
export const decryptMessage = async (
  protocol: GooglePayProtocol,
  recipient: CryptoKey,
  signedMessage: string,
): Promise<string | null> => {
  const message = parseStrictJson(messageSchema, signedMessage)
  const keys = message && (await deriveMessageKeys(protocol, recipient, message.ephemeralPublicKey))
  if (keys === null || !(await crypto.subtle.verify('HMAC', keys.mac, message!.tag, message!.encryptedMessage)))
    return null
  const cipher = { name: 'AES-CTR', counter: firstCounter, length: 128 }
  const plain = await crypto.subtle.decrypt(cipher, keys.encryption, message!.encryptedMessage)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain)
  } catch {
    return null
  }
}
