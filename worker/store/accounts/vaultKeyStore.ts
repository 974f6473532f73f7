import { createStore } from '../sql/scope.ts'
import { findEncryptionKey, getOrInsertEncryptionKey } from './encryptionKeys.ts'
import { findOutdatedKeys, getOrInsertAccountKey, replaceWrappings } from './vaultKeys.ts'

/** The keys of one account's vaults. */
export const vaultKeyStore = createStore({
  findEncryptionKey,
  getOrInsertAccountKey,
  getOrInsertEncryptionKey,
})

export type VaultKeyStore = ReturnType<typeof vaultKeyStore>

/** Vault keys of a whole shard that an older root key wraps. */
export const vaultKeySweepStore = createStore({
  findOutdated: findOutdatedKeys,
  replace: replaceWrappings,
})

export type VaultKeySweepStore = ReturnType<typeof vaultKeySweepStore>
