import { mintAccountKey, unwrapAccountKey } from './accountKeys.ts'
import type { AccountKey, WrappedAccountKey } from './accountKeys.ts'
import { parseRootKeys } from './rootKeys.ts'
import type { RootKeys } from './rootKeys.ts'

/** Whose key it is, and where it is kept. */
export interface KeyHolder {
  /** Names the account and its mode, and is bound into the wrapped key. */
  readonly name: string
  /** As the database has it; null where the account has none yet. */
  readonly stored: WrappedAccountKey | null
  /** Keeps the first key that anybody makes, and answers the one that is kept. */
  keepFirst(fresh: WrappedAccountKey): Promise<WrappedAccountKey>
}

const mostUnwrapped = 1000

/** Vault keys of accounts, unwrapped once for each isolate. What identifies a key is its wrapped form. */
export class AccountKeyring {
  readonly #roots: () => Promise<RootKeys>
  readonly #unwrapped = new Map<string, Promise<AccountKey>>()

  /** @param rootKeys the Worker secret ROOT_KEYS, read at first need */
  constructor(rootKeys: string) {
    let parsed: Promise<RootKeys> | undefined
    this.#roots = () => (parsed ??= parseRootKeys(rootKeys))
  }

  /** The account's key, made where it has none yet: that once costs a round trip more. */
  async of({ name, stored, keepFirst }: KeyHolder): Promise<AccountKey> {
    const roots = await this.#roots()
    const { wrappedKey } = stored ?? (await keepFirst(await mintAccountKey(roots, name)))
    const known = this.#unwrapped.get(wrappedKey)
    if (known !== undefined) return known
    const unwrapped = unwrapAccountKey(roots, name, wrappedKey)
    if (this.#unwrapped.size >= mostUnwrapped) this.#unwrapped.clear()
    this.#unwrapped.set(wrappedKey, unwrapped)
    return unwrapped
  }
}
