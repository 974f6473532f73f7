import { randomBase62, randomBytes, toBase62, toHex, utf8 } from '#contract/encoding/bytes'
import type { Random } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'

/**
 * An API key is
 *
 *     sluice_<kind>_<mode>_<shard, 2><random, 40><checksum, 6>
 *
 * 63 characters. The shard, lower-case base 36, is the database of the account, so that no directory is needed. Random part and
 * checksum are base 62. The checksum is the CRC-32 of everything before it: a mistyped key is rejected without a read from
 * storage, and secret scanners find no false positives.
 */

export type KeyKind = 'sk' | 'rk' | 'pk'
export type KeyMode = 'test' | 'live'

export interface KeyParts {
  /** Secret, restricted (chosen scopes) or publishable (tokens only). */
  readonly kind: KeyKind
  readonly mode: KeyMode
  /** Two characters of 0-9a-z. */
  readonly shard: string
}

const RANDOM_CHARACTERS = 40
const CHECKSUM_CHARACTERS = 6
const KEY_PATTERN = /^sluice_(sk|rk|pk)_(test|live)_([0-9a-z]{2})[0-9A-Za-z]{46}$/

/** CRC-32 lookup table, since every request has a key. */
const CRC32 = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  return crc
})

/** CRC-32 of ISO/IEC 13239, as in zip and PNG, 0 to 2^32 - 1. */
export const crc32 = (bytes: Uint8Array): number => {
  let crc = ~0
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC32[(crc ^ byte) & 0xff]!
  return ~crc >>> 0
}

const checksum = (text: string): string => toBase62(crc32(utf8(text)), CHECKSUM_CHARACTERS)

/** Generates a key. It is returned once; storage has only `hashApiKey` and `keyHint`. */
export const mintApiKey = ({ kind, mode, shard }: KeyParts, random: Random = randomBytes): Secret => {
  const body = `sluice_${kind}_${mode}_${shard}${randomBase62(RANDOM_CHARACTERS, random)}`
  return new Secret(body + checksum(body))
}

/** @returns null for text that `mintApiKey` cannot have produced; other text need not be an issued key */
export const parseApiKey = (text: string): KeyParts | null => {
  const [, kind, mode, shard] = KEY_PATTERN.exec(text) ?? []
  const sumAt = text.length - CHECKSUM_CHARACTERS
  if (kind === undefined || mode === undefined || shard === undefined) return null
  if (checksum(text.slice(0, sumAt)) !== text.slice(sumAt)) return null
  return { kind: kind as KeyKind, mode: mode as KeyMode, shard }
}

/** SHA-256 of the key, 64 lower-case hex digits. 238 random bits need no pepper, and a CLI can compute the same hash. */
export const hashApiKey = async (text: string): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))))

/** What identifies a key in a list: its prefix and last four characters, `sluice_sk_test_00…a1B2`. */
export const keyHint = (text: string): string =>
  `${text.slice(0, -(RANDOM_CHARACTERS + CHECKSUM_CHARACTERS))}…${text.slice(-4)}`
