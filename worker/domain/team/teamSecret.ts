import { randomBytes, toBase64url, toHex, utf8 } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'

const pattern = /^([0-9a-z]{2})[\w-]{43}$/

/** A secret that names its shard: of a session, an invitation or a recovery. 256 random bits. */
export const mintTeamSecret = (shard: string): Secret => new Secret(shard + toBase64url(randomBytes(32)))

/** The shard of a secret. Null for text that `mintTeamSecret` cannot have made. */
export const shardOfSecret = (text: string): string | null => pattern.exec(text)?.[1] ?? null

/** The stored form. A fast hash is right for 256 random bits. */
export const hashTeamSecret = async (text: string): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))))
