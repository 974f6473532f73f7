import { utf8 } from '../encoding/bytes.ts'
import type { Bytes } from '../encoding/bytes.ts'

/**
 * How a phone's wallet signs and encrypts a payment: the facts that both ends share. From the public specification "Payment data
 * cryptography for merchants" of Google Pay.
 */

/** Who signs. Stands in every signed text, and, as ASCII, in the derivation of the keys. */
export const walletSender = 'Google'

/**
 * The two protocols. Message and tag have a key each, of this many bytes: AES-128-CTR and HMAC under ECv1, AES-256-CTR and HMAC under
 * ECv2. Under ECv2 a root key signs an intermediate key, and that signs the message; under ECv1 the root signs it itself.
 */
export const walletProtocols = {
  ECv1: { keyBytes: 16, intermediate: false },
  ECv2: { keyBytes: 32, intermediate: true },
} as const
export type WalletProtocol = keyof typeof walletProtocols

/** The bytes that are signed: of each part its length in bytes, as four bytes, the lowest first, and then its UTF-8. */
export const walletSignedBytes = (...parts: readonly string[]): Bytes => {
  const encoded = parts.map(utf8)
  const bytes = new Uint8Array(encoded.reduce((total, { length }) => total + 4 + length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const part of encoded) {
    view.setUint32(at, part.length, true)
    bytes.set(part, at + 4)
    at += 4 + part.length
  }
  return bytes
}
