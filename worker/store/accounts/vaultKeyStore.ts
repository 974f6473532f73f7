import { storeOf } from '../sql/scope.ts'
import { findEncryptionKey, keepFirstEncryptionKey } from './encryptionKeys.ts'
import { findOutdatedKeys, keepFirstAccountKey, replaceWrappings } from './vaultKeys.ts'

/** The keys that one account's cards are sealed with. */
export const vaultKeyStore = storeOf({
  findEncryptionKey,
  keepFirstAccountKey,
  keepFirstEncryptionKey,
})

export type VaultKeyStore = ReturnType<typeof vaultKeyStore>

/** Vault keys of a whole shard that another root key wraps. */
export const vaultKeySweepStore = storeOf({
  findOutdated: findOutdatedKeys,
  replace: replaceWrappings,
})

export type VaultKeySweepStore = ReturnType<typeof vaultKeySweepStore>
