import { toBase64url, utf8 } from '#contract/encoding/bytes'
import type { Secret } from '#contract/schema/secret'
import type { AccountKey } from '../keys/accountKeys.ts'

/**
 * The same text for the same card number within an account, and for no other: HMAC-SHA-256 by a key of the account, 43
 * characters of base64url. A plain hash would be no secret, since all card numbers can be tried.
 *
 * @param number digits only
 */
export const cardFingerprint = async (account: AccountKey, number: Secret): Promise<string> =>
  toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', account.fingerprint, utf8(number.reveal()))))
