import { fromBase64url, toBase64url, utf8 } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'
import type { AccountKey } from './accountKeys.ts'
import { deriveBytes, label } from './derive.ts'

/**
 * The keys of card readers: 32 bytes, derived from the account's by the terminal's id. So none is stored, and none can be taken from a
 * database; a reader that is registered anew is another terminal, and has another key.
 */
const keyOf = (account: AccountKey, terminal: string) => deriveBytes(account.material, label(`reader/${terminal}`))

/** A reader's key as it is handed over, once: base64url. */
export const deviceKey = async (account: AccountKey, terminal: string): Promise<Secret> =>
  new Secret(toBase64url(await keyOf(account, terminal)))

/** Whether a proof is HMAC-SHA-256 of a text by the reader's key. Takes as long for a wrong one. */
export const provesDevice = async (
  account: AccountKey,
  terminal: string,
  text: string,
  proof: string,
): Promise<boolean> => {
  const bytes = fromBase64url(proof)
  if (bytes === null) return false
  const key = await crypto.subtle.importKey(
    'raw',
    await keyOf(account, terminal),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  return crypto.subtle.verify('HMAC', key, bytes, utf8(text))
}
