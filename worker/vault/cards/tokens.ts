import { randomBase62, randomBytes, toHex, utf8 } from '#contract/encoding/bytes'
import type { Random } from '#contract/encoding/bytes'
import { tokenTime, tokenTimeLength } from '#contract/tokens/tokenTime'
import { Secret } from '#contract/schema/secret'
import { FIRST_VERSION } from '../keys/accountKeys.ts'
import type { AccountKey } from '../keys/accountKeys.ts'
import { deriveBytes, deriveCipherKey, label } from '../keys/derive.ts'
import type { OneTimePurpose, StoredPurpose } from '../keys/purposes.ts'
import { wrapDataKey } from '../sealing/records.ts'
import { open, seal } from '../sealing/seal.ts'
import type { SealContext, SealingKey } from '../sealing/seal.ts'

/**
 * A token is 22 characters of id and 22 of secret, in base 62. The id is the second of its creation, then 95.3 random bits; the secret has
 * 130.9. The database stores the id and a hash of the secret; only the token's holder has the secret. The keys of its sealed values are
 *
 *     HKDF(salt: secret, material: the account's key, info: the purpose)
 *
 * so neither the token alone nor the worker's keys and database alone can open them. A root key rotation does not change the account's key,
 * so tokens stay valid, and the key to store can be wrapped before the token's row is read.
 */
export interface Token {
  readonly id: string
  readonly secret: Secret
}

const HALF = 22
const FORM = new RegExp(`^[0-9A-Za-z]{${HALF * 2}}$`)

/** The id of a card without a token: 22 characters of base 62. */
export const mintCardId = (random: Random = randomBytes): string => randomBase62(HALF, random)

/** @param nowMs real time, milliseconds since 1970 */
export const mintToken = (nowMs: number, random: Random = randomBytes): Token => ({
  id: tokenTime(nowMs) + randomBase62(HALF - tokenTimeLength, random),
  secret: new Secret(randomBase62(HALF, random)),
})

/** The token as text: 44 characters. */
export const tokenText = ({ id, secret }: Token): Secret => new Secret(id + secret.reveal())

/** @returns null if the text is not in the form of a token. Does not check that the token exists. */
export const parseToken = (text: string): Token | null =>
  FORM.test(text) ? { id: text.slice(0, HALF), secret: new Secret(text.slice(HALF)) } : null

/** SHA-256 of the secret, 64 lower-case hex digits. 130 random bits need no salt or stretching. */
export const tokenSecretHash = async (secret: Secret): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(secret.reveal()))))

const derivation = (token: Token, purpose: StoredPurpose | OneTimePurpose) =>
  [label(`token/${purpose}`), utf8(token.secret.reveal())] as const

const tokenKey = async (
  account: AccountKey,
  token: Token,
  purpose: StoredPurpose | OneTimePurpose,
): Promise<SealingKey> => ({
  key: await deriveCipherKey(account.material, ...derivation(token, purpose)),
  version: FIRST_VERSION,
})

const contextOf = (account: AccountKey, token: Token, purpose: StoredPurpose | OneTimePurpose): SealContext => ({
  account: account.accountId,
  record: token.id,
  purpose,
})

/** Seals a value so that opening it needs both the token and the account's key. */
export const sealWithToken = async (
  account: AccountKey,
  token: Token,
  purpose: StoredPurpose | OneTimePurpose,
  value: Secret,
): Promise<string> => seal(await tokenKey(account, token, purpose), contextOf(account, token, purpose), value)

/** @throws CannotOpen */
export const openWithToken = async (
  account: AccountKey,
  token: Token,
  purpose: StoredPurpose | OneTimePurpose,
  sealed: string,
): Promise<Secret> => open(await tokenKey(account, token, purpose), contextOf(account, token, purpose), sealed)

/**
 * The token's key for a purpose, wrapped by the account's key. With it, `openRecord` opens the sealed value without the token. Created when a
 * token is used, only for purposes that may be stored.
 */
export const wrapTokenKey = async (account: AccountKey, token: Token, purpose: StoredPurpose): Promise<string> =>
  wrapDataKey(account, token.id, purpose, await deriveBytes(account.material, ...derivation(token, purpose)))
