import { fromBase64 } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'

/** ECDSA signatures on P-256 with SHA-256. Google Pay sends DER in base64, WebCrypto expects r and s of 32 bytes each. */

const scalarBytes = 32
const sequence = 0x30
const integer = 0x02

/** A positive DER integer at an offset, as 32 bytes, and its end. Null if it is negative, zero, padded or too long. */
const parseInteger = (der: Bytes, at: number): { scalar: Bytes; end: number } | null => {
  const [tag, length = 0, first = 0, second = 0] = der.subarray(at, at + 4)
  const end = at + 2 + length
  if (tag !== integer || length === 0 || end > der.length || first >= 0x80) return null
  // A leading zero is valid only before a byte >= 0x80. Zero itself is invalid in a signature.
  if (first === 0 && (length === 1 || second < 0x80)) return null
  const digits = der.subarray(first === 0 ? at + 3 : at + 2, end)
  if (digits.length > scalarBytes) return null
  const scalar = new Uint8Array(scalarBytes)
  scalar.set(digits, scalarBytes - digits.length)
  return { scalar, end }
}

/** r and s of a DER signature (RFC 3279, 2.2.3), 64 bytes. Null if it is not canonical DER of two positive numbers. */
export const toRawSignature = (der: Bytes): Bytes | null => {
  // At most 72 bytes, so each length is one byte.
  if (der[0] !== sequence || der[1] !== der.length - 2) return null
  const r = parseInteger(der, 2)
  const s = r && parseInteger(der, r.end)
  if (s === null || s.end !== der.length) return null
  const raw = new Uint8Array(2 * scalarBytes)
  raw.set(r!.scalar)
  raw.set(s.scalar, scalarBytes)
  return raw
}

const verifySignature = async (key: CryptoKey, signature: string, signed: Bytes): Promise<boolean> => {
  const der = fromBase64(signature)
  const raw = der && toRawSignature(der)
  return raw !== null && crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, raw, signed)
}

/** Whether any of the signatures (DER, base64) is valid for any of the keys. */
export const isSignedByAny = async (
  keys: readonly CryptoKey[],
  signatures: readonly string[],
  signed: Bytes,
): Promise<boolean> => {
  const pairs = keys.flatMap((key) => signatures.map((signature) => verifySignature(key, signature, signed)))
  return (await Promise.all(pairs)).includes(true)
}
