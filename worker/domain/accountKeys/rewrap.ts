import type { VaultKeySweepStore } from '../../store/accounts/vaultKeyStore.ts'
import type { OutdatedKey, RewrappedKey } from '../../store/accounts/vaultKeys.ts'

const keysPerSweep = 200

/** The root keys, which wrap account keys. */
export interface RootKeys {
  newestVersion(): Promise<number>
  /** Wraps a key with the newest root key. The key itself stays unchanged. */
  rewrap(old: OutdatedKey): Promise<RewrappedKey>
}

interface Needs {
  readonly rootKeys: RootKeys
  readonly vaultKeys: Pick<VaultKeySweepStore, 'findOutdated' | 'replace'>
}

/**
 * Rewraps account keys with the newest root key, until the older ones wrap none and can be removed. The account keys stay
 * unchanged.
 */
export const rewrapAccountKeys = async ({ rootKeys, vaultKeys }: Needs) => {
  const outdated = await vaultKeys.findOutdated(await rootKeys.newestVersion(), keysPerSweep)
  const wrapped = await Promise.allSettled(outdated.map((key) => rootKeys.rewrap(key)))
  const fresh = wrapped.filter((result) => result.status === 'fulfilled').map(({ value }) => value)
  const accountKeysRewrapped = fresh.length === 0 ? 0 : await vaultKeys.replace(fresh)
  // Thrown after the others were replaced, which a key that fails to unwrap must not prevent.
  for (const result of wrapped) if (result.status === 'rejected') throw result.reason
  return { accountKeysRewrapped }
}
