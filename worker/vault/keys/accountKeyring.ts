import { apiError } from '#contract/errors/apiError'
import { generateAccountKey, rewrapAccountKey, unwrapAccountKey } from './accountKeys.ts'
import type { AccountKey, WrappedAccountKey } from './accountKeys.ts'
import { parseRootKeys } from './rootKeys.ts'
import type { RootKeys } from './rootKeys.ts'
import { sealingKeyVersion } from '../sealing/seal.ts'

/** The account of a key, and its row. */
export interface AccountKeyOwner {
  /** Identifies account and mode. Bound into the wrapped key. */
  readonly name: string
  /** The stored key; null if the account has none yet. */
  readonly stored: WrappedAccountKey | null
  /** Inserts the key unless one exists. Returns the stored key. */
  insertIfAbsent(key: WrappedAccountKey): Promise<WrappedAccountKey>
}

interface CachedKey {
  readonly wrappedKey: string
  readonly key: Promise<AccountKey>
}

const maxCachedKeys = 1000

/** Account keys, unwrapped once per isolate. */
export class AccountKeyring {
  readonly #roots: () => Promise<RootKeys>
  readonly #cache = new Map<string, CachedKey>()

  /** @param rootKeys the Worker secret ROOT_KEYS, parsed on first use */
  constructor(rootKeys: string) {
    let parsed: Promise<RootKeys> | undefined
    this.#roots = () => (parsed ??= parseRootKeys(rootKeys))
  }

  /**
   * The account's key, generated if it has none yet, which costs one more round trip.
   *
   * API error: unavailable, if the key is wrapped by a root key that this isolate does not have yet. A retry may reach a newer isolate.
   */
  async of({ name, stored, insertIfAbsent: keepFirst }: AccountKeyOwner): Promise<AccountKey> {
    const roots = await this.#roots()
    const { wrappedKey } = stored ?? (await keepFirst(await generateAccountKey(roots, name)))
    const cached = this.#cache.get(name)
    if (cached?.wrappedKey === wrappedKey) return cached.key
    // During the rollout of a new root key, older isolates may read rewrapped keys. The keys themselves are unchanged.
    if (sealingKeyVersion(wrappedKey) > roots.newest.version) {
      if (cached === undefined) throw apiError('unavailable')
      return cached.key
    }
    const key = unwrapAccountKey(roots, name, wrappedKey)
    if (this.#cache.size >= maxCachedKeys) this.#cache.clear()
    this.#cache.set(name, { wrappedKey, key })
    return key
  }

  /** The version of the root key that wraps new keys. */
  async newestVersion(): Promise<number> {
    return (await this.#roots()).newest.version
  }

  /** The same key, wrapped by the newest root key. */
  async rewrap(name: string, wrappedKey: string): Promise<WrappedAccountKey> {
    return rewrapAccountKey(await this.#roots(), name, wrappedKey)
  }
}
