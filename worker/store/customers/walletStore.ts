import { findWalletEntry, setDefaultEntry, softDeleteWalletEntry } from './walletChanges.ts'
import { insertCardEntry, insertTokenEntry, selectWalletEntries } from './walletEntries.ts'
import { storeOf } from '../sql/scope.ts'

/** The saved payment methods of customers. */
export const walletStore = storeOf({
  insertCard: insertCardEntry,
  insertFromToken: insertTokenEntry,
  list: selectWalletEntries,
  find: findWalletEntry,
  setDefault: setDefaultEntry,
  delete: softDeleteWalletEntry,
})

export type WalletStore = ReturnType<typeof walletStore>
