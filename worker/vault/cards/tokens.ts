import { randomBase62, randomBytes, toHex, utf8 } from '#contract/encoding/bytes'
import type { Random } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'
import { FIRST_VERSION } from '../keys/accountKeys.ts'
import type { AccountKey } from '../keys/accountKeys.ts'
import { deriveBytes, deriveCipherKey, label } from '../keys/derive.ts'
import type { Fleeting, Kept } from '../keys/purposes.ts'
import { wrapDataKey } from '../sealing/records.ts'
import { open, seal } from '../sealing/seal.ts'
import type { Place, SealingKey } from '../sealing/seal.ts'

/**
 * A token is 22 characters of id, then 22 of secret, base 62, 130.9 bits each. The database keeps the id and a hash of the
 * secret; the secret itself lives with whoever holds the token. What it seals has the keys
 *
 *     HKDF(salt: secret, material: the account's key, info: the purpose)
 *
 * so that neither the token nor all the worker's keys and its database open it alone. The account's key is the same
 * under every root key, so that a rotation between minting and spending changes nothing, and the key to be stored can be
 * wrapped before the token's row is read.
 */
export interface Token {
  readonly id: string
  readonly secret: Secret
}

const HALF = 22
const FORM = new RegExp(`^[0-9A-Za-z]{${HALF * 2}}$`)

/** The id of a token, and of a card that comes without one: 22 characters of base 62. */
export const mintCardId = (random: Random = randomBytes): string => randomBase62(HALF, random)

export const mintToken = (random: Random = randomBytes): Token => ({
  id: mintCardId(random),
  secret: new Secret(randomBase62(HALF, random)),
})

/** The token as its holder writes it: 44 characters. */
export const tokenText = ({ id, secret }: Token): Secret => new Secret(id + secret.reveal())

/** @returns null where the text has not the form of a token; it need not exist */
export const parseToken = (text: string): Token | null =>
  FORM.test(text) ? { id: text.slice(0, HALF), secret: new Secret(text.slice(HALF)) } : null

/** SHA-256 of the secret half, 64 lower-case hex digits. 130 random bits need neither salt nor stretching. */
export const tokenSecretHash = async (secret: Secret): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(secret.reveal()))))

const derivation = (token: Token, purpose: Kept | Fleeting) =>
  [label(`token/${purpose}`), utf8(token.secret.reveal())] as const

const tokenKey = async (account: AccountKey, token: Token, purpose: Kept | Fleeting): Promise<SealingKey> => ({
  key: await deriveCipherKey(account.material, ...derivation(token, purpose)),
  version: FIRST_VERSION,
})

const place = (account: AccountKey, token: Token, purpose: Kept | Fleeting): Place => ({
  account: account.accountId,
  record: token.id,
  purpose,
})

/** Seals a value so that only the token's holder and this worker together open it. */
export const sealWithToken = async (
  account: AccountKey,
  token: Token,
  purpose: Kept | Fleeting,
  value: Secret,
): Promise<string> => seal(await tokenKey(account, token, purpose), place(account, token, purpose), value)

/** @throws CannotOpen */
export const openWithToken = async (
  account: AccountKey,
  token: Token,
  purpose: Kept | Fleeting,
  sealed: string,
): Promise<Secret> => open(await tokenKey(account, token, purpose), place(account, token, purpose), sealed)

/**
 * The token's key for a purpose, wrapped by the account's key: with it `openRecord` opens, without the token, what the
 * token sealed. Made when a token is spent, and only for what may be kept.
 */
export const wrapTokenKey = async (account: AccountKey, token: Token, purpose: Kept): Promise<string> =>
  wrapDataKey(account, token.id, purpose, await deriveBytes(account.material, ...derivation(token, purpose)))
