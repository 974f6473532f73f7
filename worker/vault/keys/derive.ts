import { utf8 } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'

/**
 * HKDF-SHA-256 (RFC 5869): from one key, a key for each purpose, none of which says anything about another.
 *
 * Material is a CryptoKey that cannot be exported and can do nothing but derive. Keys are 256 bits.
 */

const NO_SALT = new Uint8Array()

const hkdf = (info: Bytes, salt: Bytes) => ({ name: 'HKDF', hash: 'SHA-256', salt, info })

/** The purposes of derived keys. Two that differ here are different keys; changing one loses what it sealed. */
export type Label =
  | 'root/account-key'
  | 'account/seal'
  | 'account/fingerprint'
  | 'account/request'
  | `token/${string}`
  | `reader/${string}`

/** The label as `info`. The version stands in it, so that a later scheme cannot meet keys of this one. */
export const label = (label: Label): Bytes => utf8(`sluice/1/${label}`)

/** @param raw 32 random bytes */
export const keyMaterial = (raw: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, 'HKDF', false, ['deriveBits', 'deriveKey'])

/** A derived key as 32 bytes, for the one case where it is itself to be wrapped. */
export const deriveBytes = async (material: CryptoKey, info: Bytes, salt: Bytes = NO_SALT): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.deriveBits(hkdf(info, salt), material, 256))

/** The same key as `deriveBytes`, for AES-256-GCM; not extractable. */
export const deriveCipherKey = (material: CryptoKey, info: Bytes, salt: Bytes = NO_SALT): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(hkdf(info, salt), material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/** The same key as `deriveBytes`, for HMAC-SHA-256; not extractable. */
export const deriveMacKey = (material: CryptoKey, info: Bytes, salt: Bytes = NO_SALT): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(hkdf(info, salt), material, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign'])
