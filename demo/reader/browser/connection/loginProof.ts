import { fromBase64url, toBase64url, utf8 } from '#contract/encoding/bytes'
import { loginText } from '#contract/terminals/device'
import type { Pairing } from './pairingStore.ts'

const algorithm = { name: 'HMAC', hash: 'SHA-256' }

/** The key as it came, from now on to sign with alone. */
export const importKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64url(key) ?? new Uint8Array(), algorithm, false, ['sign'])

/** Shows that this is the reader that was paired. */
export const prove = async ({ reader, key }: Pairing, nonce: string): Promise<string> =>
  toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(loginText(reader, nonce)))))
