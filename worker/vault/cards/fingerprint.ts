import { toBase64url, utf8 } from '#contract/encoding/bytes'
import type { Secret } from '#contract/schema/secret'
import type { AccountKey } from '../keys/accountKeys.ts'

/**
 * A fingerprint of a card number, unique within an account: HMAC-SHA-256 with a key of the account, of which 22 characters
 * of base64url are kept: 132 bits. A plain hash would reveal the number by brute force.
 *
 * @param number digits only
 */
export const cardFingerprint = async (account: AccountKey, number: Secret): Promise<string> =>
  toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', account.fingerprint, utf8(number.reveal())))).slice(0, 22)
