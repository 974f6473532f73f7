import { createStore } from '../sql/scope.ts'
import { deleteCardKeys, insertCardKeyUnlessCurrent, listCardKeys } from './cardKeys.ts'
import { findEncryptionKey, getOrInsertEncryptionKey } from './encryptionKeys.ts'
import { findOutdatedKeys, getOrInsertAccountKey, replaceWrappings } from './vaultKeys.ts'

/** The keys of one account's vaults. */
export const vaultKeyStore = createStore({
  findEncryptionKey,
  getOrInsertAccountKey,
  getOrInsertEncryptionKey,
  insertCardKeyUnlessCurrent,
  listCardKeys,
})

export type VaultKeyStore = ReturnType<typeof vaultKeyStore>

/** Vault keys of a whole shard: those that an older root key wraps, and retired card keys. */
export const vaultKeySweepStore = createStore({
  deleteCardKeys,
  findOutdated: findOutdatedKeys,
  replace: replaceWrappings,
})

export type VaultKeySweepStore = ReturnType<typeof vaultKeySweepStore>
