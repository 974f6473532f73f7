import { findWalletEntry, setDefaultEntry, softDeleteWalletEntry } from './walletChanges.ts'
import { insertCardEntry, insertTokenEntry, selectWalletEntries } from './walletEntries.ts'
import { bindScope } from '../sql/scope.ts'
import type { StoreScope } from '../sql/scope.ts'

/** The saved payment methods of customers. */
export const walletStore = (scope: StoreScope) =>
  bindScope(scope, {
    insertCard: insertCardEntry,
    insertFromToken: insertTokenEntry,
    list: selectWalletEntries,
    find: findWalletEntry,
    setDefault: setDefaultEntry,
    delete: softDeleteWalletEntry,
  })

export type WalletStore = ReturnType<typeof walletStore>
