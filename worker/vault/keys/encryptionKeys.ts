import { fromBase64url, toBase64url, utf8 } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'
import type { AccountKey } from './accountKeys.ts'
import { openRecord, sealRecord } from '../sealing/records.ts'
import { CannotOpen } from '../sealing/seal.ts'

/** The public key as browsers receive it: a JWK (RFC 7517). */
export interface PublicKey {
  readonly kty: 'RSA'
  /** RFC 7638 thumbprint. */
  readonly kid: string
  readonly use: 'enc'
  readonly alg: 'RSA-OAEP-256'
  readonly n: string
  readonly e: string
}

/** The columns of a key pair. */
export interface SealedEncryptionKey {
  /** The public key as JSON text. */
  readonly publicKey: string
  readonly sealedKey: string
  readonly wrappedKey: string
}

/** A key pair whose private key is not extractable. */
export interface EncryptionKey {
  readonly publicKey: PublicKey
  readonly privateKey: CryptoKey
}

const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' }

/** 2048 bits take about 0.1 s to generate and are sufficient for cards that expire within years; 3072 bits take up to 1.5 s. */
const modulusLength = 2048

/** RFC 7638, section 3: only the required members, sorted by name, without whitespace. */
const thumbprint = async (n: string, e: string): Promise<string> =>
  toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(JSON.stringify({ e, kty: 'RSA', n })))))

const toPublicKey = async (n: string, e: string): Promise<PublicKey> => ({
  kty: 'RSA',
  kid: await thumbprint(n, e),
  use: 'enc',
  alg: 'RSA-OAEP-256',
  n,
  e,
})

/** A new key pair. Store it with INSERT OR IGNORE and read it back: concurrent requests may each generate one. */
export const generateEncryptionKey = async (account: AccountKey): Promise<SealedEncryptionKey> => {
  const pair = (await crypto.subtle.generateKey(
    { ...rsa, modulusLength, publicExponent: Uint8Array.of(1, 0, 1) },
    true,
    ['encrypt', 'decrypt'],
  )) as CryptoKeyPair
  const [{ n, e }, pkcs8] = await Promise.all([
    crypto.subtle.exportKey('jwk', pair.publicKey) as Promise<JsonWebKey>,
    crypto.subtle.exportKey('pkcs8', pair.privateKey) as Promise<ArrayBuffer>,
  ])
  const publicKey = await toPublicKey(n ?? '', e ?? '')
  const { sealed, wrappedKey } = await sealRecord(
    account,
    publicKey.kid,
    'encryption',
    new Secret(toBase64url(new Uint8Array(pkcs8))),
  )
  return { publicKey: JSON.stringify(publicKey), sealedKey: sealed, wrappedKey }
}

/**
 * The key pair of a row. The thumbprint is recomputed and bound to the sealed private key, so a public key that an attacker put into the
 * database is detected here and never published.
 *
 * @throws CannotOpen
 */
export const openEncryptionKey = async (
  account: AccountKey,
  { publicKey: text, sealedKey, wrappedKey }: SealedEncryptionKey,
): Promise<EncryptionKey> => {
  const { n, e } = JSON.parse(text) as PublicKey
  const publicKey = await toPublicKey(n, e)
  const opened = await openRecord(account, publicKey.kid, 'encryption', { sealed: sealedKey, wrappedKey })
  const pkcs8 = fromBase64url(opened.reveal())
  if (pkcs8 === null) throw new CannotOpen()
  return { publicKey, privateKey: await crypto.subtle.importKey('pkcs8', pkcs8, rsa, false, ['decrypt']) }
}
