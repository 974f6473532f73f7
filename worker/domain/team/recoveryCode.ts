import { randomBase62 } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'

const pattern = /^([0-9a-z]{2})(-[0-9A-Za-z]{6}){4}$/

/** The shard, and four groups of six letters and digits, 142 random bits, that a person can write down. */
export const mintRecoveryCode = (shard: string): Secret =>
  new Secret([shard, ...Array.from({ length: 4 }, () => randomBase62(6))].join('-'))

/** The shard of a recovery code. Null for text that `mintRecoveryCode` cannot have made. */
export const shardOfRecoveryCode = (text: string): string | null => pattern.exec(text)?.[1] ?? null
