import { fromBase64url, toBase64url, utf8 } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'
import type { AccountKey } from './accountKeys.ts'
import { deriveBytes, label } from './derive.ts'

/**
 * Keys of terminal devices: 32 bytes, derived from the account's key and the terminal's id, so none is stored. A device that is paired again
 * is a new terminal with a new key.
 */
const deriveDeviceKey = (account: AccountKey, terminal: string) =>
  deriveBytes(account.material, label(`reader/${terminal}`))

/** The key as it is sent to the device, once: base64url. */
export const deviceKey = async (account: AccountKey, terminal: string): Promise<Secret> =>
  new Secret(toBase64url(await deriveDeviceKey(account, terminal)))

/** Whether a proof is the HMAC-SHA-256 of a text by the device's key. Constant time. */
export const verifyDeviceProof = async (
  account: AccountKey,
  terminal: string,
  text: string,
  proof: string,
): Promise<boolean> => {
  const bytes = fromBase64url(proof)
  if (bytes === null) return false
  const key = await crypto.subtle.importKey(
    'raw',
    await deriveDeviceKey(account, terminal),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  return crypto.subtle.verify('HMAC', key, bytes, utf8(text))
}
