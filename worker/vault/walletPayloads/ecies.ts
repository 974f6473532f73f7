import * as v from 'valibot'
import { fromBase64, utf8 } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'
import { walletProtocols, walletSender } from '#contract/tokens/googlePayProtocol'
import type { WalletProtocol } from '#contract/tokens/googlePayProtocol'
import { readJson } from './json.ts'
import { ephemeralKey } from './p256.ts'

/**
 * Decryption of a signed message: ECIES-KEM (ISO/IEC 18033-2) on P-256, without cofactor mode and without single hash mode, then AES in
 * counter mode and HMAC-SHA-256 over the ciphertext.
 */

const base64 = v.pipe(
  v.string(),
  v.transform(fromBase64),
  v.check((bytes) => bytes !== null),
  v.transform((bytes) => bytes as Bytes),
)

const messageSchema = v.strictObject({ encryptedMessage: base64, ephemeralPublicKey: base64, tag: base64 })

/** 32 zero bytes: what RFC 5869 puts in place of no salt. */
const salt = new Uint8Array(32)

/** Each message has keys of its own, so that the counter may begin at zero. */
const firstCounter = new Uint8Array(16)

const joined = (one: Bytes, other: Bytes): Bytes => {
  const bytes = new Uint8Array(one.length + other.length)
  bytes.set(one)
  bytes.set(other, one.length)
  return bytes
}

/** The cast: the worker's types call the member $public, though the worker takes the standard's name alone. */
const agreement = (ephemeral: CryptoKey) =>
  ({ name: 'ECDH', public: ephemeral }) as Parameters<SubtleCrypto['deriveBits']>[0]

/** The keys of the message and of its tag: HKDF-SHA-256 over the ephemeral point and the shared secret, cut in two. */
const messageKeys = async (
  protocol: WalletProtocol,
  recipient: CryptoKey,
  ephemeralPoint: Bytes,
): Promise<{ encryption: CryptoKey; mac: CryptoKey } | null> => {
  const ephemeral = await ephemeralKey(ephemeralPoint)
  if (ephemeral === null) return null
  const secret = new Uint8Array(await crypto.subtle.deriveBits(agreement(ephemeral), recipient, 256))
  const material = await crypto.subtle.importKey('raw', joined(ephemeralPoint, secret), 'HKDF', false, ['deriveBits'])
  const { keyBytes } = walletProtocols[protocol]
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info: utf8(walletSender) }
  const bytes = new Uint8Array(await crypto.subtle.deriveBits(derivation, material, 2 * keyBytes * 8))
  const [encryption, mac] = await Promise.all([
    crypto.subtle.importKey('raw', bytes.slice(0, keyBytes), 'AES-CTR', false, ['decrypt']),
    crypto.subtle.importKey('raw', bytes.slice(keyBytes), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']),
  ])
  return { encryption, mac }
}

/** Null whatever is wrong. The tag is compared by the platform, in constant time, and before anything is decrypted. */
export const decryptMessage = async (
  protocol: WalletProtocol,
  recipient: CryptoKey,
  signedMessage: string,
): Promise<string | null> => {
  const message = readJson(messageSchema, signedMessage)
  const keys = message && (await messageKeys(protocol, recipient, message.ephemeralPublicKey))
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
