import { fromBase64 } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'

/** Signatures by ECDSA on P-256 with SHA-256. Wallets write them as DER in base64, WebCrypto reads r and s, 32 bytes each. */

const scalarBytes = 32
const sequence = 0x30
const integer = 0x02

/** A positive DER integer at an offset, as 32 bytes, and where it ends. Null where it is negative, zero, padded or too long. */
const readInteger = (der: Bytes, at: number): { scalar: Bytes; end: number } | null => {
  const [tag, length = 0, first = 0, second = 0] = der.subarray(at, at + 4)
  const end = at + 2 + length
  if (tag !== integer || length === 0 || end > der.length || first >= 0x80) return null
  // A leading zero stands only where the number would be negative without it; zero itself is in no signature.
  if (first === 0 && (length === 1 || second < 0x80)) return null
  const digits = der.subarray(first === 0 ? at + 3 : at + 2, end)
  if (digits.length > scalarBytes) return null
  const scalar = new Uint8Array(scalarBytes)
  scalar.set(digits, scalarBytes - digits.length)
  return { scalar, end }
}

/** r and s of a DER signature (RFC 3279, 2.2.3), 64 bytes. Null where it is not the one DER of two positive numbers. */
export const rawSignature = (der: Bytes): Bytes | null => {
  // 72 bytes at most, so a length is always one byte.
  if (der[0] !== sequence || der[1] !== der.length - 2) return null
  const r = readInteger(der, 2)
  const s = r && readInteger(der, r.end)
  if (s === null || s.end !== der.length) return null
  const raw = new Uint8Array(2 * scalarBytes)
  raw.set(r!.scalar)
  raw.set(s.scalar, scalarBytes)
  return raw
}

const verifies = async (key: CryptoKey, signature: string, signed: Bytes): Promise<boolean> => {
  const der = fromBase64(signature)
  const raw = der && rawSignature(der)
  return raw !== null && crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, raw, signed)
}

/** Whether any of the signatures (DER, base64) is one by any of the keys. */
export const isSignedByAny = async (
  keys: readonly CryptoKey[],
  signatures: readonly string[],
  signed: Bytes,
): Promise<boolean> => {
  const pairs = keys.flatMap((key) => signatures.map((signature) => verifies(key, signature, signed)))
  return (await Promise.all(pairs)).includes(true)
}
