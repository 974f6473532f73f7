import { randomBytes } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'

/**
 * AES-256-GCM (NIST SP 800-38D) with a nonce of 96 bits and a tag of 128 bits at the end of the ciphertext.
 *
 * Nonces are random, so one key may encrypt at most 2^32 times (section 8.3), which limits the cards of one account.
 */

export const NONCE_BYTES = 12
export const TAG_BYTES = 16

const gcm = (nonce: Bytes, additionalData: Bytes) => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData,
  tagLength: TAG_BYTES * 8,
})

export const randomNonce = (): Bytes => randomBytes(NONCE_BYTES)

/** @param raw 32 bytes */
export const cipherKey = (raw: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])

/** @param additionalData authenticated with the plaintext; decryption needs the same bytes */
export const encrypt = async (key: CryptoKey, nonce: Bytes, additionalData: Bytes, plain: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.encrypt(gcm(nonce, additionalData), key, plain))

/** @throws OperationError if the key, nonce, additional data or ciphertext differs */
export const decrypt = async (key: CryptoKey, nonce: Bytes, additionalData: Bytes, ciphertext: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.decrypt(gcm(nonce, additionalData), key, ciphertext))
