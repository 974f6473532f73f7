import { fromBase64 } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'
import { deriveCipherKey, keyMaterial, label } from './derive.ts'
import type { SealingKey } from '../sealing/seal.ts'

/**
 * The root of all keys: the Worker secret ROOT_KEYS, such as
 *
 *     1:fVb2CxJz7m0…=,2:Qm1kq0e1…=
 *
 * Entries are separated by commas. Each is a version (1 to 65535) and 32 random bytes in base64 (`openssl rand -base64 32`). The highest
 * version wraps new keys. The others unwrap existing keys until the sweep has rewrapped them.
 */
export interface RootKeys {
  /** Wraps new keys. */
  readonly newest: SealingKey
  /** The newest key, from which keys of other purposes are derived. */
  readonly newestMaterial: CryptoKey
  /** @throws Error if ROOT_KEYS lacks the version: it was removed too early */
  readonly of: (version: number) => SealingKey
}

const ROOT_KEY_BYTES = 32
const MAX_VERSION = 65_535

/** Messages identify an entry only by its position: without a colon, even the version could be part of a key. */
const rejectRootKeys = (reason: string): never => {
  throw new Error(`ROOT_KEYS: ${reason} Expected comma-separated entries of <version>:<base64 of 32 random bytes>.`)
}

const parseEntry = (text: string, index: number): { version: number; raw: Bytes } => {
  const [, digits, base64] = /^([1-9][0-9]{0,4}):(.*)$/.exec(text.trim()) ?? []
  if (digits === undefined || base64 === undefined || Number(digits) > MAX_VERSION)
    return rejectRootKeys(`entry ${index + 1} does not begin with a version, 1 to ${MAX_VERSION}, and a colon.`)
  const raw = fromBase64(base64)
  if (raw === null) return rejectRootKeys(`entry ${index + 1} is not base64.`)
  if (raw.length !== ROOT_KEY_BYTES) return rejectRootKeys(`entry ${index + 1} has ${raw.length} bytes.`)
  return { version: Number(digits), raw }
}

/** @throws Error with the position and the fault of an invalid entry, never its content */
export const parseRootKeys = async (text: string): Promise<RootKeys> => {
  if (text.trim() === '') return rejectRootKeys('it is empty.')
  const entries = text.split(',').map(parseEntry)
  if (new Set(entries.map(({ version }) => version)).size < entries.length)
    rejectRootKeys('two entries have the same version.')
  if (new Set(entries.map(({ raw }) => raw.join())).size < entries.length)
    rejectRootKeys('two versions have the same key.')

  const keys = new Map<number, SealingKey>()
  const materials = new Map<number, CryptoKey>()
  for (const { version, raw } of entries) {
    const material = await keyMaterial(raw)
    materials.set(version, material)
    keys.set(version, { version, key: await deriveCipherKey(material, label('root/account-key')) })
  }

  const of = (version: number) =>
    keys.get(version) ?? rejectRootKeys(`version ${version} is missing, and stored keys still need it.`)
  const newest = Math.max(...keys.keys())
  return { newest: of(newest), newestMaterial: materials.get(newest)!, of }
}
