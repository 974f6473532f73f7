import { toBase64url, utf8 } from '#contract/encoding/bytes'
import type { AccountKey } from '../keys/accountKeys.ts'
import { deriveMacKey, label } from '../keys/derive.ts'

/**
 * The same text for the same request within an account, and for no other: HMAC-SHA-256 by a key of the account that does nothing else, 43
 * characters of base64url. A plain hash would be no secret, since a request may hold a card number and all of those can be tried.
 *
 * @param request what was asked for, spelled in one way only, and without what may not be kept in any form
 */
export const requestFingerprint = async ({ material }: AccountKey, request: string): Promise<string> => {
  const key = await deriveMacKey(material, label('account/request'))
  return toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(request))))
}
