import { fromBase64 } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'

/** Points of the curve P-256 as keys. Only the uncompressed form is taken: 0x04, then both coordinates. */

const pointBytes = 65
const uncompressed = 0x04

/**
 * The DER of a SubjectPublicKeyInfo up to the first byte of an uncompressed point of P-256, whose base64 happens to end there. Comparing
 * it says all that parsing would: which curve, named and not spelt out, and which form.
 */
const publicKeyStart = 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE'

/** The point in a SubjectPublicKeyInfo, base64. Null where it is anything else. */
export const pointOf = (publicKey: string): Bytes | null => {
  const bytes = publicKey.startsWith(publicKeyStart) ? fromBase64(publicKey) : null
  const point = bytes?.slice(-pointBytes) ?? null
  return bytes?.length === pointBytes + 26 ? point : null
}

/** WebCrypto refuses points that are not on the curve; some platforms take compressed ones. */
const importPoint = async (point: Bytes, name: 'ECDSA' | 'ECDH', uses: 'verify'[]): Promise<CryptoKey | null> => {
  if (point.length !== pointBytes || point[0] !== uncompressed) return null
  return crypto.subtle.importKey('raw', point, { name, namedCurve: 'P-256' }, false, uses).catch(() => null)
}

/** Null where it is no point of the curve. */
export const verifyingKey = (point: Bytes): Promise<CryptoKey | null> => importPoint(point, 'ECDSA', ['verify'])

/** Null where it is no point of the curve. */
export const ephemeralKey = (point: Bytes): Promise<CryptoKey | null> => importPoint(point, 'ECDH', [])

/** Null where it is no PKCS #8 of a private key of P-256. */
export const recipientKey = (pkcs8: Bytes): Promise<CryptoKey | null> =>
  crypto.subtle
    .importKey('pkcs8', pkcs8, { name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
    .catch(() => null)
