import { toBase64url, utf8 } from '#contract/encoding/bytes'

/**
 * Encrypts a card for an account, for pages and apps that collect cards themselves and send them through their own server, which cannot read
 * them. Uses WebCrypto only, so it runs in browsers, Node and Workers.
 */

/** The credit card object of the API. */
export interface PlainCard {
  readonly accountNumber: string
  /** MMYY */
  readonly expires: string
  readonly nameOnCard?: string
  readonly verificationValue?: string
  readonly postalCode?: string
}

/** The response of GET /v1/encryptionkeys: JSON Web Keys (RFC 7517). */
export interface KeySet {
  readonly keys: readonly object[]
}

const alg = 'RSA-OAEP-256'

/** A public key for card encryption. */
interface RsaKey {
  readonly kid: string
  readonly n: string
  readonly e: string
}

const isUsable = (key: object): key is RsaKey => 'alg' in key && key.alg === alg

const part = (bytes: ArrayBuffer): string => toBase64url(new Uint8Array(bytes))

/**
 * Encrypts a card as a value for `creditCardEncrypted`: a compact JWE (RFC 7516), RSA-OAEP-256 and A256GCM, with a random content key and the
 * current time as `iat`. The value can be used once, within 15 minutes.
 *
 * @param nowMs milliseconds since 1970, where the device's clock may be wrong
 * @throws Error if the set has no key for RSA-OAEP-256
 */
export const encryptCard = async (card: PlainCard, { keys }: KeySet, nowMs: number = Date.now()): Promise<string> => {
  const key = keys.find(isUsable)
  if (key === undefined) throw new Error(`There is no key for ${alg}.`)
  const jwk = { kty: 'RSA', n: key.n, e: key.e }
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const [rsa, contentKey] = await Promise.all([
    crypto.subtle.importKey('jwk', jwk, algorithm, false, ['wrapKey']),
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']) as Promise<CryptoKey>,
  ])
  const header = toBase64url(utf8(JSON.stringify({ alg, enc: 'A256GCM', kid: key.kid, iat: Math.floor(nowMs / 1000) })))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const [wrapped, sealed] = await Promise.all([
    crypto.subtle.wrapKey('raw', contentKey, rsa, { name: 'RSA-OAEP' }),
    crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: utf8(header) },
      contentKey,
      utf8(JSON.stringify(card)),
    ),
  ])
  // WebCrypto appends the 16-byte tag to the ciphertext; a JWE has it as a separate part.
  return [header, part(wrapped), toBase64url(iv), part(sealed.slice(0, -16)), part(sealed.slice(-16))].join('.')
}
