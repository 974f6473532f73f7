import { fromBase64url, toBase64url, utf8 } from '#contract/encoding/bytes'
import { loginSigningInput } from '#contract/terminals/device'
import type { Pairing } from './pairingStore.ts'

const algorithm = { name: 'HMAC', hash: 'SHA-256' }

/** Imports the key for signing only; it cannot be exported again. */
export const importKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64url(key) ?? new Uint8Array(), algorithm, false, ['sign'])

/** Signs the login challenge with the key of the pairing. */
export const signLogin = async ({ reader, key }: Pairing, nonce: string): Promise<string> =>
  toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(loginSigningInput(reader, nonce)))))
