import { decodePKIXECDSASignature } from '@oslojs/crypto/ecdsa'
import { coseAlgorithmES256, coseAlgorithmRS256, coseEllipticCurveP256 } from '@oslojs/webauthn'
import type { COSEPublicKey } from '@oslojs/webauthn'
import { fromHex, toBase64url } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'

/** The algorithms that every authenticator has at least one of, by their numbers in COSE: ES256, and RS256 of older Windows. */
export const algorithms = [coseAlgorithmES256, coseAlgorithmRS256] as const

/** The bytes of a number, with leading zeros up to a length. @throws RangeError if it is longer */
const toBytes = (number: bigint, length?: number): Bytes => {
  const hex = number.toString(16)
  const digits = length === undefined ? hex.length + (hex.length % 2) : length * 2
  if (hex.length > digits) throw new RangeError('A number is too long.')
  return fromHex(hex.padStart(digits, '0'))!
}

const p256Length = 32

/** The public key of a new passkey as a JWK. @throws Error for another type of key or algorithm */
export const toJwk = (key: COSEPublicKey): { readonly algorithm: number; readonly jwk: JsonWebKey } => {
  const algorithm = key.algorithm()
  if (algorithm === coseAlgorithmES256) {
    const { curve, x, y } = key.ec2()
    if (curve !== coseEllipticCurveP256) throw new Error('Unsupported curve.')
    const [textX, textY] = [x, y].map((number) => toBase64url(toBytes(number, p256Length))) as [string, string]
    return { algorithm, jwk: { kty: 'EC', crv: 'P-256', x: textX, y: textY } }
  }
  if (algorithm === coseAlgorithmRS256) {
    const { n, e } = key.rsa()
    return { algorithm, jwk: { kty: 'RSA', n: toBase64url(toBytes(n)), e: toBase64url(toBytes(e)) } }
  }
  throw new Error('Unsupported algorithm.')
}

/** Whether a signature over a message is right. Malformed keys and signatures are wrong. */
export const isSignedBy = async (
  { algorithm, publicKey }: { readonly algorithm: number; readonly publicKey: string },
  message: Bytes,
  signature: Bytes,
): Promise<boolean> => {
  try {
    const jwk = JSON.parse(publicKey) as JsonWebKey
    if (algorithm === coseAlgorithmES256) {
      const { r, s } = decodePKIXECDSASignature(signature)
      const raw = new Uint8Array([...toBytes(r, p256Length), ...toBytes(s, p256Length)])
      const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
      return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, raw, message)
    }
    const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('jwk', jwk, rsa, false, ['verify'])
    return await crypto.subtle.verify(rsa, key, signature, message)
  } catch {
    return false
  }
}
