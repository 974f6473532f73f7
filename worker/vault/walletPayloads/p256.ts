import { fromBase64 } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'

/** Imports of P-256 keys. Only uncompressed points are accepted: 0x04, then both coordinates. */

const pointBytes = 65
const uncompressed = 0x04

/**
 * Base64 of the DER of a SubjectPublicKeyInfo up to the first byte of an uncompressed P-256 point, which ends on a base64 boundary. Comparing
 * this prefix replaces DER parsing: it fixes the named curve and the point form.
 */
const publicKeyPrefix = 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE'

/** The point of a SubjectPublicKeyInfo in base64. Null for anything else. */
export const parsePoint = (publicKey: string): Bytes | null => {
  const bytes = publicKey.startsWith(publicKeyPrefix) ? fromBase64(publicKey) : null
  const point = bytes?.slice(-pointBytes) ?? null
  return bytes?.length === pointBytes + 26 ? point : null
}

/** WebCrypto rejects points off the curve, but some platforms accept compressed ones, hence the check. */
const importPoint = async (point: Bytes, name: 'ECDSA' | 'ECDH', uses: 'verify'[]): Promise<CryptoKey | null> => {
  if (point.length !== pointBytes || point[0] !== uncompressed) return null
  return crypto.subtle.importKey('raw', point, { name, namedCurve: 'P-256' }, false, uses).catch(() => null)
}

/** Null if it is not a point of the curve. */
export const importVerifyingKey = (point: Bytes): Promise<CryptoKey | null> => importPoint(point, 'ECDSA', ['verify'])

/** Null if it is not a point of the curve. */
export const importEphemeralKey = (point: Bytes): Promise<CryptoKey | null> => importPoint(point, 'ECDH', [])

/** Null if it is not PKCS #8 of a P-256 private key. */
export const importRecipientKey = (pkcs8: Bytes): Promise<CryptoKey | null> =>
  crypto.subtle
    .importKey('pkcs8', pkcs8, { name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
    .catch(() => null)
