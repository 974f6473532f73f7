import { deleteEntry, findEntry, setDefault } from './walletChanges.ts'
import { addCard, addFromToken, listWallet } from './walletEntries.ts'
import { bindScope } from '../sql/scope.ts'
import type { StoreScope } from '../sql/scope.ts'

/** The saved payment methods of customers. */
export const walletStore = (scope: StoreScope) =>
  bindScope(scope, {
    addCard,
    addFromToken,
    list: listWallet,
    find: findEntry,
    setDefault,
    delete: deleteEntry,
  })

export type WalletStore = ReturnType<typeof walletStore>
