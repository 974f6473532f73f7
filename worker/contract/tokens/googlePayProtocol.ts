import { utf8 } from '../encoding/bytes.ts'
import type { Bytes } from '../encoding/bytes.ts'

/**
 * Constants of Google Pay's payment data cryptography, shared by both ends. From the public specification "Payment data cryptography for
 * merchants".
 */

/** The sender id, part of every signed text and, as ASCII, of the key derivation. */
export const googlePaySender = 'Google'

/**
 * The two protocols. Encryption and MAC each have a key of `keyBytes`: AES-128-CTR and HMAC in ECv1, AES-256-CTR and HMAC in ECv2. In ECv2
 * the root key signs an intermediate key, which signs the message; in ECv1 the root key signs the message.
 */
export const googlePayProtocols = {
  ECv1: { keyBytes: 16, intermediate: false },
  ECv2: { keyBytes: 32, intermediate: true },
} as const
export type GooglePayProtocol = keyof typeof googlePayProtocols

/** The signed bytes: for each part its length in bytes as a little-endian uint32, followed by its UTF-8. */
export const googlePaySignedBytes = (...parts: readonly string[]): Bytes => {
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
