import { toBase64url, utf8 } from '#contract/encoding/bytes'
import type { AccountKey } from '../keys/accountKeys.ts'
import { deriveMacKey, label } from '../keys/derive.ts'
import type { Label } from '../keys/derive.ts'

/** HMAC-SHA-256 of a text with a dedicated key of the account, the first 132 bits: 22 characters of base64url. */
const accountMac = async ({ material }: AccountKey, purpose: Label, text: string): Promise<string> => {
  const key = await deriveMacKey(material, label(purpose))
  return toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(text)))).slice(0, 22)
}

/**
 * A fingerprint of a request, unique within an account. A plain hash would reveal a card number in the request by brute force.
 *
 * @param request canonical text of the request, without data that must not be stored in any form
 */
export const requestFingerprint = (account: AccountKey, request: string): Promise<string> =>
  accountMac(account, 'account/request', request)

/**
 * The stored form of an Idempotency-Key. A key is free text of a client, which may put a secret into it, so the database never contains
 * the key itself. It depends on the account's key, which a root key rotation does not change.
 */
export const idempotencyKeyHash = (account: AccountKey, key: string): Promise<string> =>
  accountMac(account, 'account/idempotency', key)
