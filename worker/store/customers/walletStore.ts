import { findWalletEntry, setDefaultEntry, softDeleteWalletEntry } from './walletChanges.ts'
import { insertCardEntry, insertTokenEntry, listWalletEntryRows } from './walletEntries.ts'
import { createStore } from '../sql/scope.ts'

/** The saved payment methods of customers. */
export const walletStore = createStore({
  insertCard: insertCardEntry,
  insertFromToken: insertTokenEntry,
  list: listWalletEntryRows,
  find: findWalletEntry,
  setDefault: setDefaultEntry,
  delete: softDeleteWalletEntry,
})

export type WalletStore = ReturnType<typeof walletStore>
