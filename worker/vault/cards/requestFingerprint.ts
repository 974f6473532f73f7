import { toBase64url, utf8 } from '#contract/encoding/bytes'
import type { AccountKey } from '../keys/accountKeys.ts'
import { deriveMacKey, label } from '../keys/derive.ts'

/**
 * A fingerprint of a request, unique within an account: HMAC-SHA-256 with a dedicated key of the account, 43 characters of base64url. A plain
 * hash would reveal a card number in the request by brute force.
 *
 * @param request canonical text of the request, without data that must not be stored in any form
 */
export const requestFingerprint = async ({ material }: AccountKey, request: string): Promise<string> => {
  const key = await deriveMacKey(material, label('account/request'))
  return toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(request))))
}
