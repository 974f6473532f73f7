import { refuse } from '#contract/errors/apiError'
import { mintAccountKey, rewrapAccountKey, unwrapAccountKey } from './accountKeys.ts'
import type { AccountKey, WrappedAccountKey } from './accountKeys.ts'
import { parseRootKeys } from './rootKeys.ts'
import type { RootKeys } from './rootKeys.ts'
import { sealedVersion } from '../sealing/seal.ts'

/** Whose key it is, and where it is kept. */
export interface KeyHolder {
  /** Names the account and its mode, and is bound into the wrapped key. */
  readonly name: string
  /** As the database has it; null where the account has none yet. */
  readonly stored: WrappedAccountKey | null
  /** Keeps the first key that anybody makes, and answers the one that is kept. */
  keepFirst(fresh: WrappedAccountKey): Promise<WrappedAccountKey>
}

interface Unwrapped {
  readonly wrappedKey: string
  readonly key: Promise<AccountKey>
}

const mostUnwrapped = 1000

/** Vault keys of accounts, unwrapped once for each isolate. */
export class AccountKeyring {
  readonly #roots: () => Promise<RootKeys>
  readonly #unwrapped = new Map<string, Unwrapped>()

  /** @param rootKeys the Worker secret ROOT_KEYS, read at first need */
  constructor(rootKeys: string) {
    let parsed: Promise<RootKeys> | undefined
    this.#roots = () => (parsed ??= parseRootKeys(rootKeys))
  }

  /**
   * The account's key, made where it has none yet: that once costs a round trip more.
   *
   * Refusal: unavailable, where a root key that is newer than all of this isolate's wraps it: the next try meets another isolate.
   */
  async of({ name, stored, keepFirst }: KeyHolder): Promise<AccountKey> {
    const roots = await this.#roots()
    const { wrappedKey } = stored ?? (await keepFirst(await mintAccountKey(roots, name)))
    const known = this.#unwrapped.get(name)
    if (known?.wrappedKey === wrappedKey) return known.key
    // While a new root key is rolled out, isolates from before meet keys that are wrapped by it: wrapped anew, but the same keys.
    if (sealedVersion(wrappedKey) > roots.newest.version) {
      if (known === undefined) throw refuse('unavailable')
      return known.key
    }
    const key = unwrapAccountKey(roots, name, wrappedKey)
    if (this.#unwrapped.size >= mostUnwrapped) this.#unwrapped.clear()
    this.#unwrapped.set(name, { wrappedKey, key })
    return key
  }

  /** The version of the root key that wraps what is written now. */
  async newestVersion(): Promise<number> {
    return (await this.#roots()).newest.version
  }

  /** A key wrapped by the newest root key, whichever wrapped it before. */
  async wrapAnew(name: string, wrappedKey: string): Promise<WrappedAccountKey> {
    return rewrapAccountKey(await this.#roots(), name, wrappedKey)
  }
}
