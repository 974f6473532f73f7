import { utf8 } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'

/**
 * HKDF-SHA-256 (RFC 5869): derives independent keys for each purpose from one key.
 *
 * The key material is a CryptoKey that is not extractable and can only derive. Derived keys have 256 bits.
 */

const NO_SALT = new Uint8Array()

const hkdf = (info: Bytes, salt: Bytes) => ({ name: 'HKDF', hash: 'SHA-256', salt, info })

/** The purposes of derived keys. Stored data depends on them: changing one makes its sealed values unreadable. */
export type Label =
  | 'root/account-key'
  | 'root/passkey-challenge'
  | 'account/seal'
  | 'account/fingerprint'
  | 'account/request'
  | 'account/idempotency'
  | `token/${string}`
  | `reader/${string}`

/** The label as HKDF `info`. It contains the version of the scheme, so a later scheme derives other keys. */
export const label = (label: Label): Bytes => utf8(`sluice/1/${label}`)

/** @param raw 32 random bytes */
export const keyMaterial = (raw: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, 'HKDF', false, ['deriveBits', 'deriveKey'])

/** A derived key as 32 bytes, for keys that are wrapped. */
export const deriveBytes = async (material: CryptoKey, info: Bytes, salt: Bytes = NO_SALT): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.deriveBits(hkdf(info, salt), material, 256))

/** The same key as `deriveBytes`, for AES-256-GCM; not extractable. */
export const deriveCipherKey = (material: CryptoKey, info: Bytes, salt: Bytes = NO_SALT): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(hkdf(info, salt), material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/** The same key as `deriveBytes`, for HMAC-SHA-256; not extractable. */
export const deriveMacKey = (material: CryptoKey, info: Bytes, salt: Bytes = NO_SALT): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(hkdf(info, salt), material, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign'])
