import { fromBase64 } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'
import { deriveCipherKey, keyMaterial, label } from './derive.ts'
import type { SealingKey } from '../sealing/seal.ts'

/**
 * The root of all keys: the Worker secret ROOT_KEYS, such as
 *
 *     1:fVb2CxJz7m0…=,2:Qm1kq0e1…=
 *
 * a comma between entries, each a version (1 to 65535) and 32 random bytes in base64 (`openssl rand -base64 32`).
 * The highest version writes; the others open what they wrote until the sweep has wrapped it anew.
 */
export interface RootKeys {
  /** The key that wraps what is written now. */
  readonly newest: SealingKey
  /** @throws Error where ROOT_KEYS lacks the version, which says that one was removed too early */
  readonly of: (version: number) => SealingKey
}

const ROOT_KEY_BYTES = 32
const MAX_VERSION = 65_535

/** Messages name an entry by its place alone: even the version may be part of a key, where the colon is missing. */
const complain = (what: string): never => {
  throw new Error(`ROOT_KEYS: ${what} Each entry is <version>:<base64 of 32 random bytes>, a comma between entries.`)
}

const parseEntry = (text: string, index: number): { version: number; raw: Bytes } => {
  const [, digits, base64] = /^([1-9][0-9]{0,4}):(.*)$/.exec(text.trim()) ?? []
  if (digits === undefined || base64 === undefined || Number(digits) > MAX_VERSION)
    return complain(`entry ${index + 1} does not begin with a version, 1 to ${MAX_VERSION}, and a colon.`)
  const raw = fromBase64(base64)
  if (raw === null) return complain(`entry ${index + 1} is not base64.`)
  if (raw.length !== ROOT_KEY_BYTES) return complain(`entry ${index + 1} has ${raw.length} bytes.`)
  return { version: Number(digits), raw }
}

/**
 * Reads ROOT_KEYS.
 *
 * @throws Error that says which entry is wrong and how, and never shows any of it
 */
export const parseRootKeys = async (text: string): Promise<RootKeys> => {
  if (text.trim() === '') return complain('it is empty.')
  const entries = text.split(',').map(parseEntry)
  if (new Set(entries.map(({ version }) => version)).size < entries.length) complain('two entries have one version.')
  if (new Set(entries.map(({ raw }) => raw.join())).size < entries.length) complain('two versions have one key.')

  const keys = new Map<number, SealingKey>()
  for (const { version, raw } of entries)
    keys.set(version, { version, key: await deriveCipherKey(await keyMaterial(raw), label('root/account-key')) })

  const of = (version: number) =>
    keys.get(version) ?? complain(`version ${version} is missing, and something stored still needs it.`)
  return { newest: of(Math.max(...keys.keys())), of }
}
