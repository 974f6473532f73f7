import { randomBytes } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'

/**
 * AES-256-GCM (NIST SP 800-38D) with a nonce of 96 bits and a tag of 128, which stands at the end of the ciphertext.
 *
 * Nonces are random, so one key may encrypt 2^32 times (section 8.3). That bounds the cards of one account.
 */

export const NONCE_BYTES = 12
export const TAG_BYTES = 16

const gcm = (nonce: Bytes, bound: Bytes) => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: bound,
  tagLength: TAG_BYTES * 8,
})

export const randomNonce = (): Bytes => randomBytes(NONCE_BYTES)

/** @param raw 32 bytes */
export const cipherKey = (raw: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])

/** @param bound what is authenticated beside the plain bytes, and must be the same to decrypt */
export const encrypt = async (key: CryptoKey, nonce: Bytes, bound: Bytes, plain: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.encrypt(gcm(nonce, bound), key, plain))

/** @throws OperationError where anything differs from what was encrypted */
export const decrypt = async (key: CryptoKey, nonce: Bytes, bound: Bytes, ciphertext: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.decrypt(gcm(nonce, bound), key, ciphertext))
